#include "engine/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "engine/parts.h"
#include "engine/policy.h"
#include "engine/subject.h"
#include "model/repair.h"

namespace forge {
namespace {

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

// Only what costs tokens is held back by a budget. A panel asks for each of its members.
bool Spends(const Stage& stage) {
  return stage.kind == StageKind::kAgent || (stage.kind == StageKind::kLearn && !stage.role.empty());
}

// A merge in conflict was never verified, and so it has no score to compare.
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

// A repair may have helped where no snapshot shows it, as in what a build leaves behind: then it has not changed
// nothing.
void NoteOtherFailure(StageMemo& memo, const Json& before) {
  if (before["issues"] != memo.result["issues"]) memo.judged.clear();
}

// A baseline costs nothing where there is nothing to run.
bool HasNothingToRun(const State& state, LaneId lane, const Stage& stage) {
  if (stage.kind != StageKind::kCheck || stage.mode != CheckMode::kBaseline || lane.is_run()) return false;
  const bool only_steps = std::ranges::all_of(stage.commands, [](const std::string& one) { return one == "step"; });
  return only_steps && stage.checks.empty() && state.plan->steps[static_cast<std::size_t>(lane.place())].verify.empty();
}

// Of a step that changes nothing there is nothing to prove or to review. A stage whose condition speaks of the kind of
// a step knows what it does.
bool IsForChangesOnly(const State& state, LaneId lane, const Stage& stage) {
  if (state.start.rules < 4 || lane.is_run() || stage.when.contains("step.kind")) return false;
  // Who audits may have asked for changes, which a stage has made meanwhile; or a person made them by hand.
  const Lane& at = LaneOf(state, lane);
  const bool asked = std::ranges::any_of(at.memos, [](const StageMemo& memo) { return memo.rounds > 0; });
  const bool changed = state.start.rules >= 6 && (asked || at.unmerged);
  return !changed && (stage.kind == StageKind::kCheck || !stage.verdict.empty()) &&
         ChangesNothing(state.plan->steps[static_cast<std::size_t>(lane.place())]);
}

// Every command of a step passes before anything was done, and its plan does not say why.
bool ProvesNothing(const Stage& stage, const StepSpec& step, const Json& result) {
  if (!stage.must_fail || !result["results"].is_array() || result["results"].AsArray().empty()) return false;
  if (!PassesTodayReason(step).empty()) return false;
  return std::ranges::all_of(result["results"].AsArray(), [](const Json& one) { return one["passed"].AsBool(); });
}

// The agent did not do the stage, and says what it needs. Journals of before have no reasons there: these units failed.
bool SaysBlocked(const Unit& unit, const UnitOutcome& outcome) {
  return unit.kind == UnitKind::kAgent && outcome.status == UnitStatus::kFailed &&
         outcome.error_class == ErrorClass::kExternal && !outcome.reasons.empty();
}

// A check that let the work pass without a word of praise: what it found and does not stop for, or that there was
// nothing to run.
Json WhatACheckSays(const UnitOutcome& outcome) {
  if (!outcome.passed) return Json::MakeObject().Set("advisory", outcome.failures).Set("summary", outcome.summary);
  if (outcome.result["nothing_run"].AsBool()) return Json::MakeObject().Set("nothing_run", true);
  return {};
}

}  // namespace

void Stages::Move(LaneId lane) {
  Lane& at = use_.change.LaneAt(lane);
  if (at.is_child_run()) return MoveChild(lane);
  if (at.phase == LanePhase::kRunning && StageOf(state_, at).kind == StageKind::kPanel)
    return use_.panels.Dispatch(lane);
  if (at.phase != LanePhase::kHeld) return;
  if (!HasStage(state_, at)) {
    use_.handovers.Apply(lane);
    return use_.endings.Finish(lane);
  }
  const Stage& stage = StageOf(state_, at);
  if (stage.splits() && !at.splitting) return use_.lanes.Next(lane);  // only a repair leads into it
  if (!at.entered) use_.lanes.BeginEntry(lane);
  if (stage.mode == CheckMode::kDisabled) {
    // What is not looked at holds up nothing that waits for its approval.
    if (stage.kind == StageKind::kAgent) at.memo().verdict = Verdict::kApproved;
    return use_.lanes.Skip(lane, "disabled");
  }
  if (HasNothingToRun(state_, lane, stage)) return use_.lanes.Skip(lane, "the step has no verify command");
  if (IsForChangesOnly(state_, lane, stage)) return use_.lanes.Skip(lane, "the step changes nothing");
  const bool gated = !stage.when.empty() || !stage.gate.empty();
  if (gated && !at.memo().gate_passed) {
    use_.change.Start(UnitKind::kGate, lane, "", ++at.gate_attempts);
    return;
  }
  Dispatch(lane);
}

void Stages::MoveChild(LaneId lane) {
  Lane& at = use_.change.LaneAt(lane);
  if (at.phase != LanePhase::kHeld || !use_.budgets.AffordableForRun(lane, "")) return;
  use_.change.Start(UnitKind::kChild, lane, "", ++at.attempt);
}

void Stages::Dispatch(LaneId lane) {
  Lane& at = use_.change.LaneAt(lane);
  at.falls_back = false;
  if (use_.handovers.Apply(lane)) return use_.lanes.Skip(lane, "done by hand");
  const Stage& stage = StageOf(state_, at);
  if (at.attempt == 0) at.memo().looks_at = SubjectOf(state_, lane);
  const bool reviews = stage.kind == StageKind::kAgent && !stage.verdict.empty();
  if (reviews && at.attempt == 0 && VerdictStands(state_, lane)) return RepeatVerdict(lane);
  if (Spends(stage) && !use_.budgets.Affordable(lane, stage.role)) return;
  switch (stage.kind) {
    case StageKind::kPanel: return use_.panels.Dispatch(lane);
    case StageKind::kAsk: return use_.answers.AskStage(lane);
    case StageKind::kEach: return use_.steps.BeginEach();
    case StageKind::kAgent:
    case StageKind::kCheck:
    case StageKind::kIntegrate:
    case StageKind::kLearn: break;
  }
  if (at.attempt == 0) {
    StageMemo& memo = at.memo();
    memo.saw_last = std::exchange(memo.saw, at.snapshot);
  }
  ++at.attempt;
  use_.change.Start(KindFor(stage.kind), lane, "", at.attempt);
}

// No agent is asked: it would see what it saw.
void Stages::RepeatVerdict(LaneId lane) {
  const StageMemo& memo = use_.change.LaneAt(lane).memo();
  if (!memo.sent_back) return use_.lanes.Approve(lane, Json::MakeObject().Set("unchanged", true));
  use_.revisions.Revise(lane, memo.last_failures, std::string(memo.summary));
}

void Stages::OnUnit(LaneId lane, const Unit& unit, const UnitOutcome& outcome) {
  const Lane& at = use_.change.LaneAt(lane);
  if (LaneBroke(at) || at.phase == LanePhase::kDone) return;
  if (at.skip_requested) return SkipAsAsked(lane);
  if (unit.kind == UnitKind::kGate && outcome.status == UnitStatus::kDone) return OnGate(lane, outcome);
  if (!unit.member.empty()) return use_.panels.OnMember(lane, unit, outcome);
  if (outcome.status == UnitStatus::kCancelled) return OnCancelled(lane, unit);
  if (StoppedAtBudget(outcome)) return OnBudget(lane, outcome);
  if (SaysBlocked(unit, outcome)) return AskTheBlocked(lane, outcome);
  for (const Json& refused : outcome.result["refused"].AsArray()) use_.change.Say("run-refused", lane, refused);
  if (outcome.status == UnitStatus::kFailed) {
    return OnFailure(lane, unit, outcome.error_class, outcome.error, WordOf(outcome));
  }
  if (unit.kind == UnitKind::kChild) {
    use_.lanes.TakeAccepted(lane, outcome.result["accepted"]);
    if (state_.start.rules >= 6 && outcome.result["learnt"].AsBool()) state_.learnt = true;
    return use_.endings.Finish(lane);
  }
  use_.change.LaneAt(lane).memo().by = unit.id;
  OnDone(lane, outcome);
}

void Stages::SkipAsAsked(LaneId lane) {
  Lane& at = use_.change.LaneAt(lane);
  if (!at.units.empty()) return;
  at.skip_requested = false;
  const std::string why = std::exchange(at.reason, "");
  const std::string by = std::exchange(at.skip_by, "");
  if (lane.is_run()) return use_.lanes.SkipAsAsked(lane, why, by, why);
  use_.steps.Settle(lane.place(), StepStatus::kSkipped, why);
}

// The engine stopped it: the attempt does not count, and the next one is a new unit.
void Stages::OnCancelled(LaneId lane, const Unit& unit) {
  Lane& at = use_.change.LaneAt(lane);
  --(unit.kind == UnitKind::kGate ? at.gate_attempts : at.attempt);
  use_.change.Hold(lane);
}

// Not an attempt: the lane asks about its budget when it moves, and the next unit goes on from what was kept.
void Stages::OnBudget(LaneId lane, const UnitOutcome& outcome) {
  Lane& at = use_.change.LaneAt(lane);
  --at.attempt;
  at.note = outcome.snapshot.empty() ? kStoppedAtBudget : kStoppedAtBudgetWithWork;
  use_.budgets.WaitForOthers(lane, outcome);
  use_.change.Hold(lane);
}

void Stages::OnGate(LaneId lane, const UnitOutcome& outcome) {
  Lane& at = use_.change.LaneAt(lane);
  at.gate_attempts = 0;
  if (!outcome.applies && !at.falls_back) {
    --at.memo().entered;  // not entered after all
    const std::string when = ReplaceAll(Trim(StageOf(state_, at).when), "\n", "; ");
    return use_.lanes.Skip(lane, "its condition does not hold" + (when.empty() ? "" : ": " + when));
  }
  if (outcome.holds) {
    at.memo().gate_passed = true;
    return use_.change.Hold(lane);
  }
  use_.change.Say("gate-failed", lane, Json::MakeObject().Set("reasons", ListOf(outcome.reasons)));
  use_.questions.Escalate(
      lane, fmt::format("the gate of `{}` does not hold: {}", StageOf(state_, at).name, Join(outcome.reasons, "; ")),
      {"retry", "skip", "stop"});
}

void Stages::OnDone(LaneId lane, const UnitOutcome& outcome) {
  Lane& at = use_.change.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  StageMemo& memo = at.memo();
  const Json before = std::exchange(memo.result, outcome.result);
  memo.summary = outcome.summary;
  // What is red before the work answers nothing that the agent is told.
  const bool baseline = stage.kind == StageKind::kCheck && stage.mode == CheckMode::kBaseline;
  if (!baseline || state_.start.rules < 3) at.note.clear();
  if (stage.splits()) return OnSplit(lane);
  const std::string urge = baseline ? at.urge : std::exchange(at.urge, "");
  // An agent whose stage may block a step oversees it: its verdict decides whether the step is repaired.
  const bool oversees = stage.kind == StageKind::kAgent && stage.on_exhausted == OnExhausted::kBlock;
  if (const auto route = oversees ? RouteRepair(outcome.result) : std::nullopt) {
    if (!route->goes_on) return use_.endings.Block(lane, route->text);
    at.note = route->text;
  }
  if (baseline) return OnBaseline(lane, outcome);
  if (stage.kind == StageKind::kCheck) {
    if (outcome.passed || stage.mode == CheckMode::kAdvisory) return use_.lanes.Approve(lane, WhatACheckSays(outcome));
    NoteAttempt(memo, outcome);
    NoteOtherFailure(memo, before);
    if (stage.repair > 0 && !lane.is_run()) return use_.repairs.Repair(lane, outcome, before);
    return use_.revisions.Revise(lane, outcome.failures, outcome.summary);
  }
  if (stage.kind == StageKind::kIntegrate && !outcome.passed) {
    if (outcome.result["order"].AsBool() && use_.revisions.ComeAgain(lane, outcome.failures, outcome.summary)) return;
    NoteAttempt(memo, outcome);
    return use_.revisions.Revise(lane, outcome.failures, outcome.summary);
  }
  if (stage.verdict.empty()) return use_.lanes.Next(lane);
  if (outcome.verdict == Verdict::kApproved) return use_.lanes.Approve(lane);
  if (outcome.verdict == Verdict::kRevision && stage.mode == CheckMode::kAdvisory)
    return use_.lanes.Approve(lane,
                              Json::MakeObject().Set("advisory", outcome.failures).Set("summary", outcome.summary));
  if (outcome.verdict == Verdict::kRevision) return use_.revisions.Revise(lane, outcome.failures, outcome.summary);
  at.urge = urge;
  OnFailure(lane, {}, ErrorClass::kMalformed, "the verdict cannot be read", {});
}

// It says how things are before the work; there is nothing to pass or fail.
void Stages::OnBaseline(LaneId lane, const UnitOutcome& outcome) {
  Lane& at = use_.change.LaneAt(lane);
  const Json::Array& results = outcome.result["results"].AsArray();
  const auto passed = std::ranges::count_if(results, [](const Json& one) { return one["passed"].AsBool(); });
  at.memo().verdict = Verdict::kApproved;
  use_.change.Say("baseline", lane,
                  Json::MakeObject()
                      .Set("summary", outcome.summary)
                      .Set("passed", static_cast<std::int64_t>(passed))
                      .Set("commands", static_cast<std::int64_t>(results.size())));
  if (!lane.is_run() && ProvesNothing(StageOf(state_, at), use_.change.SpecAt(lane.place()), outcome.result)) {
    return use_.endings.Block(lane,
                              "every verify command of the step passes before the work: none of them can prove it");
  }
  use_.lanes.Next(lane);
}

void Stages::OnSplit(LaneId lane) {
  if (!PartsOf(*state_.plan, StepOf(state_, lane)).empty()) {
    use_.change.LaneAt(lane).urge.clear();
    return use_.steps.WaitForParts(lane.place());
  }
  OnFailure(lane, {}, ErrorClass::kMalformed, "the answer names no parts of the step", {});
}

void Stages::OnFailure(LaneId lane, const Unit& unit, ErrorClass error_class, const std::string& error,
                       const ProvidersWord& word) {
  Lane& at = use_.change.LaneAt(lane);
  const bool late = unit.kind == UnitKind::kAgent && error_class == ErrorClass::kTimeout;
  if (late && StageOf(state_, at).timeout_index > at.stage) return FallBack(lane, error);
  // A gate that could not be evaluated is not an attempt of its stage. A child run has had its own retries.
  const bool is_gate = unit.kind == UnitKind::kGate;
  int& attempts = is_gate ? at.gate_attempts : at.attempt;
  const int retries = at.is_child_run() ? 0 : is_gate ? kGateRetries : RetriesOf(state_, lane);
  RetryDecision retry = DecideRetry(error_class, attempts, retries, word, use_.change.at(), unit.id.value, at.waits);
  const bool machine = error_class == ErrorClass::kMachine;
  if (unit.kind == UnitKind::kChild && !machine) retry.retry = false;
  // No agent can repair what is not installed: a person can.
  const bool checks = unit.kind == UnitKind::kCheck || unit.kind == UnitKind::kIntegrate;
  if (checks && error_class == ErrorClass::kExternal) return AskForMissing(lane, unit, error);
  // Should a person retry it, the last error counts.
  if (!retry.retry && !is_gate && !machine && state_.start.rules >= 3) at.note = error;
  if (!retry.retry && !is_gate && !machine && use_.revisions.LeaveOpen(lane, error)) return;
  if (!retry.retry)
    return use_.endings.Fail(lane, fmt::format("{}{}: {}", is_gate ? "gate: " : "", Name(error_class), error));
  if (!is_gate && !machine) {
    at.note = error;
    at.remedies = Together(at.remedies, retry.remedies);
  }
  use_.change.Say("retry", lane,
                  Json::MakeObject()
                      .Set("class", Name(error_class))
                      .Set("error", error)
                      .Set("delay_ms", retry.delay_ms)
                      .Set("why", retry.why));
  if (!retry.counts) --attempts;
  if (retry.delay_ms == 0) return use_.change.Hold(lane);
  at.phase = LanePhase::kBackingOff;
  use_.change.StartTimer(lane, "", retry, fmt::format("{}: {}", Name(error_class), error));
}

// The cheap way took too long: what it left is dropped, and the stage behind it does the work.
void Stages::FallBack(LaneId lane, const std::string& error) {
  Lane& at = use_.change.LaneAt(lane);
  const Stage& stage = StageOf(state_, at);
  at.memo().skipped = true;
  use_.change.Say("stage-skipped", lane,
                  Json::MakeObject()
                      .Set("reason", fmt::format("{}: `{}` does it instead", error, stage.on_timeout))
                      .Set("instead", stage.on_timeout));
  use_.lanes.GoTo(lane, stage.timeout_index);
  at.falls_back = true;
}

// The agent's own words are the question. They go into the next attempt with the answer: a fresh model knows neither.
void Stages::AskTheBlocked(LaneId lane, const UnitOutcome& outcome) {
  const std::string words = Join(outcome.reasons, "\n");
  if (use_.revisions.LeaveOpen(lane, words)) return;
  Lane& at = use_.change.LaneAt(lane);
  --at.attempt;
  at.memo().verdict.reset();
  if (state_.start.rules >= 5) at.note = std::string(kStoppedAndSaid) + words;
  use_.questions.Escalate(lane, outcome.error, {"retry", "stop"}, outcome.error.ends_with(words) ? "" : words);
}

// Skipping a check is a person's choice; skipping an integration would leave the work behind.
void Stages::AskForMissing(LaneId lane, const Unit& unit, const std::string& what) {
  Lane& at = use_.change.LaneAt(lane);
  --at.attempt;
  at.memo().verdict.reset();  // `retry` means this stage, not the work before it
  using Options = std::vector<std::string>;
  use_.questions.Escalate(lane, what,
                          unit.kind == UnitKind::kCheck ? Options{"retry", "skip", "stop"} : Options{"retry", "stop"});
}

}  // namespace forge
