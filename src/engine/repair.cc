// Node repair: retry, decompose, prune, blocked. The table is model/repair.h's; here is what each does to the step.
#include "engine/repair.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "engine/turn.h"
#include "graph/pattern.h"
#include "model/repair.h"

namespace forge {
namespace {

constexpr std::size_t kMostNoted = 50;  // things a step may be let off

bool IsPartName(const StepId& part, const StepId& step) {
  const std::string prefix = step.value + ".";
  if (!part.value.starts_with(prefix) || part.value.size() == prefix.size()) return false;
  return part.value.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
}

bool Contains(const std::vector<StepId>& ids, const StepId& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

const StepSpec* FindStep(const PlanRef& plan, const StepId& id) {
  const auto step =
      std::find_if(plan.steps.begin(), plan.steps.end(), [&](const StepSpec& one) { return one.id == id; });
  return step == plan.steps.end() ? nullptr : &*step;
}

// A glob is within only what names it, or the folder it lies in, in so many words.
bool WritesWithin(const StepSpec& part, const StepSpec& whole) {
  if (whole.writes.empty()) return true;
  if (part.writes.empty()) return false;
  return std::all_of(part.writes.begin(), part.writes.end(), [&](const std::string& path) {
    const bool plain = path.find_first_of("*?[{") == std::string::npos;
    return std::any_of(whole.writes.begin(), whole.writes.end(), [&](const std::string& allowed) {
      return path == allowed || (plain && PatternsOverlap(allowed, path));
    });
  });
}

}  // namespace

std::vector<StepId> PartsOf(const PlanRef& plan, const StepId& step) {
  std::vector<StepId> parts;
  const StepSpec* whole = FindStep(plan, step);
  if (whole == nullptr) return parts;
  for (const StepId& id : whole->depends) {
    if (IsPartName(id, step) && FindStep(plan, id) != nullptr && !Contains(parts, id)) parts.push_back(id);
  }
  return parts;
}

bool IsPart(const PlanRef& plan, const StepId& step) {
  const std::size_t dot = step.value.rfind('.');
  if (dot == std::string::npos) return false;
  return Contains(PartsOf(plan, StepId{step.value.substr(0, dot)}), step);
}

bool IsDecomposition(const PlanRef& before, const PlanRef& after, const StepId& step) {
  const StepSpec* whole = FindStep(before, step);
  const StepSpec* now = FindStep(after, step);
  if (whole == nullptr || now == nullptr) return false;
  std::vector<StepSpec> rest;
  std::vector<StepId> added;
  for (const StepSpec& spec : after.steps) {
    if (IsPartName(spec.id, step) && FindStep(before, spec.id) == nullptr) {
      if (!Contains(now->depends, spec.id) || !WritesWithin(spec, *whole)) return false;
      added.push_back(spec.id);
    } else {
      rest.push_back(spec);
    }
  }
  const bool known = std::all_of(after.steps.begin(), after.steps.end(), [&](const StepSpec& spec) {
    return !Contains(added, spec.id) || std::all_of(spec.depends.begin(), spec.depends.end(), [&](const StepId& need) {
      return Contains(added, need) || Contains(whole->depends, need);
    });
  });
  if (added.empty() || !known) return false;
  for (StepSpec& spec : rest) {
    if (spec.id == step) std::erase_if(spec.depends, [&](const StepId& id) { return Contains(added, id); });
  }
  return rest == before.steps;
}

std::string PartsDone(const State& state, int place) {
  const StepSpec& step = state.plan->steps[static_cast<std::size_t>(place)];
  std::vector<std::string> names;
  for (const StepId& part : step.depends) {
    if (IsPartName(part, step.id) && state.graph.Find(part.value) >= 0) names.push_back(part.value);
  }
  if (names.empty()) return "";
  return fmt::format(
      "This step was taken apart. Its parts are settled: {}. What is left is what none of them did: bring them "
      "together, "
      "and make the step's own proof hold.",
      Join(names, ", "));
}

// The stage that takes a step apart, at or before where the lane stands; -1: there is none.
int Turn::SplitStage(int lane) const {
  const Lane& at = LaneOf(state_, lane);
  const auto& stages = state_.start.pipelines.pipelines[static_cast<std::size_t>(at.pipeline)].stages;
  for (int place = at.stage; place >= 0; --place) {
    if (stages[static_cast<std::size_t>(place)].splits()) return place;
  }
  return -1;
}

// Once, and never a part: what does not come right in pieces does not in smaller ones.
bool Turn::MayDecompose(int lane) const {
  const StepId id = StepOf(lane);
  return SplitStage(lane) >= 0 && PartsOf(*state_.plan, id).empty() && !IsPart(*state_.plan, id);
}

void Turn::Repair(int lane, const UnitOutcome& outcome, const Json& before) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  StageMemo& memo = MemoAt(at);
  StepState& step = state_.steps[static_cast<std::size_t>(lane)];
  const RepairSignals signals = RepairSignalsFromJson(outcome.result["signals"]);
  const std::vector<std::string> unmet = signals.unmet();
  RepairCase known;
  known.large = IsLarge(state_.plan->steps[static_cast<std::size_t>(lane)]);
  known.explained = std::any_of(at.memos.begin(), at.memos.end(),
                                [&](const StageMemo& other) { return Explains(other.result, unmet); });
  known.again = memo.rounds > 0 && outcome.result.Has("issues") && before["issues"] == outcome.result["issues"];
  known.can_decompose = MayDecompose(lane);
  known.used = step.repairs;
  known.budget = stage.repair;
  const RepairDecision decision = DecideRepair(signals, known);
  memo.verdict = Verdict::kRevision;
  ++memo.rounds;
  memo.last_failures = outcome.failures;
  if (decision.strategy != RepairStrategy::kBlocked) ++step.repairs;
  Say("repair", lane,
      Json::MakeObject()
          .Set("strategy", Name(decision.strategy))
          .Set("reason", decision.reason)
          .Set("used", step.repairs)
          .Set("of", stage.repair)
          .Set("failures", outcome.failures)
          .Set("summary", outcome.summary));
  at.note = fmt::format("{}. The check said: {}", decision.reason, outcome.summary);
  switch (decision.strategy) {
    case RepairStrategy::kRetry: return GoTo(lane, stage.revision_index);
    case RepairStrategy::kDecompose: at.splitting = true; return GoTo(lane, SplitStage(lane));
    case RepairStrategy::kPrune: return Prune(lane, unmet, decision.reason);
    case RepairStrategy::kBlocked:
      return Exhausted(lane,
                       fmt::format("`{}` does not pass, and {}: {}", stage.name, decision.reason, outcome.summary));
  }
}

void Turn::Prune(int lane, const std::vector<std::string>& unmet, const std::string& why) {
  StepState& step = state_.steps[static_cast<std::size_t>(lane)];
  Json list = Json::MakeArray();
  for (const std::string& what : unmet) {
    list.Append(what);
    const bool fresh = std::find(step.pruned.begin(), step.pruned.end(), what) == step.pruned.end();
    if (fresh && step.pruned.size() < kMostNoted) step.pruned.push_back(what);
  }
  Say("pruned", lane, Json::MakeObject().Set("what", std::move(list)).Set("reason", why));
  Lane& at = LaneAt(lane);
  MemoAt(at).verdict = Verdict::kApproved;
  at.note.clear();
  Next(lane);
}

// A check that was accepted as it is: what its step owes is not forgotten.
void Turn::NoteDropped(int lane) {
  if (lane == kRunLane || StageAt(LaneAt(lane)).kind != StageKind::kCheck) return;
  StepState& step = state_.steps[static_cast<std::size_t>(lane)];
  const std::vector<std::string> unmet = RepairSignalsFromJson(MemoAt(LaneAt(lane)).result["signals"]).unmet();
  for (const std::string& what : unmet) {
    const bool fresh = std::find(step.dropped.begin(), step.dropped.end(), what) == step.dropped.end();
    if (fresh && step.dropped.size() < kMostNoted) step.dropped.push_back(what);
  }
  if (unmet.empty()) return;
  Json list = Json::MakeArray();
  for (const std::string& what : unmet) list.Append(what);
  Say("dropped", lane, Json::MakeObject().Set("what", std::move(list)));
}

// Takes the plan that a unit wrote. A step taken apart inside of what it was allowed needs no new approval: nothing is
// done that was not asked for. When its parts are there already, somebody else's later plan has them.
void Turn::TakePlan(const Unit& unit, const PlanRef& plan) {
  const bool splits = StageOf(state_, unit).splits() && state_.plan;
  if (splits && !PartsOf(*state_.plan, unit.step).empty()) return;
  if (auto legal = CheckPlan(plan); !legal) {
    return Say("plan-refused", unit.lane, Json::MakeObject().Set("reason", legal.error().message));
  }
  const bool stays_approved = splits && state_.approval_seen && state_.approved_hash == state_.plan->hash &&
                              IsDecomposition(*state_.plan, plan, unit.step);
  if (stays_approved) state_.approved_hash = plan.hash;
  ApplyPlan(plan);
}

// The step has become several: it waits for them, and then goes through its own stages again.
void Turn::OnSplit(int lane) {
  if (PartsOf(*state_.plan, StepOf(lane)).empty()) {
    return OnFailure(lane, {}, ErrorClass::kMalformed, "the answer names no parts of the step", {});
  }
  StepState& step = state_.steps[static_cast<std::size_t>(lane)];
  LeaveSlot(lane);
  step.lane.reset();
  SetStep(lane, StepStatus::kPending);
  if (step.unmet == 0) MakeReady(lane);
  CheckEach();
}

}  // namespace forge
