#include "text/plan/plan_print.h"

#include <fmt/core.h>

#include <string_view>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "text/formats/yaml.h"
#include "text/markdown.h"
#include "text/plan/plan_print_step.h"
#include "text/plan/plan_sections.h"

namespace forge {
namespace {

// Reading a heading removes its closing marks, but none that belong to its text.
std::string Heading(std::string_view marks, std::string_view text) {
  std::string line = fmt::format("{} {}", marks, PlanLine(text));
  while (line.ends_with(' ')) line.pop_back();
  if (line.ends_with('#') && !PlanLine(text).empty()) line += " #";
  return line;
}

// At the end of the document a body may leave a code fence open, as it did in the original.
bool BodyReadsBack(const std::string& body, bool last) {
  std::string text = "# Plan: x\n\n## X\n\n" + body + (last ? "\n" : "\n\n## End\n");
  Markdown document(text);
  std::vector<PlanSection> sections = FindAllPlanSections(document);
  bool alone = last ? sections.size() == 1 : sections.size() == 2 && sections[1].name == "End";
  return alone && SectionBody(document, sections[0]) == body;
}

bool PreambleReadsBack(const std::string& preamble) {
  PlanDocument plan = ParsePlan("# Plan: x\n\n" + preamble + "\n\n## End\n");
  return plan.preamble == preamble && plan.title == "x" && plan.header == PlanHeader{} && plan.sections.size() == 1;
}

class PlanPrinter {
 public:
  explicit PlanPrinter(const PlanDocument& plan) : plan_(plan), steps_at_(FindStepsPart()) {}

  std::string Print() {
    if (plan_.front_matter.is_object() && !plan_.front_matter.AsObject().empty())
      out_ += "---\n" + PrintYaml(plan_.front_matter) + "---\n\n";
    out_ += Heading("#", "Plan: " + plan_.title) + "\n\n";
    PrintHeader();
    if (std::string text = PlanText(plan_.preamble); !text.empty())
      out_ += (PreambleReadsBack(text) ? text : VerbatimBlock(text)) + "\n\n";
    if (!FindPart(plan_, "Objective") && !plan_.objective.empty())
      PrintPart({"Objective", 0, plan_.objective, 2}, false);
    bool steps_done = !ListsSteps();
    for (const PlanPart& part : plan_.sections) {
      bool here = &part == steps_at_ || (!steps_at_ && IsRecord(part));
      if (here && !std::exchange(steps_done, true)) PrintSteps();
      if (&part != steps_at_) PrintPart(part, steps_done && &part == &plan_.sections.back());
    }
    if (!steps_done) PrintSteps();
    while (out_.ends_with("\n\n")) out_.pop_back();
    return std::move(out_);
  }

 private:
  // Lines that only look like headings stay as they are.
  bool ListsSteps() const { return plan_.has_steps && !plan_.steps.empty(); }

  const PlanPart* FindStepsPart() const { return ListsSteps() ? FindPart(plan_, "Steps") : nullptr; }

  static bool IsRecord(const PlanPart& part) {
    return part.level == 2 &&
           (EqualsIgnoreCase(part.name, "Audit Log") || EqualsIgnoreCase(part.name, "Implementation Notes"));
  }

  void PrintHeader() {
    const PlanHeader& header = plan_.header;
    std::size_t before = out_.size();
    auto line = [this](std::string_view name, std::string_view value) {
      out_ += fmt::format("**{}:**{}{}\n", name, value.empty() ? "" : " ", value);
    };
    auto known = [&line](std::string_view name, const std::string& value) {
      if (!value.empty()) line(name, PlanLine(value));
    };
    known("ID", header.id);
    known("Task", header.task);
    if (header.status) line("Status", Name(*header.status));
    known("Project", header.project);
    known("Created", header.created);
    known("Heartbeat", header.heartbeat);
    for (const auto& [name, value] : header.other) line(PlanLine(name), PlanLine(value));
    if (out_.size() > before) out_ += '\n';
    if (out_.size() > before) out_ += "---\n\n";
  }

  void PrintPart(const PlanPart& part, bool last) {
    if (IsRecord(part)) out_ += "---\n\n";
    out_ += Heading(part.level == 1 ? "#" : "##", part.name) + "\n\n";
    std::string body = PlanText(part.body);
    if (!body.empty()) out_ += (BodyReadsBack(body, last) ? body : VerbatimBlock(body)) + "\n\n";
  }

  void PrintSteps() {
    out_ += "## Steps\n\n";
    PrintIntro();
    for (std::size_t i = 0; i < plan_.steps.size(); ++i)
      out_ += PrintStep(plan_.steps[i], i < plan_.step_states.size() ? plan_.step_states[i] : "") + "\n";
  }

  void PrintIntro() {
    std::string intro = PlanText(plan_.steps_intro);
    if (intro.empty()) return;
    PlanDocument read = ParsePlan("## Steps\n\n" + intro + "\n\n### Step x: x\n");
    bool same = read.steps_intro == intro && read.steps.size() == 1 && read.sections.size() == 1;
    out_ += (same ? intro : VerbatimBlock(intro)) + "\n\n";
  }

  const PlanDocument& plan_;
  const PlanPart* steps_at_;
  std::string out_;
};

}  // namespace

std::string PrintPlan(const PlanDocument& plan) { return PlanPrinter(plan).Print(); }

}  // namespace forge
