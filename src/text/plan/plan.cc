#include "text/plan/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/command_words.h"
#include "text/decompose/decompose.h"
#include "text/decompose/decompose_changes.h"
#include "text/formats/yaml.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/plan/claim_words.h"
#include "text/plan/plan_check.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_lines.h"
#include "text/plan/plan_sections.h"
#include "text/plan/plan_steps.h"
#include "text/plan/plan_values.h"
#include "text/prose.h"
#include "text/said_commands.h"
#include "text/said_criteria.h"

namespace forge {
namespace {

std::string PlanTitle(const Markdown& document) {
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind != MarkdownBlock::Kind::kHeading || block.depth != 0 || block.level != 1) continue;
    return std::string(WithoutPlanPrefix(document.HeadingText(block)));
  }
  return {};
}

void ReadFrontMatter(const FrontMatter& matter, PlanDocument& plan) {
  if (!matter.found) return;
  Result<Json> yaml = ParseYaml(matter.yaml, matter.line);
  if (!yaml) {
    return AddPlanProblem(plan.problems, {matter.line, "front matter: " + yaml.error().message, 0, "header"});
  }
  if (!yaml->is_object() && !yaml->is_null()) {
    return AddPlanProblem(plan.problems,
                          {matter.line, "front matter: expected keys and values, such as `tier: heavy`", 0, "header"});
  }
  plan.front_matter = *std::move(yaml);
  const Json& map = plan.front_matter;
  if (!map.Has("must_haves") && !map.Has("expected_output")) return;
  std::vector<std::string> errors;
  Json wrapped = Json().Set("must_haves", map.Has("must_haves") ? map["must_haves"] : Json::MakeObject());
  if (map["must_haves"].is_null()) wrapped.Set("must_haves", Json::MakeObject());
  wrapped.Set("expected_output", map["expected_output"]);
  plan.must_haves = ReadMustHaves(wrapped, errors);
  for (std::string& error : errors) AddPlanProblem(plan.problems, {matter.line, std::move(error), 0, "header"});
}

void ReadHeader(const PlanLines& source, PlanDocument& plan) {
  const HeaderLine* unknown = nullptr;
  plan.header = ReadPlanHeader(source.header(), &unknown);
  if (HasUnreadHeartbeat(plan.header)) {
    const auto line = std::ranges::find_if(
        source.header(), [&](const HeaderLine& each) { return EqualsIgnoreCase(each.name, "Heartbeat"); });
    AddPlanProblem(plan.notes, {line == source.header().end() ? 0 : line->line,
                                fmt::format("the heartbeat \"{}\" is not a duration such as 2m or 90s, nor `off`: "
                                            "there will be none",
                                            Excerpt(plan.header.heartbeat, 40)),
                                1, "header"});
  }
  if (!unknown) return;
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(PlanStatus::kCancelled); ++i)
    names.emplace_back(Name(static_cast<PlanStatus>(i)));
  auto meant = Closest(unknown->value, names);
  AddPlanProblem(plan.problems,
                 {unknown->line,
                  fmt::format("unknown status \"{}\": use one of {}{}", Excerpt(unknown->value, 40), Join(names, ", "),
                              meant ? fmt::format(" (did you mean {}?)", *meant) : ""),
                  1, "header"});
}

// The prose, lists and code between title and first section, without fields. Rules are only layout.
std::string ReadPreamble(const PlanLines& source) {
  const Markdown& document = source.document();
  int end = source.all().empty() ? document.line_count() + 1 : source.all()[0].line;
  std::vector<bool> left_out(static_cast<std::size_t>(end) + 1, false);
  auto leave_out = [&left_out, end](int line) {
    if (line < end) left_out[static_cast<std::size_t>(line)] = true;
  };
  for (const HeaderLine& line : source.header()) leave_out(line.line);
  bool titled = false;
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.line >= end) break;
    bool title = block.kind == MarkdownBlock::Kind::kHeading && block.depth == 0 && block.level == 1 && !titled;
    titled = titled || title;
    if (title) {
      for (int line = block.line; line <= block.last_line; ++line) leave_out(line);
    } else if (block.kind == MarkdownBlock::Kind::kRule && block.depth == 0) {
      leave_out(block.line);
    } else if (block.kind == MarkdownBlock::Kind::kHeading && block.depth == 0 && block.last_line > block.line &&
               Trim(document.Line(block.line)).starts_with("**")) {
      // cmark may count the blank line below it to the heading.
      int underline = block.last_line;
      while (underline > block.line && Trim(document.Line(underline)).empty()) --underline;
      leave_out(underline);
    }
  }
  std::vector<std::string_view> lines;
  for (int line = 1; line < end; ++line) {
    if (!left_out[static_cast<std::size_t>(line)]) lines.push_back(document.Line(line));
  }
  return ReadBody(std::move(lines));
}

