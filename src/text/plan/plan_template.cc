#include "text/plan/plan_template.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/plan/plan_form.h"
#include "text/plan/plan_lines.h"
#include "text/plan/plan_print_step.h"

namespace forge {
namespace {

constexpr std::string_view kTemplateBegin = R"(# Plan: {{TITLE}}

**ID:** {{PLAN_ID}}
**Task:** {{TASK_ID}}
**Status:** DRAFT
**Project:** {{PROJECT}}
**Created:** {{DATE}}

---

## Objective

_What will be true when this is done, in a sentence or two._

## Scope

_What belongs to it, and what does not._

## Changes

_The files that change, each in backticks, and how._

## Risks

_What could go wrong, and what is done about it._

## Testing

_How it is shown to work._

## Steps

<!-- One block for each step, in this form. Without steps, Forge makes them from the files in Changes.

)";

constexpr std::string_view kTemplateEnd = R"(-->

---

## Audit Log

_Reviews are added here._

---

## Implementation Notes

_Notes are added here while the work goes on._
)";

// A title is a heading's text: marks of a heading in front of it would only show.
std::string Title(std::string_view written) {
  std::string line = PlanLine(written);
  std::size_t marks = line.find_first_not_of('#');
  if (marks > 0 && marks != std::string::npos && line[marks] == ' ') line = Trim(std::string_view(line).substr(marks));
  return line;
}

std::string WithOneStatus(const std::string& text) {
  PlanLines plan(text);
  for (const HeaderLine& line : plan.header()) {
    bool choices = EqualsIgnoreCase(line.name, "Status") && line.value.find('|') != std::string::npos;
    if (choices && EqualsIgnoreCase(Trim(Split(line.value, '|')[0]), Name(PlanStatus::kDraft)))
      return plan.ReplaceLine(line.line, fmt::format("**{}:** {}", line.name, Name(PlanStatus::kDraft)));
  }
  return text;
}

}  // namespace

std::string_view BuiltInPlanTemplate() {
  static const std::string text =
      std::string(kTemplateBegin) + std::string(PlanFormSteps()) + std::string(kTemplateEnd);
  return text;
}

std::string FillTemplate(std::string_view plan_template, const TemplateValues& values) {
  // Before the values are in: what they say is not the template's.
  std::string collapsed = WithOneStatus(std::string(plan_template));
  const std::pair<std::string_view, std::string> tokens[] = {
      {"{{TITLE}}", Title(values.title)},        {"{{PLAN_ID}}", PlanLine(values.plan_id)},
      {"{{TASK_ID}}", PlanLine(values.task_id)}, {"{{BEAD_ID}}", PlanLine(values.task_id)},
      {"{{DATE}}", PlanLine(values.date)},       {"{{PROJECT}}", PlanLine(values.project)}};
  std::string out;
  std::string_view rest = collapsed;
  while (!rest.empty()) {
    std::size_t open = rest.find("{{");
    out += rest.substr(0, open);
    if (open == std::string_view::npos) break;
    rest.remove_prefix(open);
    std::size_t taken = 0;
    for (const auto& [token, value] : tokens) {
      if (!rest.starts_with(token)) continue;
      out += value;
      taken = token.size();
    }
    if (taken == 0) out += rest[0];
    rest.remove_prefix(std::max<std::size_t>(taken, 1));
  }
  return out;
}

}  // namespace forge
