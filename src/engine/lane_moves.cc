#include "engine/lane_moves.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "engine/subject.h"
#include "model/failed_command.h"

namespace forge {

void LaneMoves::BeginEntry(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  StageMemo& memo = at.memo();
  at.entered = true;
  at.attempt = 0;
  at.gate_attempts = 0;
  at.waits = {};
  at.remedies = {};
  ++memo.entered;
  memo.gate_passed = false;
  memo.skipped = false;
  memo.verdict.reset();
  change_.Touch(lane);
}

void LaneMoves::GoTo(LaneId lane, int stage) {
  Lane& at = change_.LaneAt(lane);
  // The stages in between judged work that is about to change. The sender's own verdict stands until it judges again,
  // so that `when = "after audit = revision"` can tell which stage sent the work back.
  for (int i = stage; i < at.stage && i < static_cast<int>(at.memos.size()); ++i) {
    at.memos[static_cast<std::size_t>(i)].verdict.reset();
  }
  at.stage = stage;
  at.entered = false;
  at.falls_back = false;
  at.attempt = 0;
  change_.DropTimers(lane);
  change_.Hold(lane);
}

void LaneMoves::SendBack(LaneId lane) {
  Lane& at = change_.LaneAt(lane);
  const int maker = StageOf(state_, at).revision_index;
  // One that judges may be the one to make them: its verdict knows nothing of what it is told now.
  if (state_.start.rules >= 12 && maker != at.stage)
    WantNewAnswers(StagesOf(state_, at)[static_cast<std::size_t>(maker)], at.memos[static_cast<std::size_t>(maker)]);
  GoTo(lane, maker);
}

void LaneMoves::Next(LaneId lane) {
  const int next = change_.LaneAt(lane).stage + 1;
  // Once for each plan: the stage of the steps may be one that is skipped now.
  const bool back = lane.is_run() && next > state_.each_stage && std::exchange(state_.has_new_steps, false);
  GoTo(lane, back ? state_.each_stage : next);
}

void LaneMoves::Skip(LaneId lane, const std::string& why) {
  change_.LaneAt(lane).memo().skipped = true;
  change_.Say("stage-skipped", lane, Json::MakeObject().Set("reason", why));
  Next(lane);
}

void LaneMoves::SkipAsAsked(LaneId lane, const std::string& what, const std::string& by, const std::string& why) {
  LetThrough(lane, what, by);
  if (state_.start.rules >= 7) change_.LaneAt(lane).note.clear();
  change_.LaneAt(lane).urge.clear();
  change_.LaneAt(lane).memo().judged.clear();
  Skip(lane, why);
}

void LaneMoves::Approve(LaneId lane, Json said) {
  StageMemo& memo = change_.LaneAt(lane).memo();
  memo.verdict = Verdict::kApproved;
  memo.sent_back = false;
  memo.judged = memo.looks_at;
  memo.last_failures = -1;  // should the lane come back, that is a new loop
  memo.attempts.clear();
  KeepAcceptedGaps(lane, memo.result);
  change_.Say("approved", lane, std::move(said));
  Next(lane);
}

// It passes because of the gaps that were accepted. Nothing else that did not pass then is true any more.
void LaneMoves::KeepAcceptedGaps(LaneId lane, const Json& result) {
  if (StageOf(state_, change_.LaneAt(lane)).kind == StageKind::kPanel) return;  // see NoteOpen
  const Json& left = result[kGapsLeftMember];
  // A journal of an older Forge does not say which are left.
  if (!left.is_array() && !result[kAcceptedGapsMember].AsArray().empty()) return;
  const StepId step = StepOf(state_, lane);
  const std::string& stage = StageOf(state_, change_.LaneAt(lane)).name;
  const auto before = std::ranges::find_if(
      state_.accepted, [&](const AcceptedFailure& one) { return one.step == step && one.stage == stage; });
  if (before == state_.accepted.end()) return;
  AcceptedFailure kept = *before;
  ForgetAccepted(lane);
  if (left.AsArray().empty()) return;
  std::vector<std::string> gaps;
  for (const Json& gap : left.AsArray()) gaps.push_back(gap.AsString());
  kept.what = "no command proves " + Join(gaps, "; ");
  state_.accepted.push_back(std::move(kept));
}

// What is said of the stage from now on replaces what was said before.
void LaneMoves::ForgetAccepted(LaneId lane) {
  const StepId step = StepOf(state_, lane);
  const std::string& stage = StageOf(state_, change_.LaneAt(lane)).name;
  std::erase_if(state_.accepted, [&](const AcceptedFailure& one) { return one.step == step && one.stage == stage; });
}

void LaneMoves::LetThrough(LaneId lane, const std::string& what, const std::string& by) {
  const Stage& stage = StageOf(state_, change_.LaneAt(lane));
  const bool counts =
      stage.kind == StageKind::kIntegrate || (stage.kind == StageKind::kCheck && stage.mode == CheckMode::kBlocking);
  if (!counts) return;
  ForgetAccepted(lane);
  NoteAccepted(lane, {StepOf(state_, lane), stage.name, what, by});
}

void LaneMoves::NoteOpen(LaneId lane, const std::string& what) {
  ForgetAccepted(lane);
  if (what.empty()) return;
  NoteAccepted(lane, {StepOf(state_, lane), StageOf(state_, change_.LaneAt(lane)).name, what, "policy"});
}

void LaneMoves::TakeAccepted(LaneId lane, const Json& list) {
  for (const Json& one : list.AsArray()) {
    NoteAccepted(lane, {StepOf(state_, lane), one["stage"].AsString(), one["what"].AsString(), one["by"].AsString()});
  }
}

void LaneMoves::NoteAccepted(LaneId lane, AcceptedFailure one) {
  constexpr std::size_t kMostKept = 100;
  change_.Say("accepted", lane, Json::MakeObject().Set("what", one.what).Set("by", one.by));
  if (state_.accepted.size() < kMostKept) state_.accepted.push_back(std::move(one));
}

void LaneMoves::Fail(LaneId lane, const std::string& why) {
  change_.StopUnits(lane);
  change_.DropTimers(lane);
  Break(lane, LanePhase::kFailed, why);
}

void LaneMoves::Block(LaneId lane, const std::string& why) { Break(lane, LanePhase::kBlocked, why); }

void LaneMoves::Break(LaneId lane, LanePhase phase, const std::string& why) {
  Lane& at = change_.LaneAt(lane);
  at.phase = phase;
  at.reason = why;
  change_.state().learnt = true;
  if (lane.is_run()) change_.SetStatus(RunStatus::kFailed, why);
}

}  // namespace forge
