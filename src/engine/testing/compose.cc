#include "engine/testing/compose.h"

#include <utility>

namespace forge::testing {
namespace {

Stage Named(std::string name, StageKind kind) {
  Stage stage;
  stage.name = std::move(name);
  stage.kind = kind;
  return stage;
}

}  // namespace

Stage Agent(std::string name) {
  Stage stage = Named(std::move(name), StageKind::kAgent);
  stage.role = "engineer";
  return stage;
}

Stage Review(std::string name, std::string on_revision, int max_iterations, OnExhausted on_exhausted) {
  Stage stage = Agent(std::move(name));
  stage.verdict = "REVIEW.md";
  stage.on_revision = std::move(on_revision);
  stage.max_iterations = max_iterations;
  stage.on_exhausted = on_exhausted;
  return stage;
}

Stage Check(std::string name, std::string on_revision, CheckMode mode) {
  Stage stage = Named(std::move(name), StageKind::kCheck);
  stage.commands = {"true"};
  stage.on_revision = std::move(on_revision);
  stage.mode = mode;
  return stage;
}

Stage Ask(std::string name, std::string shows, Unattended unattended) {
  Stage stage = Named(std::move(name), StageKind::kAsk);
  stage.question = "go on?";
  stage.shows = std::move(shows);
  stage.unattended = unattended;
  return stage;
}

Stage Each(std::string name, int max_concurrent, std::string pipeline) {
  Stage stage = Named(std::move(name), StageKind::kEach);
  stage.pipeline = std::move(pipeline);
  stage.max_concurrent = max_concurrent;
  return stage;
}

Stage EachRun(std::string name, int max_concurrent) {
  Stage stage = Each(std::move(name), max_concurrent, "child");
  stage.over = Over::kRuns;
  return stage;
}

Stage Panel(std::string name, Aggregate aggregate, std::vector<std::string> members, std::string on_revision) {
  Stage stage = Named(std::move(name), StageKind::kPanel);
  stage.aggregate = aggregate;
  stage.on_revision = std::move(on_revision);
  for (std::string& member : members) {
    stage.members.emplace_back();
    stage.members.back().name = std::move(member);
    stage.members.back().role = "reviewer";
  }
  return stage;
}

Stage Integrate(std::string name, std::string on_revision) {
  Stage stage = Named(std::move(name), StageKind::kIntegrate);
  stage.how = "commit";
  stage.on_revision = std::move(on_revision);
  return stage;
}

Stage Learn(std::string name, std::string role) {
  Stage stage = Named(std::move(name), StageKind::kLearn);
  stage.role = std::move(role);
  return stage;
}

PipelineSet Pipelines(std::vector<Stage> run, std::vector<Stage> step) {
  PipelineSet set;
  set.pipelines.resize(step.empty() ? 1 : 2);
  set.pipelines[0].name = "main";
  set.pipelines[0].stages = std::move(run);
  if (!step.empty()) {
    set.pipelines[1].name = "step";
    set.pipelines[1].stages = std::move(step);
  }
  Point(set);
  return set;
}

void Point(PipelineSet& set) {
  for (Pipeline& pipeline : set.pipelines) {
    for (Stage& stage : pipeline.stages) {
      for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
        if (pipeline.stages[i].name == stage.on_revision) stage.revision_index = static_cast<int>(i);
        if (pipeline.stages[i].name == stage.on_timeout) stage.timeout_index = static_cast<int>(i);
      }
      if (stage.kind != StageKind::kEach || stage.over != Over::kSteps) continue;
      for (std::size_t i = 0; i < set.pipelines.size(); ++i) {
        if (set.pipelines[i].name == stage.pipeline) stage.pipeline_index = static_cast<int>(i);
      }
    }
  }
}

StepSpec Step(std::string id, std::vector<std::string> depends, std::vector<std::string> writes) {
  StepSpec step;
  step.id = StepId{std::move(id)};
  step.title = step.id.value;
  for (std::string& need : depends) step.depends.push_back(StepId{std::move(need)});
  step.writes = std::move(writes);
  return step;
}

PlanRef Plan(std::string hash, std::vector<StepSpec> steps) {
  PlanRef plan;
  plan.hash = std::move(hash);
  plan.path = "PLAN.md";
  plan.steps = std::move(steps);
  return plan;
}

PlanRef LoosePlan(std::string hash, int steps) {
  std::vector<StepSpec> specs;
  for (int i = 0; i < steps; ++i) specs.push_back(Step("s" + std::to_string(i)));
  return Plan(std::move(hash), std::move(specs));
}

UnitOutcome Done(std::string summary) {
  UnitOutcome outcome;
  outcome.summary = std::move(summary);
  return outcome;
}

UnitOutcome Approved() {
  UnitOutcome outcome;
  outcome.verdict = Verdict::kApproved;
  return outcome;
}

UnitOutcome Revision(std::int64_t failures, std::string summary) {
  UnitOutcome outcome;
  outcome.verdict = Verdict::kRevision;
  outcome.failures = failures;
  outcome.summary = std::move(summary);
  return outcome;
}

UnitOutcome Malformed() {
  UnitOutcome outcome;
  outcome.verdict = Verdict::kMalformed;
  return outcome;
}

UnitOutcome Failed(ErrorClass error_class, TimePoint retry_at) {
  UnitOutcome outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = error_class;
  outcome.error = "it broke";
  outcome.retry_at = retry_at;
  return outcome;
}

UnitOutcome Stopped() {
  UnitOutcome outcome;
  outcome.status = UnitStatus::kCancelled;
  return outcome;
}

UnitOutcome Checked(bool passed, std::int64_t failures) {
  UnitOutcome outcome;
  outcome.passed = passed;
  outcome.failures = failures;
  return outcome;
}

UnitOutcome Gated(bool applies, bool holds, std::vector<std::string> reasons) {
  UnitOutcome outcome;
  outcome.applies = applies;
  outcome.holds = holds;
  outcome.reasons = std::move(reasons);
  return outcome;
}

UnitOutcome Planned(PlanRef plan) {
  UnitOutcome outcome;
  outcome.plan = std::move(plan);
  return outcome;
}

UnitOutcome Costs(double usd, std::int64_t tokens) {
  UnitOutcome outcome;
  outcome.usage.usd = usd;
  outcome.usage.output_tokens = tokens;
  return outcome;
}

}  // namespace forge::testing
