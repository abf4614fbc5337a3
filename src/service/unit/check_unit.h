// Check units: verify commands on the lane's tree, and the built-in checks of the plan document.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/outcome.h"
#include "service/unit/baseline_memo.h"

namespace forge {

class RunResources;
class UnitVerify;
struct Job;
struct PlanDocument;
struct MustHaves;

// Settles what a person answered about the run's findings (facts, runs of their own), and gives the page of those that
// still need an answer: empty when none does.
struct FindingsSheet {
  std::string page;
  std::int64_t open = 0;
  std::int64_t settled = 0;          // by answers so far
  std::vector<std::string> serious;  // numbers of the open ones that are medium or worse
};
using FindingsSettler = std::function<Result<FindingsSheet>(const Job& job)>;

// Used from any number of threads.
class CheckUnit {
 public:
  CheckUnit(RunResources& resources, UnitVerify& verify, FindingsSettler settle_findings)
      : resources_(resources), verify_(verify), settle_findings_(std::move(settle_findings)) {}

  UnitOutcome CarryOut(const Job& job, std::stop_token stop);

 private:
  struct Work;
  Result<UnitOutcome> TakeBaseline(const Job& job, const std::stop_token& stop);
  static void NoteOldFailures(const std::vector<std::string>& as_before, Work& check);
  Status CheckDocument(const Job& job, const std::stop_token& stop, Work& check);
  Status CheckTree(const Job& job, Work& check);
  Status CheckSecrets(const Job& job, Work& check);
  Status ChooseContracts(const Job& job, const PlanDocument& plan, Work& check);
  Status FindDroppedContracts(const Job& job, Work& check);
  Status KeepBroken(const Job& job, const Work& check);
  Status CheckPromises(const Job& job, const MustHaves& wanted, Work& check);
  Status CheckCommands(const Job& job, const std::stop_token& stop, Work& check);
  Status CheckProof(const Job& job, const std::stop_token& stop, Work& check);
  Status CheckSarif(const Job& job, Work& check);
  Status SettleFindings(const Job& job, UnitOutcome& outcome);

  RunResources& resources_;
  UnitVerify& verify_;
  FindingsSettler settle_findings_;
  BaselineMemo baselines_;
};

}  // namespace forge