void ReadSections(const PlanLines& source, PlanDocument& plan) {
  for (const PlanSection& section : source.all()) {
    plan.sections.push_back({section.name, section.line, SectionBody(source.document(), section), section.level});
    if (plan.objective.empty() && section.level == 2 && EqualsIgnoreCase(section.name, "Objective"))
      plan.objective = plan.sections.back().body;
  }
}

std::string ReadStepsIntro(const Markdown& document, const PlanSection& section) {
  PlanSection intro = section;
  for (std::size_t at = section.begin; at < section.end; ++at) {
    if (!IsStepHeading(document, document.blocks()[at])) continue;
    intro.end = at;
    intro.last_line = document.blocks()[at].line - 1;
    return SectionBody(document, intro);
  }
  return {};
}

// Commands of criteria that do not prove them.
void NoteCriteria(const Markdown& document, const std::vector<PlanStep>& steps, PlanDocument& plan) {
  std::vector<std::string> verify;
  for (const PlanStep& step : steps) verify.insert(verify.end(), step.spec.verify.begin(), step.spec.verify.end());
  for (const PlanStep& step : steps) {
    int from = step.heading.line;  // only forwards, so that the search is linear
    for (const Criterion& criterion : step.spec.acceptance) {
      if (!CommandOfCriterion(criterion.check, criterion.expected, verify).empty()) continue;
      for (const auto& [code, why] : ReadSaidCommands(criterion.check).cited) {
        if (!IsCommand(code)) continue;
        while (from < step.last_line && !document.Line(from).contains(code)) ++from;
        const int line = document.Line(from).contains(code) ? from : step.heading.line;
        AddPlanProblem(plan.notes, {line,
                                    fmt::format("step {}: `{}` is not run: {}", step.spec.id.value, Excerpt(code, 60),
                                                AdviceFor(why, code)),
                                    1, "acceptance", step.spec.id.value});
      }
    }
  }
}

void ReadSteps(const PlanLines& source, PlanDocument& plan) {
  std::vector<PlanStep> steps;
  int first_line = 0;
  for (const PlanSection& section : source.sections()) {
    if (!EqualsIgnoreCase(section.name, "Steps")) continue;
    if (first_line > 0) {
      AddPlanProblem(
          plan.problems,
          {section.line, fmt::format("duplicate \"## Steps\"; the first is on line {}", first_line), 1, "document"});
      continue;
    }
    first_line = section.line;
    const auto& blocks = source.document().blocks();
    for (std::size_t at = section.begin; at < section.end && !plan.has_steps; ++at)
      plan.has_steps = IsStepHeading(source.document(), blocks[at]);
    plan.steps_intro = ReadStepsIntro(source.document(), section);
    steps = ReadPlanSteps(source.document(), section.begin, section.end, section.last_line, plan.problems,
                          {&plan.unknown_labels, &plan.notes});
  }
  CheckPlanSteps(steps, plan.problems);
  NoteCriteria(source.document(), steps, plan);
  plan.steps.reserve(steps.size());
  for (PlanStep& step : steps) {
    plan.steps.push_back(std::move(step.spec));
    plan.step_lines.push_back(step.heading.line);
    plan.step_states.push_back(std::move(step.state));
  }
}

// The commands for the whole, of a plan that lists its steps.
void ReadTesting(const PlanLines& source, PlanDocument& plan) {
  const PlanSection* section = FindPlanSection(source.sections(), "Testing");
  if (section == nullptr) return;
  TestCommands found = ReadTestCommands(source.document(), *section);
  plan.testing = std::move(found.commands);
  for (PlanProblem& note : found.left_out) AddPlanProblem(plan.notes, std::move(note));
}

