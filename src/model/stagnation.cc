#include "model/stagnation.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace forge {
namespace {

constexpr std::size_t kWindow = 4;       // attempts that velocity and oscillation look at
constexpr std::size_t kForVelocity = 3;  // attempts before there is any
constexpr double kWhole = 1.0 - 1e-9;    // a score of all passed, in any rounding
constexpr double kNoVelocity = 1e-9;

std::set<std::string> IssuesOf(const AttemptScore& attempt) { return {attempt.issues.begin(), attempt.issues.end()}; }

bool FailedAlike(const AttemptScore& a, const AttemptScore& b) {
  if (a.unnamed || b.unnamed || a.issues.empty()) return false;
  return IssuesOf(a) == IssuesOf(b);
}

bool Passed(const AttemptScore& attempt) {
  return attempt.issues.empty() && !attempt.unnamed && attempt.score >= kWhole;
}

std::optional<double> Velocity(const std::vector<AttemptScore>& attempts) {
  if (attempts.size() < kForVelocity) return std::nullopt;
  const std::size_t window = std::min(attempts.size(), kWindow);
  const double before = attempts[attempts.size() - window].score;
  return (attempts.back().score - before) / static_cast<double>(window - 1);
}

bool Oscillates(const std::vector<AttemptScore>& attempts) {
  const std::size_t last = attempts.size() - 1;
  if (last < 2 || FailedAlike(attempts[last], attempts[last - 1])) return false;
  const std::size_t first = last > kWindow ? last - kWindow : 0;
  for (std::size_t i = first; i + 1 < last; ++i) {
    if (FailedAlike(attempts[last], attempts[i])) return true;
  }
  return false;
}

}  // namespace

Stagnation JudgeAttempts(const std::vector<AttemptScore>& attempts) {
  Stagnation judged;
  if (attempts.empty()) return judged;
  const AttemptScore& last = attempts.back();
  judged.velocity = Velocity(attempts);
  if (Passed(last)) {
    judged.recommendation = Recommendation::kPass;
    return judged;
  }
  judged.same = attempts.size() > 1 && FailedAlike(last, attempts[attempts.size() - 2]);
  judged.oscillating = Oscillates(attempts);
  const bool whole = last.score >= kWhole;
  judged.regressing = !whole && attempts.size() >= kForVelocity && last.score <= attempts[attempts.size() - 2].score;
  const bool stands_still = !whole && judged.velocity && *judged.velocity <= kNoVelocity;
  judged.stagnant = judged.same || judged.regressing || judged.oscillating || stands_still;
  if (judged.stagnant) judged.recommendation = Recommendation::kEscalate;
  return judged;
}

std::string WhyStagnant(const Stagnation& judged) {
  if (!judged.stagnant) return "";
  if (judged.same) return "it fails the same way as the previous attempt";
  if (judged.oscillating) return "it goes in circles: it fails the same way as an earlier attempt";
  if (judged.regressing) return "the third or a later attempt is no better than the previous one";
  return "the last attempts made no progress";
}

}  // namespace forge
