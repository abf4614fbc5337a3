// One application of one input: the state being changed and the decision being made. Internal to the core; the
// methods are spread over the files that tell their part of the story.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/core.h"
#include "engine/state.h"

namespace forge {

class Turn {
 public:
  Turn(State& state, TimePoint at) : state_(state), at_(at) {}

  // core.cc: one per input. Each looks before it changes anything, so a refusal leaves the state as it was.
  Status On(const Started& in);
  Status On(const Attached& in);
  Status On(const Began& in);
  Status On(const Ended& in);
  Status On(const TimerFired& in);
  Status On(const Answered& in);      // questions.cc
  Status On(const Control& in);       // control.cc
  Status On(const BlockerEnded& in);  // control.cc
  Status On(const PlanEdited& in);    // steps.cc
  Status On(const DayLimit& in);      // budget.cc

  // Moves every lane that may move, until none can.
  void Pump();

  Decision& decision() { return decision_; }

 private:
  // core.cc
  Lane& LaneAt(int lane);
  StageMemo& MemoAt(Lane& lane) { return lane.memos[static_cast<std::size_t>(lane.stage)]; }
  const Stage& StageAt(const Lane& lane) const;
  StepId StepOf(int lane) const;
  bool MayMove() const;
  void Hold(int lane);
  void Say(std::string kind, int lane, Json data = {});
  void SetStatus(RunStatus status, std::string reason);
  void SetStep(int place, StepStatus status, std::string reason = "");
  UnitId Start(UnitKind kind, int lane, const std::string& member, int attempt);
  void StopUnits(int lane);
  void StopAllUnits();
  void SetTimerFor(int lane, const std::string& member, std::int64_t delay_ms);
  void DropTimers(int lane);
  void Absorb(Lane& lane, const Unit& unit, const UnitOutcome& outcome);

  // lanes.cc: where a lane goes next
  void Move(int lane);
  void BeginEntry(int lane);
  void Dispatch(int lane);
  void OnLaneUnit(int lane, const Unit& unit, const UnitOutcome& outcome);
  void OnGate(int lane, const UnitOutcome& outcome);
  void OnDone(int lane, const UnitOutcome& outcome);
  void OnFailure(int lane, const Unit& unit, ErrorClass error_class, const std::string& error, TimePoint retry_at);
  void Approve(int lane);
  void Accept(int lane);
  void Revise(int lane, std::int64_t failures, const std::string& feedback);
  void Exhausted(int lane, const std::string& why);
  void GoTo(int lane, int stage);
  void Next(int lane) { GoTo(lane, LaneAt(lane).stage + 1); }
  void SkipStage(int lane, const std::string& why);
  void FinishLane(int lane);
  void FailLane(int lane, const std::string& why);
  void BlockLane(int lane, const std::string& why);

  // repair.cc: what follows a check that failed, where the pipeline leaves that to the table
  void Repair(int lane, const UnitOutcome& outcome, const Json& before);
  void Prune(int lane, const std::vector<std::string>& unmet, const std::string& why);
  void NoteDropped(int lane);
  void OnSplit(int lane);
  int SplitStage(int lane) const;
  bool MayDecompose(int lane) const;
  void TakePlan(const Unit& unit, const PlanRef& plan);

  // budget.cc
  bool Affordable(int lane, const std::string& role);
  bool AffordableForRun(int lane, const std::string& role);
  bool OwnLimitsHold(int lane);
  void CountSpending(const Unit& unit, const Usage& usage);
  void AskBudget(const std::string& why);
  void ExtendDay(const std::string& comment);
  void SetDay(const DayLimit& day);
  int RetriesOf(int lane);
  void ExtendBudget(const std::string& comment);

  // panel.cc
  void DispatchPanel(int lane);
  void OnMember(int lane, const Unit& unit, const UnitOutcome& outcome);
  void OnMemberFailure(int lane, const Unit& unit, ErrorClass error_class, const std::string& error,
                       TimePoint retry_at);
  void AggregatePanel(int lane);
  void OpenRound(int lane);
  std::string Basis(int lane, const Member& seat) const;

  // steps.cc
  void BeginEach();
  void Settle(int place, StepStatus status, const std::string& reason);
  void GiveUp(int place, StepStatus status, const std::string& reason);
  void CheckEach();
  void CountUnmet();
  void ReopenStep(int place);
  void ReopenEach();
  Status CheckPlan(const PlanRef& plan) const;
  Status CheckRunning(const PlanRef& plan, const StepGraph& graph) const;
  void ApplyPlan(const PlanRef& plan);
  bool ApprovalStale() const;

  // slots.cc
  Rank RankOf(int place) const;
  void MakeReady(int place);
  void StartSteps();
  std::optional<int> NextToStart() const;
  void LoseFocus();
  void StartStep(int place);
  void LeaveSlot(int place);
  const std::string* FindClash(int place) const;
  void QueueFor(int place, const std::string& path);
  void LeaveReady(int place);
  void PassTurn(const std::string& path);
  void ForgetReady();

  // questions.cc
  Question& Ask(QuestionKind kind, int lane, std::string text, std::vector<std::string> options, std::string shows);
  void AskStage(int lane);
  void Escalate(int lane, const std::string& why, std::vector<std::string> options);
  void AskReapproval();
  void AskAgain();
  std::string HashOf(int lane, const std::string& shows) const;
  void Close(Question& question, QuestionStatus status);
  void Withdraw(int lane);
  void WithdrawAll();
  void AnswerAsk(const Question& question, const std::string& answer);
  void AnswerEscalation(const Question& question, const std::string& answer);
  void AnswerHold(const Question& question, const std::string& answer);

  // control.cc
  void SkipStep(int place, const std::string& reason);
  void SkipRunStage(const std::string& reason);
  void RetryStep(int place);
  void RetryRun();
  void Focus(const StepId& step, int steps);
  void EndRun(RunStatus status, const std::string& reason);
  void GoOn();

  State& state_;
  TimePoint at_;
  Decision decision_;
};

// A question that, while open, stops the whole run, not only the lane it stands in.
bool HoldsRun(const Question& question);

// Why a control is not legal now, with the moves that are; empty when it is. Pure table: docs/states.md.
std::string WhyIllegal(const State& state, const Control& control);

}  // namespace forge
