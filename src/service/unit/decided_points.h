// What a person decided, as it stands in reviews. Pure.
#pragma once

#include <string>
#include <vector>

#include "service/report/told_findings.h"

namespace forge {

// The review without what people left as it is. `lines` gets what was left out, each once.
std::string WithoutDecidedPoints(const std::string& review, const std::vector<DecidedPoint>& points,
                                 std::string& lines);

}  // namespace forge
