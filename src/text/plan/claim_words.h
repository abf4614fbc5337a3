// A claim as people and models write it: its type, and what stands in its line besides the text. Pure; knows no list.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/claim.h"

namespace forge {

// `fact: text`, `**Fact**: text`, `[fact] text`, `Fact 2: text`, `Bet: text`, `Strategy: text`. Nothing: it begins
// otherwise.
struct TypedText {
  ClaimType type = ClaimType::kFact;
  std::string_view text;
};
std::optional<TypedText> ReadClaimType(std::string_view item);

// The member that a sub-key names (`blast radius`, `citation`); nullptr: it is none.
std::string* ClaimMember(Claim& claim, std::string_view key);

// Moves what the text says after a label (`... Citation: a.cc:12`, `... Assumption: x. Blast radius: y`) to its member,
// and the citation that ends a fact: after a dash, in brackets, or as its last word.
void SplitClaimText(Claim& claim);

// Does a line of the text begin with a type, or an item of it cite a place? Else it is prose.
bool LooksLikeClaims(std::string_view text);

}  // namespace forge
