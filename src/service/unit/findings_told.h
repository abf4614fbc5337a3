// The findings of a run as one unit is told them: read from the journal when they are first asked for, and not again.
// A journal that cannot be read is an error: what people decided must not be taken for undecided.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "service/report/findings.h"
#include "service/report/told_findings.h"

namespace forge {

class RunFiles;
class Store;
struct Job;
struct StepConcern;
struct UnitOutcome;

// Of one unit, on its thread.
class UnitFindings {
 public:
  using Reader = std::function<Result<std::vector<RunFinding>>()>;
  explicit UnitFindings(Reader read) : read_(std::move(read)) {}  // empty: there are none

  // `repeats`: the answer has a place for the numbers of open findings; `dismisses`: and for those that do not hold. To
  // a unit that sees `findings` all of them are told, to one that does not review those about single files. Not read
  // where nothing can have been reported before. `plan`: for the reviewer of a step, who is not asked about concerns
  // that name other steps; empty: it is.
  Result<ToldFindings> ToldTo(const Job& job, bool repeats, const std::string& plan = "", bool dismisses = true);

  // What of `job.concerns` is left to tell: neither what was resolved, nor what a person decided, nor what the unit is
  // told as a finding about one of its files. Each once.
  Result<std::vector<StepConcern>> StillWorries(const Job& job);

  // What people left as it is.
  Result<std::vector<DecidedPoint>> Decided();

  // FINDINGS.md for the unit that is to fix what it names: with what was decided since it was asked about.
  // Empty: the run has no such findings.
  Result<std::string> ToFix();

  // What this stage listed for others to judge, as it is now. Empty: nothing.
  Result<std::string> CollectedBy(const std::string& stage);

 private:
  Result<const std::vector<RunFinding>*> All();

  Reader read_;
  std::optional<std::vector<RunFinding>> all_;
};

// Which findings of the review's result only repeat what a person decided, or low ones that an unattended run put off;
// empty: none. Read anew: people decide while
// a reviewer works.
Result<std::vector<bool>> SettledPoints(Store& store, const RunFiles& files, const Job& job,
                                        const UnitOutcome& outcome);

}  // namespace forge
