// One policy per class of error. Pure; the table is docs/errors.md.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/ids.h"
#include "model/outcome.h"
#include "model/words.h"

namespace forge {

// What the next attempt does differently, because the same call would fail again. They add up within one round.
struct Remedies {
  int tiers_up = 0;          // a larger context
  bool other_model = false;  // one that may not refuse
  bool simplify = false;     // the task alone, without the data around it
  bool empty() const { return *this == Remedies{}; }
  bool operator==(const Remedies&) const = default;
};

struct RetryDecision {
  bool retry = false;
  std::int64_t delay_ms = 0;
  bool counts = true;  // a wait for a quota's reset, or for the machine, is not an attempt
  std::string_view why;
  Remedies remedies = {};
  TimePoint until = {};  // by the wall clock, instead of the delay; 0: none
};

// What a provider said about when to try again: by the wall clock, which may differ from the journal's time.
struct ProvidersWord {
  TimePoint retry_at;         // 0: nothing
  std::int64_t ahead_ms = 0;  // of the wall clock, when it was said
};

Remedies Together(const Remedies& a, const Remedies& b);

// How often a lane waited in this round without an attempt.
struct Waits {
  int quota = 0;
  int machine = 0;
  bool operator==(const Waits&) const = default;
};

// `attempt` is the one that failed (1, 2, ...). `seed` spreads equal delays without randomness. A wait is counted in
// `waits`.
RetryDecision DecideRetry(ErrorClass error_class, int attempt, int max_retries, const ProvidersWord& word,
                          TimePoint now, std::int64_t seed, Waits& waits);
ProvidersWord WordOf(const UnitOutcome& outcome);
// It spent its share of a budget. One that spent nothing failed like any other, so that it is not repeated for ever.
bool StoppedAtBudget(const UnitOutcome& outcome);

// The first delay a class would get: what `forge check error` prints.
std::int64_t BaseBackoffMs(ErrorClass error_class);
bool MayRetry(ErrorClass error_class);

}  // namespace forge