// A claim is checked as a claim of a step: one that belongs to none would be looked at by nobody. A section of that
// name may also be about something else: the claims of a token, of the insured.
void RefuseClaimsOfNoStep(const PlanLines& source, PlanDocument& plan) {
  const PlanSection* section = FindPlanSection(source.sections(), "Claims");
  if (section == nullptr) return;
  const std::string body = SectionBody(source.document(), *section);
  if (IsNoneForAReason(body)) return;
  if (LooksLikeClaims(body)) {
    return AddPlanProblem(plan.problems,
                          {section->line,
                           "the section `## Claims` belongs to no step, so that its claims would not be checked: "
                           "list them below **Claims:** of the step that rests on them",
                           1, "claim"});
  }
  AddPlanProblem(plan.notes, {section->line,
                              "the section `## Claims` is read as text: it lists no fact, bet or strategy, and cites "
                              "nothing; claims stand below **Claims:** of a step",
                              1, "claim"});
}

// A paragraph ends the list of a step's claims: a claim below it is text, and would be looked at by nobody.
void RefuseClaimsInText(const PlanLines& source, const StepSpec& step, PlanDocument& plan) {
  if (step.claims.empty()) return;
  bool code = false;
  int at = step.claims.front().line;
  for (std::string_view line : Split(step.what, '\n')) {
    if (Trim(line).starts_with("```") || Trim(line).starts_with("~~~")) code = !code;
    if (code || !IsListItem(line) || !ReadClaimType(AfterListMarkers(line))) continue;
    int found = at + 1;
    while (found <= source.document().line_count() && Trim(source.document().Line(found)) != Trim(line)) ++found;
    if (found > source.document().line_count()) continue;  // above the claims
    at = found;
    AddPlanProblem(plan.problems,
                   {found,
                    fmt::format("step {}: this claim stands below a paragraph that ends the list of Claims, so that it "
                                "would not be checked: move it into the list",
                                step.id.value),
                    1, "claim", step.id.value});
  }
}

// Steps from the changes, for a plan without a section of steps.
void DeriveSteps(const PlanLines& source, PlanDocument& plan) {
  const PlanSection* changes = FindPlanSection(source.sections(), "Changes");
  if (!changes) changes = FindPlanSection(source.sections(), "Change Manifest");
  if (!changes) return;
  Decomposition derived = Decompose(source.document(), source.sections());
  plan.steps = std::move(derived.steps);
  for (PlanProblem& note : derived.notes) AddPlanProblem(plan.notes, std::move(note));
  for (PlanProblem& problem : derived.problems) AddPlanProblem(plan.problems, std::move(problem));
  plan.step_lines.resize(plan.steps.size());
  plan.step_states.resize(plan.steps.size());
  for (const StepSpec& step : plan.steps) {
    if (step.kind == "audit") continue;  // its files are those of the others
    for (const std::string& path : step.files) {
      std::string problem = PathProblem(path);
      if (!problem.empty())
        AddPlanProblem(plan.problems, {changes->line, std::move(problem), 0, "path", step.id.value});
    }
  }
}

}  // namespace

PlanDocument ParsePlan(std::string_view markdown) {
  PlanDocument plan;
  if (markdown.size() > kLargestPlan) {
    plan.hash = Sha256(markdown);
    plan.problems.push_back(
        {0, fmt::format("the plan has {} bytes; at most {} are read", markdown.size(), kLargestPlan), 0, "document"});
    return plan;
  }
  const PlanLines source(markdown);
  plan.title = PlanTitle(source.document());
  plan.hash = Sha256(source.Content());
  ReadFrontMatter(source.matter(), plan);
  ReadHeader(source, plan);
  plan.preamble = ReadPreamble(source);
  ReadSections(source, plan);
  ReadSteps(source, plan);
  if (plan.has_steps) {
    ReadTesting(source, plan);
  } else {
    DeriveSteps(source, plan);
  }
  RefuseClaimsOfNoStep(source, plan);
  for (const StepSpec& step : plan.steps) RefuseClaimsInText(source, step, plan);
  std::stable_sort(plan.problems.begin(), plan.problems.end(),
                   [](const PlanProblem& a, const PlanProblem& b) { return a.line < b.line; });
  return plan;
}

const PlanPart* FindPart(const PlanDocument& plan, std::string_view name) {
  for (const PlanPart& part : plan.sections) {
    if (part.level == 2 && EqualsIgnoreCase(part.name, name)) return &part;
  }
  return nullptr;
}

std::string PlanContent(std::string_view markdown) {
  if (markdown.size() > kLargestPlan) return std::string(markdown);
  return PlanLines(markdown).Content();
}

}  // namespace forge
