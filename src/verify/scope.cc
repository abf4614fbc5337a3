#include "verify/scope.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "base/strings.h"
#include "graph/pattern.h"

namespace forge {
namespace {

constexpr std::size_t kMostTexts = 4;

std::vector<Pattern> PatternsOf(const std::vector<std::string>& texts) {
  std::vector<Pattern> patterns;
  for (const std::string& text : texts) patterns.emplace_back(text);
  return patterns;
}

std::string Some(const std::vector<std::string>& texts) {
  if (texts.size() <= kMostTexts) return Join(texts, ", ");
  const std::vector<std::string> first(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(kMostTexts));
  return fmt::format("{}, and {} more", Join(first, ", "), texts.size() - kMostTexts);
}

}  // namespace

std::vector<std::string> CheckScope(const StepSpec& step, const std::vector<std::string>& changed) {
  const std::vector<Pattern> writes = PatternsOf(step.writes);
  const std::vector<Pattern> disallowed = PatternsOf(step.disallowed);
  std::vector<std::string> found;
  for (const std::string& path : changed) {
    const Pattern place(path);
    auto covers = [&](const Pattern& pattern) { return PatternsOverlap(pattern, place); };
    if (auto it = std::ranges::find_if(disallowed, covers); it != disallowed.end()) {
      const auto which = static_cast<std::size_t>(it - disallowed.begin());
      found.push_back(fmt::format("{}: changed, but the step must not change {}", path, step.disallowed[which]));
    } else if (!writes.empty() && std::ranges::none_of(writes, covers)) {
      found.push_back(fmt::format("{}: changed, but the step may write only {}", path, Some(step.writes)));
    }
  }
  return found;
}

}  // namespace forge
