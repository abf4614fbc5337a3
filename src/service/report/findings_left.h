// What a run left for people to decide, for those who look at the run and not at its findings.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "service/forge.h"
#include "service/report/findings.h"

namespace forge {

// Those that need a decision. Only of a run that has completed: until then it asks about them itself.
Result<std::vector<RunFinding>> FindingsLeftBy(Forge& forge, const RunRow& run);

struct FindingsOfRun {
  RunRow run;
  std::vector<RunFinding> findings;
};

// What each of the runs left that do the steps of this one, and those of their steps. Without runs that left nothing.
Result<std::vector<FindingsOfRun>> FindingsLeftBelow(Forge& forge, RunId run);

// How many those are. Only of a run that has completed.
Result<std::int64_t> CountLeftBelow(Forge& forge, const RunRow& run);

// "2 open, 1 left below"; empty: none.
std::string LeftText(const std::vector<RunFinding>& own, std::int64_t below);

// "run 2, step s1"
std::string PlaceInTree(const RunRow& run);

}  // namespace forge
