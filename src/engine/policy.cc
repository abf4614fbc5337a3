#include "engine/policy.h"

#include <algorithm>

namespace forge {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kLongestBackoff = 10 * 60 * kSecond;
constexpr std::int64_t kQuotaWait = 5 * 60 * kSecond;
constexpr int kMostQuotaWaits = 100;
constexpr std::int64_t kLongestMachineWait = 60 * kSecond;
constexpr int kMostUnclearRetries = 1;
constexpr int kMostTiersUp = 3;  // from the lightest to the largest
constexpr Remedies kTierUp{1, false, false};
constexpr Remedies kOtherModel{0, true, false};
constexpr Remedies kSimplify{0, false, true};

struct Policy {
  bool retry;
  std::int64_t base_ms;
  int most;  // retries at most, even if the stage allows more; -1: as the stage says
  std::string_view why;
  Remedies remedies = {};
};

// The table of docs/errors.md.
Policy PolicyOf(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::kPermanent: return {false, 0, 0, "permanent: the same call would fail again"};
    case ErrorClass::kRateLimit: return {true, 60 * kSecond, -1, "rate limit: back off"};
    case ErrorClass::kQuota: return {true, kQuotaWait, -1, "quota: wait for the reset"};
    case ErrorClass::kNetwork: return {true, 3 * kSecond, -1, "network: back off"};
    case ErrorClass::kServer: return {true, 30 * kSecond, -1, "server: back off"};
    case ErrorClass::kStream: return {true, 15 * kSecond, -1, "stream: back off"};
    case ErrorClass::kContextOverflow: return {true, 0, kMostTiersUp, "context overflow: retry one tier up", kTierUp};
    case ErrorClass::kRefusal: return {true, 0, 1, "refusal: retry once with another model", kOtherModel};
    case ErrorClass::kTooling: return {false, 0, 0, "tooling: install the missing program first"};
    case ErrorClass::kExternal: return {false, 0, 0, "external: provide what is missing first"};
    case ErrorClass::kMachine: return {true, kSecond, -1, "machine: wait until it has what is missing"};
    case ErrorClass::kTimeout: return {true, 0, kMostUnclearRetries, "timeout: retry once"};
    case ErrorClass::kEmpty:
      return {true, 0, kMostUnclearRetries, "empty answer: retry once with a simpler prompt", kSimplify};
    case ErrorClass::kMalformed: return {true, 0, kMostUnclearRetries, "unreadable answer: ask once more"};
    case ErrorClass::kCancelled: return {false, 0, 0, "cancelled"};
    case ErrorClass::kBudget: return {true, 0, -1, "budget: ask before it goes on"};
    case ErrorClass::kUnknown: return {true, 2 * kSecond, kMostUnclearRetries, "unknown failure: retry once"};
  }
  return {false, 0, 0, "unknown"};
}

// Up to an eighth more, by unit, so that units that failed together do not retry together.
std::int64_t Spread(std::int64_t delay, std::int64_t seed) {
  const auto mixed = static_cast<std::uint64_t>(seed) * 0x9E3779B97F4A7C15ULL;
  return delay + static_cast<std::int64_t>((mixed >> 33) % static_cast<std::uint64_t>(delay / 8 + 1));
}

}  // namespace

RetryDecision DecideRetry(ErrorClass error_class, int attempt, int max_retries, const ProvidersWord& word,
                          TimePoint now, std::int64_t seed, Waits& counted) {
  const Policy policy = PolicyOf(error_class);
  // It is not the step's fault, so it never becomes the step's failure, however long it lasts.
  if (error_class == ErrorClass::kMachine) {
    std::int64_t pause = policy.base_ms;
    for (int i = 0; i < counted.machine && pause < kLongestMachineWait; ++i) pause *= 2;
    ++counted.machine;
    return {true, Spread(std::min(pause, kLongestMachineWait), seed), false, policy.why, policy.remedies};
  }
  const bool waits = error_class == ErrorClass::kQuota;
  const int most = policy.most < 0 ? max_retries : std::min(policy.most, max_retries);
  if (!policy.retry || (attempt > most && !waits)) return {false, 0, true, policy.why};
  if (waits && ++counted.quota > kMostQuotaWaits) return {false, 0, false, policy.why};
  std::int64_t delay = policy.base_ms;
  for (int i = 1; i < attempt && delay < kLongestBackoff && !waits; ++i) delay *= 2;
  delay = Spread(std::min(delay, kLongestBackoff), seed);
  // The provider knows better than our table. An account switch makes the retry due at once.
  const std::int64_t wall = now.ms + word.ahead_ms;
  const bool later = word.retry_at.ms > wall;
  if (later) delay = word.retry_at.ms - wall;
  if (waits && word.retry_at.ms > 0 && !later) delay = 0;
  // A limit ends at an hour of the world's clock, however long that takes by ours.
  return {true, delay, !waits, policy.why, policy.remedies, waits && later ? word.retry_at : TimePoint{}};
}

ProvidersWord WordOf(const UnitOutcome& outcome) { return {outcome.retry_at, outcome.wall_ahead_ms}; }

bool StoppedAtBudget(const UnitOutcome& outcome) {
  return outcome.status == UnitStatus::kFailed && outcome.error_class == ErrorClass::kBudget && !outcome.usage.empty();
}

Remedies Together(const Remedies& a, const Remedies& b) {
  return {a.tiers_up + b.tiers_up, a.other_model || b.other_model, a.simplify || b.simplify};
}

std::int64_t BaseBackoffMs(ErrorClass error_class) { return PolicyOf(error_class).base_ms; }
bool MayRetry(ErrorClass error_class) { return PolicyOf(error_class).retry; }

}  // namespace forge
