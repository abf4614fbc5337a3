#include "memory/confidence.h"

#include <algorithm>
#include <cmath>

namespace forge {

double HalfLifeDays(FactCategory category) {
  switch (category) {
    case FactCategory::kFailurePattern: return 60;
    case FactCategory::kEnvironment:
    case FactCategory::kDependency: return 90;
    case FactCategory::kTestCommand:
    case FactCategory::kToolUsage:
    case FactCategory::kSuccessPattern: return 120;
    case FactCategory::kGotcha:
    case FactCategory::kPattern: return 180;
    case FactCategory::kConvention:
    case FactCategory::kArchitecture: return 240;
    case FactCategory::kPreference: return 360;
    case FactCategory::kDecision: return 0;
  }
  return 0;
}

double Faded(double confidence, FactCategory category, std::int64_t hits, double idle_days) {
  const double half_life = HalfLifeDays(category);
  if (half_life <= 0 || idle_days <= 0) return confidence;
  const double stretch = 1 + 0.5 * std::log2(1 + static_cast<double>(std::max<std::int64_t>(0, hits)));
  return confidence * std::exp2(-idle_days / (half_life * stretch));
}

double Faded(const Fact& fact, TimePoint now) {
  return Faded(fact.confidence, fact.category, fact.hits, DaysBetween(fact.confirmed, now));
}

double Confirmed(double confidence) {
  return std::max(confidence, std::min(kMostByConfirmation, confidence + kConfirmationStep));
}

double Derived(double own, std::span<const double> sources) {
  for (double source : sources) own = std::min(own, kDerivedShare * source);
  return own;
}

bool Expired(const Fact& fact, TimePoint now) {
  return fact.status == FactStatus::kDraft && fact.expires.ms > 0 && fact.expires <= now;
}

}  // namespace forge
