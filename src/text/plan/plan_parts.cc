#include "text/plan/plan_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/strings.h"
#include "text/plan/plan.h"
#include "text/plan/plan_lines.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_regenerate.h"
#include "text/plan/plan_steps.h"

namespace forge {
namespace {

constexpr std::size_t kFewestParts = 2;
constexpr std::size_t kMostParts = 9;

// By words only: the real writes are compared with the tree later. This keeps a part from promising too much.
bool Allows(const std::string& allowed, const std::string& path) {
  if (allowed == path) return true;
  const std::size_t star = allowed.find('*');
  if (star != std::string::npos) return path.starts_with(allowed.substr(0, star));
  return path.starts_with(allowed.ends_with('/') ? allowed : allowed + "/");
}

std::string WhyNoPart(const StepSpec& part, const StepSpec& whole) {
  if (part.verify.empty() && part.acceptance.empty()) return "has no verify command and no acceptance criterion";
  for (const std::string& path : part.writes) {
    const bool allowed = whole.writes.empty() || std::any_of(whole.writes.begin(), whole.writes.end(),
                                                             [&](const std::string& own) { return Allows(own, path); });
    if (!allowed) return fmt::format("writes {}, which `{}` may not write", path, whole.id.value);
  }
  return "";
}

std::string_view FromFirstStep(std::string_view answer) {
  for (std::string_view mark : {"\n### ", "\n## Step", "\n# Step"}) {
    if (const std::size_t at = answer.find(mark); at != std::string_view::npos) return answer.substr(at + 1);
  }
  return answer.starts_with("### ") ? answer : std::string_view{};
}

// The lines of a step's block, as it is written.
const PlanStep* FindWritten(const std::vector<PlanStep>& steps, const StepId& id) {
  const auto step = std::find_if(steps.begin(), steps.end(), [&](const PlanStep& one) { return one.spec.id == id; });
  return step == steps.end() ? nullptr : &*step;
}

}  // namespace

Result<std::vector<StepSpec>> ReadStepParts(std::string_view answer, const StepSpec& whole) {
  // The parts may depend on what the whole step depends on, so those steps are known while the parts are read.
  std::string text = "# Parts\n\n## Steps\n\n";
  for (const StepId& need : whole.depends) text += fmt::format("### Step {}: known\n\n", need.value);
  const std::string lines = "\n" + std::string(answer);
  text += FromFirstStep(lines);
  PlanDocument read = ParsePlan(text);
  std::ranges::move(read.unknown_labels, std::back_inserter(read.problems));
  if (!read.problems.empty()) {
    std::vector<std::string> problems;
    for (const PlanProblem& problem : read.problems) problems.push_back(problem.what);
    return Fail(Code::kInvalid, "the parts cannot be read: " + Join(problems, "; "));
  }
  const std::size_t known = std::min(whole.depends.size(), read.steps.size());
  std::vector<StepSpec> parts(read.steps.begin() + static_cast<std::ptrdiff_t>(known), read.steps.end());
  if (parts.size() < kFewestParts || parts.size() > kMostParts) {
    return Fail(Code::kInvalid, fmt::format("the answer has {} parts; a step becomes {} to {}, each a `### Step` block",
                                            parts.size(), kFewestParts, kMostParts));
  }
  std::map<std::string, std::string> names;
  for (std::size_t i = 0; i < parts.size(); ++i) names[parts[i].id.value] = fmt::format("{}.{}", whole.id.value, i + 1);
  for (StepSpec& part : parts) {
    if (std::string why = WhyNoPart(part, whole); !why.empty())
      return Fail(Code::kInvalid, fmt::format("part `{}` {}", part.id.value, why));
    std::vector<StepId> depends = whole.depends;
    for (const StepId& need : part.depends) {
      if (const auto name = names.find(need.value); name != names.end()) depends.push_back(StepId{name->second});
    }
    part.id = StepId{names.at(part.id.value)};
    part.depends = std::move(depends);
    if (part.writes.empty()) part.writes = whole.writes;
  }
  return parts;
}

Result<std::string> TakeStepApart(std::string_view text, const StepId& step, const std::vector<StepSpec>& parts) {
  std::string listed(text);
  if (!ParsePlan(text).has_steps) listed = TRY(RegenerateSteps(text));
  const PlanLines plan(listed);
  const PlanSection* section = FindPlanSection(plan.sections(), "Steps");
  if (section == nullptr) return Fail(Code::kInvalid, "the plan lists no steps");
  std::vector<PlanProblem> problems;
  const std::vector<PlanStep> written =
      ReadPlanSteps(plan.document(), section->begin, section->end, section->last_line, problems);
  const PlanStep* whole = FindWritten(written, step);
  if (whole == nullptr) return Fail(Code::kNotFound, fmt::format("the plan has no step `{}`", step.value));
  for (const StepSpec& part : parts) {
    if (FindWritten(written, part.id) != nullptr) return std::string(text);
  }
  StepSpec waits = whole->spec;
  for (const StepSpec& part : parts) waits.depends.push_back(part.id);
  std::string blocks = PrintStep(waits, whole->state);
  for (const StepSpec& part : parts) blocks += "\n" + PrintStep(part);
  const int last = plan.LastSolidLine(whole->heading.line, whole->last_line);
  std::string made = plan.Range(1, whole->heading.line - 1) + plan.WithItsLineEnds(blocks) +
                     plan.Range(last + 1, plan.document().line_count());
  const PlanDocument after = ParsePlan(made);
  std::vector<std::string> found;
  for (const StepSpec& one : after.steps) found.push_back(one.id.value);
  const bool all =
      std::all_of(parts.begin(), parts.end(), [&](const StepSpec& part) { return IsOneOf(part.id.value, found); });
  if (!all || after.steps.size() != written.size() + parts.size() || !after.problems.empty())
    return Fail(Code::kInvalid, fmt::format("the parts of `{}` do not read back from the plan", step.value));
  return made;
}

}  // namespace forge
