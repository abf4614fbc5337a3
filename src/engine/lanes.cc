// Where a lane goes next: entering stages, gates, attempts, revision loops, the end.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "engine/policy.h"
#include "engine/turn.h"
#include "model/repair.h"
#include "model/stagnation.h"

namespace forge {
namespace {

constexpr int kMostQuotaWaits = 100;
constexpr int kGateRetries = 1;

UnitKind KindFor(StageKind kind) {
  switch (kind) {
    case StageKind::kCheck: return UnitKind::kCheck;
    case StageKind::kIntegrate: return UnitKind::kIntegrate;
    case StageKind::kLearn: return UnitKind::kLearn;
    case StageKind::kAgent:
    case StageKind::kPanel:
    case StageKind::kAsk:
    case StageKind::kEach: return UnitKind::kAgent;
  }
  return UnitKind::kAgent;
}

// Only what costs tokens is held back by a budget. A panel asks for each of its seats.
bool Spends(const Stage& stage) {
  return stage.kind == StageKind::kAgent || (stage.kind == StageKind::kLearn && !stage.role.empty());
}

// A merge in conflict was never verified: it is no attempt that could be compared.
void NoteAttempt(StageMemo& memo, const UnitOutcome& outcome) {
  constexpr std::size_t kMostKept = 8;  // more than the rule looks back
  const Json& score = outcome.result["score"];
  if (!score.is_number()) return;
  AttemptScore attempt{score.AsDouble(), {}, false};
  for (const Json& issue : outcome.result["issues"].AsArray()) attempt.issues.push_back(issue.AsString());
  attempt.unnamed = attempt.issues.empty();
  memo.attempts.push_back(std::move(attempt));
  if (memo.attempts.size() > kMostKept) memo.attempts.erase(memo.attempts.begin());
}

}  // namespace

// The lane stands at a stage and nothing of it waits for the world.
void Turn::Move(int lane) {
  Lane& at = LaneAt(lane);
  if (at.pipeline == kChildPipeline) {
    if (at.phase == LanePhase::kHeld && AffordableForRun(lane, "")) Start(UnitKind::kChild, lane, "", ++at.attempt);
    return;
  }
  const auto& stages = state_.start.pipelines.pipelines[static_cast<std::size_t>(at.pipeline)].stages;
  if (at.phase == LanePhase::kRunning && StageAt(at).kind == StageKind::kPanel) return DispatchPanel(lane);
  if (at.phase != LanePhase::kHeld) return;
  if (at.stage >= static_cast<int>(stages.size())) return FinishLane(lane);
  const Stage& stage = StageAt(at);
  if (stage.splits() && !at.splitting) return Next(lane);  // nobody's way leads through it
  if (!at.entered) BeginEntry(lane);
  if (stage.kind == StageKind::kCheck && stage.mode == CheckMode::kDisabled) return SkipStage(lane, "disabled");
  const bool gated = !stage.when.empty() || !stage.gate.empty();
  if (gated && !MemoAt(at).gate_passed) {
    Start(UnitKind::kGate, lane, "", ++at.gate_attempts);
    return;
  }
  Dispatch(lane);
}

void Turn::BeginEntry(int lane) {
  Lane& at = LaneAt(lane);
  StageMemo& memo = MemoAt(at);
  at.entered = true;
  at.attempt = 0;
  at.gate_attempts = 0;
  at.waits = 0;
  at.remedies = {};
  ++memo.entered;
  memo.gate_passed = false;
  memo.skipped = false;
  memo.verdict.reset();
  if (lane != kRunLane) decision_.touched.steps.insert(lane);
}

void Turn::Dispatch(int lane) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  if (Spends(stage) && !Affordable(lane, stage.role)) return;
  switch (stage.kind) {
    case StageKind::kPanel: return DispatchPanel(lane);
    case StageKind::kAsk: return AskStage(lane);
    case StageKind::kEach: return BeginEach();
    case StageKind::kAgent:
    case StageKind::kCheck:
    case StageKind::kIntegrate:
    case StageKind::kLearn: break;
  }
  ++at.attempt;
  Start(KindFor(stage.kind), lane, "", at.attempt);
}

