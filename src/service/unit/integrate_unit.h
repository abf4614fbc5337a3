// Integrate units: a lane's work becomes commits on the run's branch.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/outcome.h"

namespace forge {

class MergeQueue;
class RunResources;
class UnitVerify;
struct Job;
struct MergeAnswer;
struct PlanContracts;
struct State;

// Used from any number of threads.
class IntegrateUnit {
 public:
  IntegrateUnit(RunResources& resources, UnitVerify& verify);
  ~IntegrateUnit();

  // Before the first unit: the steps that were done when this engine took the run.
  void NoteMerged(const State& state);
  UnitOutcome CarryOut(const Job& job, std::stop_token stop);
  // What a run below this one made for the step is merged as the step's own work would be: the tree that would ship is
  // proved by the step's commands, by those of the steps whose files change again, and by the contracts.
  Result<MergeAnswer> MergeChild(const Job& job, const std::string& snapshot, std::stop_token stop);
  // Why the answer refused it, with the output of what failed.
  Result<std::string> WhyRefused(const Job& job, const MergeAnswer& answer) const;

 private:
  class Merges;
  MergeQueue& Queue();
  Result<UnitOutcome> Close(const Job& job, const MergeAnswer& answer);
  Result<std::string> HowItFails(const Job& job, const MergeAnswer& answer);
  Result<UnitOutcome> RefuseSecrets(const Job& job, const std::vector<std::string>& findings);
  Result<UnitOutcome> SendBack(const Job& job, const MergeAnswer& answer);
  Result<PlanContracts> Contracts(const Job& job) const;  // without those that a person switched off

  RunResources& resources_;
  UnitVerify& verify_;
  std::mutex mutex_;  // guards what follows
  std::unique_ptr<Merges> merge_ports_;
  std::unique_ptr<MergeQueue> merge_queue_;
  bool merged_before_known_ = false;
  struct MergedBefore {
    std::vector<std::string> commands;
    std::vector<std::string> accepted;  // of a check's commands, those that failed and were let through
  };
  std::map<std::string, MergedBefore> merged_before_;  // by lane, of steps that were done already
};

}  // namespace forge
