// What words before code say of it: a label before a code span, and the words that introduce a block of code. Knows
// words (said_words.h) and sentences (said_sentences.h), not fields.
#pragma once

#include <string_view>

namespace forge {

enum class SaidLabel {
  kCheck,   // "Unit tests:"
  kPart,    // "Parser:", "a user can log in:"
  kTitle,   // "Billing:": one to three plain words, none of which says something else of the code
  kAny,     // "Release:"
  kAgainst  // "See:", "Expected output:", "CI:"
};

// Of a text that ends as a label.
SaidLabel ReadSaidLabel(std::string_view text);
// With a colon or a dash.
bool EndsAsLabel(std::string_view text);

// Words that are not finished: "Start the server, then", "Unit tests:". What stands below goes on with them, and they
// are no command themselves.
bool LeadsOn(std::string_view text);

// The words that introduce a block of code, or a list: do they keep it from being run? A denial, a person, others, some
// cases ("By hand: start the server, then", "Undo:", "If it fails:"), or that it is what is printed ("`a` prints").
// Without such words a block below Verify is run. Linear.
bool KeepsFromRunning(std::string_view text);

}  // namespace forge
