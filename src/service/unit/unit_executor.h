// Starts, stops and reports units of one run: one thread per unit in flight. Each kind of unit is carried out in a file
// of its own (agent_unit.h, check_unit.h, ...).
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "os/process/process.h"
#include "service/report/findings.h"
#include "service/unit/check_unit.h"
#include "service/unit/child_unit.h"
#include "service/unit/worker_pool.h"
#include "text/made_decisions.h"

namespace forge {

class Admission;
class InputQueue;
struct UnitContext;

// What units ask of the service.
struct UnitCallbacks {
  ChildDriver drive_child;
  FindingsSettler settle_findings;
  std::function<Result<std::vector<RunFinding>>()> list_findings;
  std::function<Result<std::string>(const StepId& step)> points_left;
  std::function<Result<std::vector<MadeDecision>>()> list_decisions;
  std::function<Result<std::vector<bool>>(const Job& job, const UnitOutcome& outcome)> settled_points;
  std::function<void(const ProcessId&)> on_process;  // a process of a unit has started; on its thread
  std::function<Status()> require_run;  // an error: another engine has the run. Asked before git is changed.
};

class UnitExecutor : public Executor {
 public:
  // Fails when the run's own agent cannot be reached at all.
  static Result<std::unique_ptr<UnitExecutor>> Make(UnitContext context, UnitCallbacks callbacks, InputQueue& queue);
  ~UnitExecutor() override;  // stops what is running and waits for it

  void Start(const State& state, const Unit& unit) override;
  void Stop(UnitId unit) override;

  // The run has ended: its worktrees serve others. What is in them and in no snapshot is saved.
  void LeaveWorkspaces(const State& state);

 private:
  struct Units;
  UnitExecutor(std::unique_ptr<Units> units, InputQueue& queue);

  std::optional<UnitOutcome> CarryOut(const Job& job, std::stop_token stop);
  void AskIfBranchMoved(const Job& job, UnitOutcome& outcome);
  UnitOutcome AdmittedAgent(const Job& job, std::stop_token stop);

  std::unique_ptr<Units> units_;
  InputQueue& queue_;
  std::unique_ptr<Admission> admission_;

  std::mutex mutex_;  // guards what follows
  std::map<UnitId, std::stop_source> running_;

  WorkerPool pool_;  // last: its threads use everything above
};

}  // namespace forge
