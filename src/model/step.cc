#include "model/step.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

namespace forge {

std::string EffectiveComplexity(const StepSpec& step) {
  constexpr std::size_t kManyFiles = 3;
  std::set<std::string_view> touched(step.files.begin(), step.files.end());
  touched.insert(step.writes.begin(), step.writes.end());
  bool strategic =
      std::ranges::any_of(step.claims, [](const Claim& claim) { return claim.type == ClaimType::kStrategic; });
  return strategic || touched.size() >= kManyFiles ? "complex" : step.complexity;
}

std::string PassesTodayReason(const StepSpec& step) { return step.extra["passes today"].AsString(); }

}  // namespace forge
