// Decisions that agents made on the way: numbered in the order in which they were made, each once. Pure; does not know
// where they come from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/shared_length.h"

namespace forge {

struct MadeDecision {
  std::string id;    // "D3"
  std::string text;  // one line
  std::string from;  // "run 18, step s2, execute"
  bool operator==(const MadeDecision&) const = default;
};

// What is said again with the same words, in whatever order, is the same decision: one word more may be a "not".
std::vector<MadeDecision> NumberDecisions(const std::vector<MadeDecision>& said);

// Those that share words with `about` first, the newest first among equals, as far as they have room; shown by number.
SharedLength DecisionsAbout(const std::vector<MadeDecision>& decisions, std::string_view about, std::size_t most);

// The text with the words of every decision that it names by its number behind it: "D3 does not hold (D3: use SQLite)".
std::string WithDecisionsNamed(std::string_view text, const std::vector<MadeDecision>& decisions);

}  // namespace forge
