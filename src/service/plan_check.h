// The built-in checks of a plan document that are pure structure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct PlanFindings {
  std::vector<std::string> findings;
  std::vector<std::string> not_checked;  // names of checks that this version does not have
};

// `structure`: the sections a plan needs, filled in. `graph`: ids, dependencies, cycles, a verify command per step,
// overlapping writes of steps that could run at the same time. Others are reported as not checked.
PlanFindings CheckPlanDocument(const std::vector<std::string>& checks, std::string_view plan);

}  // namespace forge
