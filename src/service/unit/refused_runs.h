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
  int times = 0;
  std::string why;  // the last time

  // Another run does the step.
  bool is_replaced() const { return times > 1; }
};

// What cannot be read counts as no refusal.
std::vector<RefusedRun> ReadRefusedRuns(std::string_view text);
std::string PrintRefusedRuns(const std::vector<RefusedRun>& refused);

// Whether the run is replaced from now on.
bool AddRefusal(std::vector<RefusedRun>& refused, RunId run, const std::string& why);

}  // namespace forge
