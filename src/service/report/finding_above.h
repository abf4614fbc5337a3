// One point that a run left open and that the run above lists as its own: it is decided once, there.
#pragma once

#include <map>
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

// The numbers that the point stands for, as the answer of `unit` says. An answer that lists it twice means both; one
// that names none means those of the answer before.
void NoteNumbersBelow(RunFinding& point, UnitId unit, std::string_view same_as);

// The heading of those points, of "run 18".
inline constexpr const char* kPointsLeft = "What is left open, with its number,";

// As who lists the points of the runs is told those of one run: a line for each that needs a decision, with its number.
std::string PointsLeftBy(RunId run, const std::vector<RunFinding>& findings);

// The same with its heading, of the last run that completed this step of the run, as its findings are now. Empty: none
// needs a decision, or no run did the step.
Result<std::string> PointsLeftIn(Store& store, const RunFiles& files, RunId run, const StepId& step);

// The findings of runs that have runs below, for who reads those of many runs: each such run is read once.
using FindingsAbove = std::map<RunId, std::vector<RunFinding>>;

// The same as without `known`; a run above that is in it is not read again, and one that is read is added.
Result<std::vector<RunFinding>> ListFindings(Store& store, RunId run, const RunFiles* files, FindingsAbove& known);

// Of a run that has completed: what of its undecided findings the run above lists, by number or in mostly the same
// words, has the state that it has there.
Status TakeFromAbove(Store& store, RunId run, const RunFiles* files, std::vector<RunFinding>& findings,
                     FindingsAbove& known);

// The finding among those of the run above that stands for "2:F1", one that needs a decision before others; none: null.
const RunFinding* ListedAs(const std::vector<RunFinding>& above, const std::string& number);

// The same decision in the runs above that list it too.
Status SettleAbove(Store& store, const RunFiles& files, const RunFinding& finding, const Settlement& settlement);

}  // namespace forge
