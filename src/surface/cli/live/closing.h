// The last lines of a completed run: what changed, what verified it, and what nobody has decided on.
#pragma once

#include <string>
#include <vector>

#include "service/report/report.h"

namespace forge::cli {

// Whole lines, without a mark in front. Nothing about what the run does not have (no branch, no changes).
std::vector<std::string> ClosingLines(const RunReport& report);

}  // namespace forge::cli