void Turn::OnLaneUnit(int lane, const Unit& unit, const UnitOutcome& outcome) {
  Lane& at = LaneAt(lane);
  if (at.phase == LanePhase::kFailed || at.phase == LanePhase::kBlocked || at.phase == LanePhase::kDone) return;
  if (at.skip_requested) {
    if (!at.units.empty()) return;
    at.skip_requested = false;
    const std::string why = std::exchange(at.reason, "");
    if (lane == kRunLane) return SkipStage(lane, why);
    return Settle(lane, StepStatus::kSkipped, why);
  }
  if (unit.kind == UnitKind::kGate && outcome.status == UnitStatus::kDone) return OnGate(lane, outcome);
  if (outcome.status == UnitStatus::kCancelled) {
    // Stopped by us: the attempt does not count, and the next one is a new unit.
    if (!unit.member.empty()) return OnMember(lane, unit, outcome);
    --(unit.kind == UnitKind::kGate ? at.gate_attempts : at.attempt);
    return Hold(lane);
  }
  if (!unit.member.empty()) return OnMember(lane, unit, outcome);
  if (outcome.status == UnitStatus::kFailed) {
    return OnFailure(lane, unit, outcome.error_class, outcome.error, outcome.retry_at);
  }
  if (unit.kind == UnitKind::kChild) return FinishLane(lane);
  OnDone(lane, outcome);
}

void Turn::OnGate(int lane, const UnitOutcome& outcome) {
  Lane& at = LaneAt(lane);
  at.gate_attempts = 0;
  if (!outcome.applies) {
    --MemoAt(at).entered;  // looked at, not entered: the first time it really runs is its first iteration
    return SkipStage(lane, "its condition does not hold");
  }
  if (outcome.holds) {
    MemoAt(at).gate_passed = true;
    return Hold(lane);
  }
  Json reasons = Json::MakeArray();
  for (const std::string& reason : outcome.reasons) reasons.Append(reason);
  Say("gate-failed", lane, Json::MakeObject().Set("reasons", std::move(reasons)));
  Escalate(lane, fmt::format("the gate of `{}` does not hold: {}", StageAt(at).name, Join(outcome.reasons, "; ")),
           {"retry", "skip", "stop"});
}

void Turn::OnDone(int lane, const UnitOutcome& outcome) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  StageMemo& memo = MemoAt(at);
  const Json before = std::exchange(memo.result, outcome.result);
  memo.summary = outcome.summary;
  at.note.clear();
  if (stage.splits()) return OnSplit(lane);
  // An agent that may give a step up is an overseer: its word decides whether anybody is to mend it.
  const bool oversees = stage.kind == StageKind::kAgent && stage.on_exhausted == OnExhausted::kBlock;
  if (const auto route = oversees ? RouteRepair(outcome.result) : std::nullopt) {
    if (!route->goes_on) return BlockLane(lane, route->text);
    at.note = route->text;
  }
  if (stage.kind == StageKind::kCheck) {
    if (outcome.passed || stage.mode == CheckMode::kAdvisory) return Approve(lane);
    NoteAttempt(memo, outcome);
    if (stage.repair > 0 && lane != kRunLane) return Repair(lane, outcome, before);
    return Revise(lane, outcome.failures, outcome.summary);
  }
  if (stage.kind == StageKind::kIntegrate && !outcome.passed) {
    NoteAttempt(memo, outcome);
    return Revise(lane, outcome.failures, outcome.summary);
  }
  if (stage.verdict.empty()) return Next(lane);
  if (outcome.verdict == Verdict::kApproved) return Approve(lane);
  if (outcome.verdict == Verdict::kRevision) return Revise(lane, outcome.failures, outcome.summary);
  OnFailure(lane, {}, ErrorClass::kMalformed, "the verdict cannot be read", {});
}

void Turn::OnFailure(int lane, const Unit& unit, ErrorClass error_class, const std::string& error, TimePoint retry_at) {
  Lane& at = LaneAt(lane);
  // A gate that could not be evaluated is no attempt of its stage; a run of its own has had its retries inside.
  const bool is_gate = unit.kind == UnitKind::kGate;
  int& attempts = is_gate ? at.gate_attempts : at.attempt;
  const int retries = at.pipeline < 0 ? 0 : is_gate ? kGateRetries : RetriesOf(lane);
  RetryDecision retry = DecideRetry(error_class, attempts, retries, retry_at, at_, unit.id.value);
  if (unit.kind == UnitKind::kChild) retry.retry = false;
  if (!retry.counts && ++at.waits > kMostQuotaWaits) retry.retry = false;
  if (!retry.retry) return FailLane(lane, fmt::format("{}{}: {}", is_gate ? "gate: " : "", Name(error_class), error));
  if (!is_gate) {
    at.note = error;
    at.remedies = Together(at.remedies, retry.remedies);
  }
  Say("retry", lane,
      Json::MakeObject()
          .Set("class", Name(error_class))
          .Set("error", error)
          .Set("delay_ms", retry.delay_ms)
          .Set("why", retry.why));
  if (!retry.counts) --attempts;
  if (retry.delay_ms == 0) return Hold(lane);
  at.phase = LanePhase::kBackingOff;
  SetTimerFor(lane, "", retry.delay_ms);
}

