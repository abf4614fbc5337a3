#include "model/step.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "model/path_kinds.h"

namespace forge {

std::string EffectiveComplexity(const StepSpec& step, const FileCount& count) {
  constexpr std::size_t kManyFiles = 3;
  // What a step only reads makes it no harder to review.
  std::set<std::string> written;
  const auto add = [&](std::string path) {
    if (!count.sources_only || !(BelongsToTests(path) || IsDocument(path))) written.insert(std::move(path));
  };
  for (const std::string& path : step.writes) {
    if (count.braces == Braces::kName) {
      add(path);
      continue;
    }
    for (std::string& each : ExpandBraces(path).paths) add(std::move(each));
  }
  bool strategic =
      std::ranges::any_of(step.claims, [](const Claim& claim) { return claim.type == ClaimType::kStrategic; });
  return strategic || written.size() >= kManyFiles ? "complex" : step.complexity;
}

int PriorityOf(const StepSpec& step) {
  const std::string word = step.extra["priority"].AsString();
  return word == "high" ? 1 : word == "low" ? -1 : 0;
}

bool ChangesNothing(const StepSpec& step) { return step.kind == "read" || step.kind == "audit"; }

std::string PassesTodayReason(const StepSpec& step) { return step.extra["passes today"].AsString(); }

}  // namespace forge
