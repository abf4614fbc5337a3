#include "service/plan/plan_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "os/files/files.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

PlanProblem NoListedSteps(const PlanDocument& document) {
  const PlanPart* section = FindPart(document, "Steps");
  const char* what = section ? "the section `## Steps` has no step" : "the plan has no section `## Steps`";
  return {
      section ? section->line : 0,
      fmt::format("{}: write a block `### Step ID: TITLE` for each step below `## Steps`, and its fields (Do, Writes, "
                  "Depends, Verify, Done when) below that heading",
                  what)};
}

bool HasLines(const StepSpec& step) {
  return std::ranges::any_of(step.claims, [](const Claim& claim) { return claim.line != 0; });
}

}  // namespace

Result<PlanRef> ReadPlanText(std::string_view text, const std::string& name, StepSource source, OtherLabels labels) {
  PlanDocument document = ParsePlan(text);
  if (source == StepSource::kListed && !document.has_steps) document.problems.push_back(NoListedSteps(document));
  if (labels == OtherLabels::kRefused)
    std::ranges::move(document.unknown_labels, std::back_inserter(document.problems));
  if (!document.problems.empty()) {
    std::string message;
    for (const PlanProblem& problem : document.problems) {
      if (!message.empty()) message += "\n";
      message += problem.line > 0 ? fmt::format("{}:{}: {}", name, problem.line, problem.what)
                                  : fmt::format("{}: {}", name, problem.what);
    }
    return Fail(Code::kInvalid, message);
  }
  if (document.steps.empty()) {
    return Fail(Code::kInvalid, fmt::format("{}: no steps", name),
                "a plan has a section `## Steps` with `### Step id: title` blocks");
  }
  // On which lines it stands is not what a step is: one is the same when something is written above it.
  for (StepSpec& step : document.steps) {
    for (Claim& claim : step.claims) claim.line = 0;
  }
  return PlanRef{document.hash, name, std::move(document.steps)};
}

Result<PlanRef> LoadPlanFile(const std::string& path) { return ReadPlanText(TRY(ReadFile(path)), path); }

bool HasClaimLines(const PlanRef& plan) { return std::ranges::any_of(plan.steps, HasLines); }

void KeepClaimLines(const PlanRef& before, PlanRef& plan) {
  for (const StepSpec& old : before.steps) {
    if (!HasLines(old)) continue;
    const auto now = std::ranges::find(plan.steps, old.id, &StepSpec::id);
    if (now == plan.steps.end() || now->claims.size() != old.claims.size()) continue;
    StepSpec same = *now;
    for (std::size_t i = 0; i < old.claims.size(); ++i) same.claims[i].line = old.claims[i].line;
    if (same == old) *now = std::move(same);
  }
}

}  // namespace forge