void Turn::Approve(int lane) {
  StageMemo& memo = MemoAt(LaneAt(lane));
  memo.verdict = Verdict::kApproved;
  memo.last_failures = -1;  // should the lane come back, that is a new loop
  memo.attempts.clear();
  Say("approved", lane);
  Next(lane);
}

// Good enough: gates that ask for an approval hold, and what was missing is nobody's task any more.
void Turn::Accept(int lane) {
  Lane& at = LaneAt(lane);
  MemoAt(at).verdict = Verdict::kApproved;
  at.note.clear();
  NoteDropped(lane);
  Next(lane);
}

void Turn::Revise(int lane, std::int64_t failures, const std::string& feedback) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  StageMemo& memo = MemoAt(at);
  memo.verdict = Verdict::kRevision;
  ++memo.rounds;
  at.note = feedback;
  Say("revision", lane,
      Json::MakeObject()
          .Set("round", memo.rounds)
          .Set("of", stage.max_iterations)
          .Set("failures", failures)
          .Set("summary", feedback));
  const std::int64_t before = memo.last_failures;
  memo.last_failures = failures;
  if (stage.on_revision.empty()) {
    return FailLane(lane, fmt::format("`{}` asks for changes and has nowhere to send them: {}", stage.name, feedback));
  }
  if (memo.rounds >= stage.max_iterations) {
    return Exhausted(lane,
                     fmt::format("`{}` still asks for changes after {} rounds: {}", stage.name, memo.rounds, feedback));
  }
  if (stage.converge == Converge::kDecreasing && before >= 0 && failures >= before) {
    return Exhausted(
        lane, fmt::format("`{}` makes no progress: {} failures, {} the round before", stage.name, failures, before));
  }
  if (stage.converge == Converge::kAttempts) {
    const std::string why = WhyStagnant(JudgeAttempts(memo.attempts));
    if (!why.empty()) {
      return Exhausted(lane, fmt::format("`{}` makes no progress: {}: {}", stage.name, why, feedback));
    }
  }
  GoTo(lane, stage.revision_index);
}

void Turn::Exhausted(int lane, const std::string& why) {
  Lane& at = LaneAt(lane);
  const Stage& stage = StageAt(at);
  Say("exhausted", lane, Json::MakeObject().Set("reason", why).Set("then", Name(stage.on_exhausted)));
  switch (stage.on_exhausted) {
    case OnExhausted::kAccept: return Accept(lane);
    case OnExhausted::kBlock: return BlockLane(lane, why);
    case OnExhausted::kEscalate: return Escalate(lane, why, {"retry", "accept", "stop"});
  }
}

void Turn::GoTo(int lane, int stage) {
  Lane& at = LaneAt(lane);
  // Going back: what the stages in between said was about work that is about to change. The sender's own word stands
  // until it is asked again, so that `when = "after audit = revision"` can tell who sent the work back.
  for (int i = stage; i < at.stage && i < static_cast<int>(at.memos.size()); ++i) {
    at.memos[static_cast<std::size_t>(i)].verdict.reset();
  }
  at.stage = stage;
  at.entered = false;
  at.attempt = 0;
  DropTimers(lane);
  Hold(lane);
}

void Turn::SkipStage(int lane, const std::string& why) {
  Lane& at = LaneAt(lane);
  MemoAt(at).skipped = true;
  Say("stage-skipped", lane, Json::MakeObject().Set("reason", why));
  Next(lane);
}

void Turn::FinishLane(int lane) {
  LaneAt(lane).phase = LanePhase::kDone;
  if (lane == kRunLane) return EndRun(RunStatus::kCompleted, "");
  Settle(lane, StepStatus::kDone, "");
}

void Turn::FailLane(int lane, const std::string& why) {
  Lane& at = LaneAt(lane);
  at.phase = LanePhase::kFailed;
  at.reason = why;
  StopUnits(lane);
  DropTimers(lane);
  if (lane == kRunLane) return SetStatus(RunStatus::kFailed, why);
  GiveUp(lane, StepStatus::kFailed, why);
}

void Turn::BlockLane(int lane, const std::string& why) {
  Lane& at = LaneAt(lane);
  at.phase = LanePhase::kBlocked;
  at.reason = why;
  if (lane == kRunLane) return SetStatus(RunStatus::kFailed, why);
  GiveUp(lane, StepStatus::kBlocked, why);
}

}  // namespace forge
