#include "engine/repairs.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/parts.h"
#include "engine/subject.h"
#include "model/repair.h"

namespace forge {

// The stage that splits a step, at or before the one where the lane stands.
std::optional<int> Repairs::SplitStage(LaneId lane) const {
  const Lane& at = LaneOf(state_, lane);
  const auto& stages = StagesOf(state_, at);
  for (int place = at.stage; place >= 0; --place) {
    if (stages[static_cast<std::size_t>(place)].splits()) return place;
  }
  return std::nullopt;
}

// Once, and never a part: a step that fails in parts fails in smaller parts too.
bool Repairs::MayDecompose(LaneId lane) const {
  const StepId id = StepOf(state_, lane);
  return SplitStage(lane).has_value() && PartsOf(*state_.plan, id).empty() && !IsPart(*state_.plan, id);
}

void Repairs::Repair(LaneId lane, const UnitOutcome& outcome, const Json& before) {
  if (revisions_.LeaveToPerson(lane, outcome.summary)) return;
  Lane& at = change_.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  StepState& step = change_.StepAt(lane.place());
  const RepairSignals signals = RepairSignalsFromJson(outcome.result["signals"]);
  const std::vector<std::string> unmet = signals.unmet();
  RepairCase known;
  known.large = IsLarge(change_.SpecAt(lane.place()));
  known.explained = std::any_of(at.memos.begin(), at.memos.end(),
                                [&](const StageMemo& other) { return Explains(other.result, unmet); });
  known.again = memo.rounds > 0 && outcome.result.Has("issues") && before["issues"] == outcome.result["issues"];
  known.unchanged = CameBackUnchanged(state_, lane);
  known.can_decompose = MayDecompose(lane);
  known.used = step.repairs;
  known.budget = stage.repair;
  const RepairDecision decision = DecideRepair(signals, known);
  NoteSentBack(state_, lane, memo);
  memo.verdict = Verdict::kRevision;
  state_.learnt = true;
  memo.last_failures = outcome.failures;
  if (decision.strategy != RepairStrategy::kBlocked) {
    ++memo.rounds;
    ++step.repairs;
  }
  change_.Say("repair", lane,
              Json::MakeObject()
                  .Set("strategy", Name(decision.strategy))
                  .Set("reason", decision.reason)
                  .Set("used", step.repairs)
                  .Set("of", stage.repair)
                  .Set("failures", outcome.failures)
                  .Set("summary", outcome.summary));
  at.note = fmt::format("{}. The check said: {}", decision.reason, outcome.summary);
  switch (decision.strategy) {
    case RepairStrategy::kRetry: return lanes_.SendBack(lane);
    case RepairStrategy::kDecompose: at.splitting = true; return lanes_.GoTo(lane, *SplitStage(lane));
    case RepairStrategy::kPrune: return Prune(lane, unmet, decision.reason);
    case RepairStrategy::kBlocked:
      return revisions_.Exhausted(lane,
                                  fmt::format("`{}` failed: {} ({})", stage.name, outcome.summary, decision.reason));
  }
}

void Repairs::Prune(LaneId lane, const std::vector<std::string>& unmet, const std::string& why) {
  AddNew(unmet, change_.StepAt(lane.place()).pruned);
  change_.Say("pruned", lane, Json::MakeObject().Set("what", ListOf(unmet)).Set("reason", why));
  Lane& at = change_.LaneAt(lane);
  at.memo().verdict = Verdict::kApproved;
  at.memo().sent_back = false;
  at.note.clear();
  lanes_.Next(lane);
}

}  // namespace forge
