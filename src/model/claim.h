// A typed claim of a plan step: what its author holds true, and what that rests on. Does not know whether it is so.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/word_table.h"
#include "model/json.h"

namespace forge {

// From the strongest duty to prove to the weakest.
enum class ClaimType { kFact, kKgFact, kDesignBet, kStrategic };
constexpr auto EnumWords(ClaimType) { return WordTable<ClaimType>("fact", "kg_fact", "design_bet", "strategic"); }
inline std::optional<ClaimType> ParseClaimType(std::string_view name) { return ParseWord<ClaimType>(name); }

struct Claim {
  ClaimType type = ClaimType::kFact;
  std::string text;
  std::string citation;  // fact: `file:line`, `doc#section`, `spike:id`; kg_fact: the triple's id
  // design_bet
  std::string assumption, validation_plan, blast_radius;
  // strategic
  std::string rationale, alternatives_considered;
  int line = 0;  // where it was written; 0: not from a document
  bool operator==(const Claim&) const = default;
};

Json ToJson(const Claim& claim);
Result<Claim> ClaimFromJson(const Json& json);

}  // namespace forge
