// The confidence of a fact over time, and when it is repeated. Pure arithmetic.
#pragma once

#include <cstdint>
#include <span>

#include "memory/fact.h"

namespace forge {

inline constexpr double kMostByConfirmation = 0.95;  // only a person's word goes beyond
inline constexpr double kConfirmationStep = 0.05;
inline constexpr double kDerivedShare = 0.8;

// Confidence halves after so many days of silence; each confirmation makes a fact hold out longer. Decisions do not
// fade.
double HalfLifeDays(FactCategory category);

// Never more than `confidence`, never rises with idle time, never falls with hits.
double Faded(double confidence, FactCategory category, std::int64_t hits, double idle_days);
double Faded(const Fact& fact, TimePoint now);

// After one more confirmation: never less than before.
double Confirmed(double confidence);

// A fact concluded from others weighs less than the weakest of them.
double Derived(double own, std::span<const double> sources);

// A draft that was not confirmed in time: it is not recalled, and it is swept.
bool Expired(const Fact& fact, TimePoint now);

}  // namespace forge
