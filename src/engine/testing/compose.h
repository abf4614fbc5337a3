// Short ways to write pipelines, plans and outcomes. For tests; knows nothing of the core.
#pragma once

#include <string>
#include <vector>

#include "model/outcome.h"
#include "pipeline/pipeline.h"

namespace forge::testing {

Stage Agent(std::string name);
// An agent with a verdict, sending work back to `on_revision` (nowhere when empty).
Stage Review(std::string name, std::string on_revision = "", int max_iterations = 3,
             OnExhausted on_exhausted = OnExhausted::kEscalate);
Stage Check(std::string name, std::string on_revision = "", CheckMode mode = CheckMode::kBlocking);
Stage Ask(std::string name, std::string shows = "", Unattended unattended = Unattended::kWait);
Stage Each(std::string name, int max_concurrent = 1, std::string pipeline = "step");
Stage EachRun(std::string name, int max_concurrent = 1);
Stage Panel(std::string name, Aggregate aggregate, std::vector<std::string> members, std::string on_revision = "");
Stage Integrate(std::string name, std::string on_revision = "");
Stage Learn(std::string name, std::string role = "");

// The first is the run's, called "main"; the second the steps', called "step". Indices are filled in.
PipelineSet Pipelines(std::vector<Stage> run, std::vector<Stage> step = {});
// Fills in `revision_index` and `pipeline_index` from the names.
void Point(PipelineSet& set);

StepSpec Step(std::string id, std::vector<std::string> depends = {}, std::vector<std::string> writes = {});
PlanRef Plan(std::string hash, std::vector<StepSpec> steps);
// Steps "s0".."sN-1" without dependencies.
PlanRef LoosePlan(std::string hash, int steps);

UnitOutcome Done(std::string summary = "");
UnitOutcome Approved();
UnitOutcome Revision(std::int64_t failures = 1, std::string summary = "not yet");
UnitOutcome Malformed();
UnitOutcome Failed(ErrorClass error_class, TimePoint retry_at = {});
UnitOutcome Stopped();
UnitOutcome Checked(bool passed, std::int64_t failures = 0);
UnitOutcome Gated(bool applies, bool holds, std::vector<std::string> reasons = {});
UnitOutcome Planned(PlanRef plan);
UnitOutcome Costs(double usd, std::int64_t tokens = 0);

}  // namespace forge::testing
