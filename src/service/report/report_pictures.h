// The two pictures of a report's page, as SVG without script: when what was worked on, and what waited for what.
#pragma once

#include <string>
#include <string_view>

#include "service/report/report.h"

namespace forge {

// Bars of units over time, a row per step and one for the run itself. Time in which nothing ran is drawn short, and
// says how long it was.
std::string DrawTimeline(const RunReport& report);

// Steps in columns, each behind all it needs. Empty without a plan.
std::string DrawSteps(const RunReport& report);

// Text as it may stand in HTML and XML: markup escaped, and what no page may hold replaced.
std::string Escaped(std::string_view text);

}  // namespace forge
