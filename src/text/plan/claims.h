// Are a plan's typed claims well-formed, and does what they cite say so? The rules only: what is cited is asked of the
// caller, who knows files and stores. docs/plan-checks.md has the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"
#include "model/claim.h"
#include "model/json.h"
#include "model/step.h"

namespace forge {

enum class ClaimVerdict : std::uint8_t { kVerified, kMirage, kUnverifiable };
constexpr auto EnumWords(ClaimVerdict) { return WordTable<ClaimVerdict>("verified", "mirage", "unverifiable"); }

struct CheckedClaim {
  Claim claim;
  StepId step;  // empty: of no step
  ClaimVerdict verdict = ClaimVerdict::kUnverifiable;
  std::string reason;
  bool weakened = false;  // an earlier round made it with a stronger type
};

// A claim of an earlier round.
struct PastClaim {
  ClaimType type = ClaimType::kFact;
  std::string text;
  int round = 0;  // 0: the previous one
};

// A record that a claim cites by its id.
struct CitedRecord {
  enum class State : std::uint8_t {
    kNoStore,  // there is no store to look it up in
    kAbsent,
    kHolds,    // a confirmed spike, a current triple
    kRefuted,  // a refuted spike, a triple that is no longer current
    kOutdated  // a spike that was tested too long ago to be relied on
  };
  State state = State::kNoStore;
  std::string text;  // what it says, which the claim must be about; empty: not known
};

// What the check needs of the world. Each consumer of claims has its own.
class ClaimSources {
 public:
  virtual ~ClaimSources() = default;
  // The text of a file below the root; nothing when there is none, or it lies elsewhere. Good until the next call.
  virtual std::optional<std::string_view> ReadCited(const std::string& path) = 0;
  virtual CitedRecord FindSpike(const std::string& id) = 0;
  virtual CitedRecord FindTriple(const std::string& id) = 0;
};

// Lines on either side of the cited one that count as the same place: people cite the head of what they mean, and
// lines move a little while a plan is written.
inline constexpr int kCitationWindow = 3;

// What the claim's type requires and it lacks; empty when it is well-formed.
std::string ClaimFormProblem(const Claim& claim);

// A fact that is well-formed is looked up; a bet or a strategy in form is verified as such.
CheckedClaim CheckClaim(const Claim& claim, ClaimSources& sources);
std::vector<CheckedClaim> CheckClaims(const std::vector<StepSpec>& steps, ClaimSources& sources);

// Claims of `now` that were made before with a stronger type in the same or nearly the same words: mirages, each with
// its reason, by place in `now`.
struct WeakenedClaim {
  std::size_t place = 0;
  std::string reason;
};
std::vector<WeakenedClaim> CompareClaims(const std::vector<PastClaim>& before, const std::vector<Claim>& now);
std::vector<PastClaim> PastClaims(const std::vector<StepSpec>& steps);

struct ClaimReport {
  std::vector<CheckedClaim> items;
  std::int64_t Count(ClaimVerdict verdict) const;
};

// All of the above for a plan's steps; `before` may be empty.
ClaimReport CheckPlanClaims(const std::vector<StepSpec>& steps, const std::vector<PastClaim>& before,
                            ClaimSources& sources);

// {"counts": {"verified","mirage","unverifiable"}, "claims":
// [{"type","text","citation","verdict","reason","step","line"}]}
Json ToJson(const ClaimReport& report);

}  // namespace forge
