// Repair, as units see it: a step that is taken apart in the plan document, and what earlier steps still owe.
#include <fmt/core.h>

#include <algorithm>

#include "os/crash_point.h"
#include "service/plan/plan_file.h"
#include "service/plan/plans.h"
#include "service/unit/unit_executor.h"
#include "text/plan/plan_parts.h"

namespace forge {

constexpr std::size_t kMostOwed = 10;

// The document is changed under its lock, and holds the parts of others that were taken apart meanwhile; asked again
// after a crash, the parts that are there already are taken.
Status UnitExecutor::ReadParts(const Job& job, const std::string& text, UnitOutcome& outcome) {
  if (!job.step) return Fail(Code::kInvalid, "only a step can be taken apart");
  const std::vector<StepSpec> parts = TRY(ReadStepParts(text, *job.step));
  PlanEntry entry;
  entry.path = context_.files.plan_path();
  std::string document;
  TRY(Plans(context_.project).Edit(entry, [&](const std::string& now) -> Result<std::string> {
    document = TRY(TakeStepApart(now, job.step->id, parts));
    return document;
  }));
  CrashPoint("artifact-written");
  TRY(context_.files.KeepUnitText(job.unit.id, "plan.md", document));
  PlanRef plan = TRY(ReadPlanText(document, context_.files.plan_path()));
  plan.path = context_.files.plan_path();
  outcome.plan = std::move(plan);
  outcome.summary = fmt::format("{} becomes {} steps", job.step->id.value, parts.size());
  return {};
}

std::string UnitExecutor::OwedBefore(const Job& job) {
  std::string text;
  const std::size_t shown = std::min(job.dropped.size(), kMostOwed);
  for (std::size_t i = 0; i < shown; ++i) text += "- " + job.dropped[i] + "\n";
  if (job.dropped.size() > shown) text += fmt::format("(and {} more)\n", job.dropped.size() - shown);
  return text;
}

}  // namespace forge
