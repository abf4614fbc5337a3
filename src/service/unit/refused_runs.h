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

// In the order of their refusals. What cannot be read counts as no refusal.
std::vector<RefusedRun> ReadRefusedRuns(std::string_view text);
std::string PrintRefusedRuns(const std::vector<RefusedRun>& refused);

// Whether another run is to do the step: not if this one was such a run, of the one that was refused last.
bool AddRefusal(std::vector<RefusedRun>& refused, RunId run, const std::string& why);

}  // namespace forge
