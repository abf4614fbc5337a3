// One point that a run left open and that the run above lists as its own: it is decided once, there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "service/report/findings.h"

namespace forge {

class RunFiles;
class Store;

// "18:F2, 19:F1" -> both; words that are no such numbers are left out.
std::vector<std::string> NumbersBelow(std::string_view text);

// The heading of those points, of "run 18".
inline constexpr const char* kPointsLeft = "What is left open, with its number,";

// As who lists the points of the runs is told those of one run: a line for each that needs a decision, with its number.
std::string PointsLeftBy(RunId run, const std::vector<RunFinding>& findings);

// The same with its heading, of the last run that completed this step of the run, as its findings are now. Empty: none
// needs a decision, or no run did the step.
Result<std::string> PointsLeftIn(Store& store, const RunFiles& files, RunId run, const StepId& step);

// Of a run that has completed: what of its undecided findings the run above lists, by number or in mostly the same
// words, has the state that it has there.
Status TakeFromAbove(Store& store, RunId run, const RunFiles* files, std::vector<RunFinding>& findings);

// The same decision in the runs above that list it too.
Status SettleAbove(Store& store, const RunFiles& files, const RunFinding& finding, const Settlement& settlement);

}  // namespace forge
