#include "model/step.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

namespace forge {

std::string EffectiveComplexity(const StepSpec& step) {
  constexpr std::size_t kManyFiles = 3;
  // What a step only reads makes it no harder to review.
  const std::set<std::string_view> written(step.writes.begin(), step.writes.end());
  bool strategic =
      std::ranges::any_of(step.claims, [](const Claim& claim) { return claim.type == ClaimType::kStrategic; });
  return strategic || written.size() >= kManyFiles ? "complex" : step.complexity;
}

std::string PassesTodayReason(const StepSpec& step) { return step.extra["passes today"].AsString(); }

}  // namespace forge
