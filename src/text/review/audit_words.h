// The English words that decide what a sentence about approval says, by what they do in it.
// Does not know sentences.
#pragma once

#include <cstdint>
#include <string_view>

namespace forge::audit_words {

enum : std::uint32_t {
  kReady = 1U << 0U,
  kTo = 1U << 1U,
  kFor = 1U << 2U,
  kBe = 1U << 3U,
  kApprove = 1U << 4U,
  kNeed = 1U << 5U,   // base form: goes with "does not"
  kNeeds = 1U << 6U,  // third person: a "not" before it belongs to something else
  kNeeded = 1U << 7U,
  kRevision = 1U << 8U,
  kRevised = 1U << 9U,
  kNot = 1U << 10U,    // negates what follows, however far
  kNo = 1U << 11U,     // negates the noun it stands before
  kNoWay = 1U << 12U,  // makes a "no" before it a "not"
  kWith = 1U << 13U,   // takes a "no" after it out of the statement: "with no concerns"
  kIf = 1U << 14U,     // anywhere before a statement: it is conditional or reported
  kHedge = 1U << 15U,  // in the statement's own clause: it is wished for or supposed
  kAfter = 1U << 16U,  // after a statement: it is conditional
  kOnly = 1U << 17U,   // turns a kAfter after it into a kIf: "only after"
  kYes = 1U << 18U,
  kFalse = 1U << 19U,
  kVerb = 1U << 20U,
  kClause = 1U << 21U,  // a comma, colon, dash, bracket, or a word that joins clauses
  kSo = 1U << 22U,      // what stands before it is a premise
  kQuestion = 1U << 23U,
  kCell = 1U << 24U,       // the border of a table's cell
  kStrike = 1U << 25U,     // ~~
  kLineStart = 1U << 26U,  // set on the first token of a line
  kBreaks = kClause | kQuestion | kCell,
};

// 0 for a word that decides nothing. Lower case, apostrophes left out.
std::uint32_t KindOf(std::string_view word);

}  // namespace forge::audit_words
