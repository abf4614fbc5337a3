// The two pictures of a report's page, as SVG without scripts: the timeline, and the graph of steps.
#pragma once

#include <string>

#include "service/report/report.h"

namespace forge {

// Bars of units over time, a row per step and one for the run itself. Time in which nothing ran is drawn short, and
// says how long it was.
std::string DrawTimeline(const RunReport& report);

// Steps in columns, each behind all it needs. Empty without a plan.
std::string DrawSteps(const RunReport& report);

}  // namespace forge
