// The findings of a run as the reviewer of one unit is told them. Reads the journal, so it is asked only where
// something can have been decided or reported before.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "service/report/told_findings.h"

namespace forge {

class RunFiles;
class Store;
struct Job;
struct UnitOutcome;

// `repeats`: the answer has a place for the numbers of open findings. Findings that cannot be read are not told: a
// review is possible without them. To a unit that sees `findings` all of them are told, to one that does not review
// those about single files.
ToldFindings FindingsToldTo(Store& store, const RunFiles& files, const Job& job, bool repeats);

// Which findings of the review's result only repeat what a person decided. Empty: none, or they cannot be told.
std::vector<bool> SettledPoints(Store& store, const RunFiles& files, const Job& job, const UnitOutcome& outcome);

// What people left as it is.
std::vector<DecidedPoint> DecidedPoints(Store& store, const RunFiles& files, const Job& job);

// FINDINGS.md for the unit that is to fix what it names: with what was decided since it was asked about.
// Empty: the run has no such findings.
Result<std::string> FindingsToFix(Store& store, const RunFiles& files, const Job& job);

// What this stage listed for others to judge, as it is now. Empty: nothing.
Result<std::string> PointsCollectedBy(Store& store, const RunFiles& files, const Job& job, const std::string& stage);

}  // namespace forge
