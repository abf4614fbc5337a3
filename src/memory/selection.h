// Which of the facts that fit a stage is given, and how many of them its budget of tokens holds. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "memory/rank.h"

namespace forge {

// What a stage does, as far as memory is concerned. docs/memory.md has the table.
enum class RecallKind {
  kAsked,    // no stage: a person's query; all that fits, best first
  kExecute,  // works on a step: at least two words in common; gotchas and conventions first; 8
  kPlan,     // plans or researches: how things are built and why; 8
  kOther,    // the surest; 5
};

// By the words of its name; an empty name is kAsked.
RecallKind RecallKindOf(std::string_view stage);

struct SelectionRule {
  std::size_t limit;
  std::size_t least_words;              // in common with the query, when that has as many
  std::vector<FactCategory> only;       // empty: any category
  std::vector<FactCategory> preferred;  // these before all others
  bool needs_match;                     // false: fills up with the surest facts
};
SelectionRule RuleFor(RecallKind kind);

// `hits` best first; `query_words` is how many terms the query has. A fact that no longer fits into `tokens` is passed
// over for a shorter one. 0: no limit.
struct SelectionLimits {
  std::size_t facts = 0;   // 0: as the rule says
  std::size_t tokens = 0;  // 0: any number
};
std::vector<Hit> Select(std::vector<Hit> hits, RecallKind kind, std::size_t query_words, const SelectionLimits& limits);

// A guess on the safe side: four ASCII characters, or one of any other kind.
std::size_t RoughTokens(std::string_view text);

// What a recalled fact costs in a prompt: its text and the words around it.
std::size_t CostInTokens(const Fact& fact);

}  // namespace forge
