// The two pictures of a report's page, without scripts: the timeline, and the graph of steps as SVG.
#pragma once

#include <cstddef>
#include <string>

#include "service/report/report.h"

namespace forge {

inline constexpr std::size_t kMostRows = 2000;  // of a table or a picture; more would take too long to open
// What stands below one that has more: how many there are, and where. Empty: all are shown.
std::string CutLine(std::size_t all);

// Bars of units over time, a row per step and one for the run itself, as wide as the page. Time in which nothing ran is
// hatched, a long time drawn short, and a list below says how long it was and what was waited for.
std::string DrawTimeline(const RunReport& report);

// Steps in columns, each behind all it needs. Empty without a plan.
std::string DrawSteps(const RunReport& report);

}  // namespace forge
