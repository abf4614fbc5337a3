// The runs that did a step of this one and whose work was refused, as an artifact of the step's lane. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"

namespace forge {

inline constexpr const char* kRefusedRuns = "refused-runs";

struct RefusedRun {
  RunId run;
  bool replaced = false;  // another run does the step
  std::string why;        // the last time
};

// What cannot be read counts as no refusal.
std::vector<RefusedRun> ReadRefusedRuns(std::string_view text);
std::string PrintRefusedRuns(const std::vector<RefusedRun>& refused);

void AddRefusal(std::vector<RefusedRun>& refused, const RefusedRun& one);

}  // namespace forge
