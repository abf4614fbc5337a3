#include "service/unit/gate_unit.h"

#include "os/files/files.h"
#include "service/unit/changed_paths.h"
#include "service/unit/job.h"
#include "service/unit/unit_context.h"
#include "text/changed_kinds.h"
#include "text/gates.h"
#include "text/plan/contracts.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

std::vector<std::string> GateReasons(const std::vector<GateFailure>& failures) {
  std::vector<std::string> reasons;
  for (const GateFailure& failure : failures) reasons.push_back(failure.text);
  return reasons;
}

bool AsksAbout(const Stage& stage, std::string_view field) {
  return stage.when.find(field) != std::string::npos || stage.gate.find(field) != std::string::npos;
}

}  // namespace

UnitOutcome GateUnit::CarryOut(const Job& job) const {
  GateFacts facts;
  facts.records = job.records;
  if (AsksAbout(job.stage, "run.contracts")) {
    const auto plan = context_.files.ReadPlan();
    if (!plan) return FailedUnit(ErrorClass::kTooling, plan.error());
    Json run = facts.records["run"];
    run.Set("contracts", !FindContracts(ParsePlan(plan->value_or(""))).contracts.empty());
    facts.records.Set("run", std::move(run));
  }
  if (AsksAbout(job.stage, "run.changed.")) {
    const auto paths = changed_(job);
    if (!paths) return FailedUnit(ErrorClass::kTooling, paths.error());
    const ChangedKinds kinds = KindsOf(*paths);
    Json run = facts.records["run"];
    Json changed = Json::MakeObject().Set("code", kinds.code).Set("docs", kinds.docs);
    if (AsksAbout(job.stage, "run.changed.described"))
      changed.Set("described", IsDescribed(*paths, context_.project.root));
    run.Set("changed", std::move(changed));
    facts.records.Set("run", std::move(run));
  }
  facts.variables = {{"run", std::to_string(job.run.value)}, {"step", job.unit.step.value}};
  std::optional<Error> unseen;  // a file that cannot be looked at is not a missing one
  const auto size_of = [&](const std::string& path) -> std::optional<std::int64_t> {
    if (const auto kind = LookAtPath(path); !kind) unseen = kind.error();
    return FileSize(path);
  };
  facts.file_size = [&](const std::string& path) -> std::optional<std::int64_t> {
    const RunFiles& files = context_.files;
    if (path == "plan") return size_of(files.AbsolutePlanPath());
    for (const std::string& lane : {job.lane, std::string("run")}) {
      if (auto size = size_of(files.ArtifactPath(lane, path))) return size;
    }
    if (path.starts_with('/') || path.find("..") != std::string::npos) return std::nullopt;
    return size_of(context_.project.root + "/" + path);
  };
  facts.verdict = [&](const std::string& phase) -> std::optional<std::string> {
    for (const char* record : {"step", "run"}) {
      const Json* verdict = job.records[record]["verdicts"].Find(phase);
      if (verdict != nullptr) return verdict->AsString();
    }
    return std::nullopt;
  };
  UnitOutcome outcome;
  const ParsedGate when = ParseGate(job.stage.when);
  const ParsedGate gate = ParseGate(job.stage.gate);
  if (!when.problems.empty() || !gate.problems.empty()) {
    return FailedUnit(ErrorClass::kPermanent,
                      Error{Code::kInvalid, "the gate of `" + job.stage.name + "` does not parse", ""});
  }
  outcome.applies = EvaluateGate(when.gate, facts).empty();
  if (outcome.applies || job.falls_back) {
    outcome.reasons = GateReasons(EvaluateGate(gate.gate, facts));
    outcome.holds = outcome.reasons.empty();
  }
  return unseen ? FailedUnit(ErrorClass::kTooling, *unseen) : outcome;
}

}  // namespace forge
