// Child units: a run below this one is driven, and what it made is judged by the step's own contract and merged.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "base/ids.h"
#include "base/result.h"
#include "model/outcome.h"

namespace forge {

class IntegrateUnit;
class RunResources;
class UnitVerify;
struct Job;

// Drives the child run of a unit, on the caller's thread, to its end or until it waits for a person (then nothing).
using ChildDriver = std::function<std::optional<UnitOutcome>(const Job& job, std::stop_token stop)>;

// Used from any number of threads.
class ChildUnit {
 public:
  ChildUnit(RunResources& resources, UnitVerify& verify, IntegrateUnit& integrate, ChildDriver drive)
      : resources_(resources), verify_(verify), integrate_(integrate), drive_(std::move(drive)) {}

  // The run's work is refused if it changed what the step may not change, or if the step's proof fails on the merged
  // tree. Then another run does the step, and its agents are told why. If that one is refused too, the unit fails; when
  // the step is retried, what it made is tried first, on the branch as it is then.
  std::optional<UnitOutcome> CarryOut(const Job& job, std::stop_token stop);

 private:
  Result<std::string> TakeWork(const Job& job, UnitOutcome& outcome, const std::stop_token& stop);
  Result<std::string> Prove(const Job& job, UnitOutcome& outcome, const std::stop_token& stop);
  UnitOutcome WithRefused(const Job& job, UnitOutcome outcome);
  Result<bool> NoteRefusal(const Job& job, RunId child, const std::string& why);

  RunResources& resources_;
  UnitVerify& verify_;
  IntegrateUnit& integrate_;
  ChildDriver drive_;
};

}  // namespace forge
