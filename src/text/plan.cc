#include "text/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/plan_check.h"
#include "text/plan_sections.h"
#include "text/plan_steps.h"

namespace forge {
namespace {

using Kind = MarkdownBlock::Kind;

constexpr std::string_view kStatusLabel = "**Status:**";

std::string TitleOf(const Markdown& document) {
  constexpr std::string_view kPrefix = "plan:";
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind != Kind::kHeading || block.depth != 0 || block.level != 1) continue;
    std::string text = document.HeadingText(block);
    std::string_view title = text;
    if (EqualsIgnoreCase(title.substr(0, kPrefix.size()), kPrefix)) title.remove_prefix(kPrefix.size());
    return std::string(Trim(title));
  }
  return {};
}

// What is hashed: the document without what changes when it is approved, audited or worked on.
class ContentOfMatter {
 public:
  ContentOfMatter(const Markdown& document, const std::vector<PlanSection>& sections) : document_(document) {
    kept_.resize(static_cast<std::size_t>(document.line_count()) + 1, true);
    for (const PlanSection& section : sections) {
      bool left_out =
          EqualsIgnoreCase(section.name, "Audit Log") || EqualsIgnoreCase(section.name, "Implementation Notes");
      if (left_out) Drop(section.line, section.last_line);
    }
    DropStatus(sections.empty() ? document.line_count() : sections[0].line - 1);
    for (const MarkdownBlock& block : document.blocks()) {
      if (block.kind == Kind::kRule && block.depth == 0) rules_.push_back(block.line);
    }
  }

  std::string Text() const {
    std::string text;
    std::size_t solid = 0;  // up to the last line that is neither blank nor a rule
    for (int line = 1; line <= document_.line_count(); ++line) {
      if (!kept_[static_cast<std::size_t>(line)]) {
        // The rule and the blank lines that set a section off go with it.
        text.resize(solid);
        continue;
      }
      std::string_view content = TrimRight(document_.Line(line));
      text += content;
      text += '\n';
      bool rule = std::binary_search(rules_.begin(), rules_.end(), line);
      if (!content.empty() && !rule) solid = text.size();
    }
    text.resize(solid);
    return text;
  }

 private:
  void Drop(int first, int last) {
    for (int line = first; line <= last; ++line) kept_[static_cast<std::size_t>(line)] = false;
  }

  // In the header only, and not in code or quotes: elsewhere it is content.
  void DropStatus(int last) {
    for (const MarkdownBlock& block : document_.blocks()) {
      if (block.line > last) break;
      if (block.depth != 0 || (block.kind != Kind::kParagraph && block.kind != Kind::kHeading)) continue;
      for (int line = block.line; line <= std::min(block.last_line, last); ++line) {
        std::string_view text = Trim(document_.Line(line));
        if (EqualsIgnoreCase(text.substr(0, kStatusLabel.size()), kStatusLabel)) Drop(line, line);
      }
    }
  }

  const Markdown& document_;
  std::vector<bool> kept_;  // by line number
  std::vector<int> rules_;
};

void ReadSteps(const Markdown& document, const std::vector<PlanSection>& sections, PlanDocument& plan) {
  std::vector<PlanStep> steps;
  int first_line = 0;
  for (const PlanSection& section : sections) {
    if (!EqualsIgnoreCase(section.name, "Steps")) continue;
    if (first_line > 0) {
      AddPlanProblem(plan.problems,
                     {section.line, fmt::format("a second \"## Steps\"; the first is in line {}", first_line), 1});
      continue;
    }
    first_line = section.line;
    steps = ReadPlanSteps(document, section.begin, section.end, plan.problems);
  }
  CheckPlanSteps(steps, plan.problems);
  for (PlanStep& step : steps) plan.steps.push_back(std::move(step.spec));
  std::stable_sort(plan.problems.begin(), plan.problems.end(),
                   [](const PlanProblem& a, const PlanProblem& b) { return a.line < b.line; });
}

}  // namespace

PlanDocument ParsePlan(std::string_view markdown) {
  PlanDocument plan;
  if (markdown.size() > kLargestPlan) {
    plan.hash = Sha256(markdown);
    plan.problems.push_back(
        {0, fmt::format("the plan has {} bytes; at most {} are read", markdown.size(), kLargestPlan)});
    return plan;
  }
  std::string text = ReplaceAll(ValidUtf8(markdown), std::string_view("\0", 1), "\xEF\xBF\xBD");
  Markdown document(text);
  std::vector<PlanSection> sections = FindPlanSections(document);
  plan.title = TitleOf(document);
  for (const PlanSection& section : sections) {
    if (plan.objective.empty() && EqualsIgnoreCase(section.name, "Objective"))
      plan.objective = SectionBody(document, section);
  }
  plan.hash = Sha256(ContentOfMatter(document, sections).Text());
  ReadSteps(document, sections, plan);
  return plan;
}

}  // namespace forge
