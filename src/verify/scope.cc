#include "verify/scope.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

#include "base/strings.h"
#include "graph/pattern.h"
#include "model/path_kinds.h"

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

class Scope {
 public:
  explicit Scope(const StepSpec& step)
      : writes_(step.writes),
        disallowed_(step.disallowed),
        write_patterns_(PatternsOf(writes_)),
        disallowed_patterns_(PatternsOf(disallowed_)) {}

  // Empty: the step may change the path.
  std::string WhyNot(const std::string& path) const { return WhyNot(path, Forbidden::kAsWritten, !writes_.empty()); }
  // The same of a run that does the step.
  std::string WhyNotInRun(const std::string& path) const {
    return WhyNot(path, Forbidden::kAsWritten, !writes_.empty() && !IsDocument(path));
  }
  // The same of what such a run means to write: of a glob, some of it may be forbidden.
  std::string WhyNotPlanned(const std::string& path) const {
    const Forbidden forbidden = Pattern(path).is_glob() ? Forbidden::kNotAsked : Forbidden::kAsWritten;
    return WhyNot(path, forbidden, !writes_.empty() && !IsDocument(path));
  }

 private:
  enum class Forbidden { kAsWritten, kNotAsked };

  std::string WhyNot(const std::string& path, Forbidden forbidden, bool bounded) const {
    const Pattern place(path);
    const auto covers = [&](const Pattern& pattern) { return PatternsOverlap(pattern, place); };
    const auto it = std::ranges::find_if(disallowed_patterns_, covers);
    if (forbidden == Forbidden::kAsWritten && it != disallowed_patterns_.end())
      return fmt::format("must not change {}",
                         disallowed_[static_cast<std::size_t>(it - disallowed_patterns_.begin())]);
    if (bounded && std::ranges::none_of(write_patterns_, covers))
      return fmt::format("may write only {}", Some(writes_));
    return "";
  }

  std::vector<std::string> writes_;
  std::vector<std::string> disallowed_;
  std::vector<Pattern> write_patterns_;
  std::vector<Pattern> disallowed_patterns_;
};

}  // namespace

std::vector<std::string> CheckScope(const StepSpec& step, const std::vector<std::string>& changed) {
  const Scope scope(step);
  std::vector<std::string> found;
  for (const std::string& path : changed) {
    if (const std::string why = scope.WhyNot(path); !why.empty())
      found.push_back(fmt::format("{}: changed, but the step {}", path, why));
  }
  return found;
}

std::vector<std::string> CheckScopeOfRun(const StepSpec& step, const std::vector<std::string>& changed) {
  const Scope scope(step);
  std::vector<std::string> found;
  for (const std::string& path : changed) {
    if (const std::string why = scope.WhyNotInRun(path); !why.empty())
      found.push_back(fmt::format("{}: changed, but the step {}", path, why));
  }
  return found;
}

std::vector<std::string> FindBeyond(const StepSpec& above, const std::vector<StepSpec>& steps) {
  const Scope scope(above);
  std::vector<std::string> found;
  for (const StepSpec& step : steps) {
    for (const std::string& path : step.writes) {
      if (const std::string why = scope.WhyNotPlanned(path); !why.empty())
        found.push_back(
            fmt::format("step {}: Writes has {}, which this run may not change: it does step {} of the run "
                        "above, which {}",
                        step.id.value, path, above.id.value, why));
    }
  }
  return found;
}

}  // namespace forge
