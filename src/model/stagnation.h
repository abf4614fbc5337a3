// Is another attempt worth it? One rule for the engine, `forge check stagnation` and repairs.
// Pure; does not know what an issue is: the caller has removed what differs from run to run (verify/signature.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"

namespace forge {

// What became of one attempt. An attempt is one try at the work, however often it was looked at.
struct AttemptScore {
  double score = 0;                 // passed / all, 0 to 1
  std::vector<std::string> issues;  // what failed, as signatures; order and repetition do not count
  bool unnamed = false;             // something failed without a name: never "the same again"
  bool operator==(const AttemptScore&) const = default;
};

enum class Recommendation { kPass, kRetryWithDebugger, kEscalate };
constexpr auto EnumWords(Recommendation) {
  return WordTable<Recommendation>("PASS", "RETRY_WITH_DEBUGGER", "ESCALATE");
}

struct Stagnation {
  bool same = false;               // the last attempt failed just as the one before
  bool regressing = false;         // at least the third, no better than the one before
  bool oscillating = false;        // A, B, A: it failed as one of the last four did, but not as the last
  std::optional<double> velocity;  // score gained per attempt over the last four; none before the third
  bool stagnant = false;           // any of these, or no velocity: more of the same will not help
  Recommendation recommendation = Recommendation::kRetryWithDebugger;
};

// In order; the last one is judged. An empty list means that no attempt was made yet.
Stagnation JudgeAttempts(const std::vector<AttemptScore>& attempts);

// Why it is stagnant, as a clause for people: "it fails the same way as the previous attempt"; empty when it is not.
std::string WhyStagnant(const Stagnation& judged);

}  // namespace forge
