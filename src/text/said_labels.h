// What the words above or before code say of it: a line that leads to a list or a block, a heading, an item with more
// below it. Knows words (said_words.h) and sentences (said_sentences.h), not fields.
#pragma once

#include <string>
#include <string_view>

#include "text/said_sentences.h"
#include "text/said_words.h"

namespace forge {

// With a colon or a dash.
bool EndsAsLabel(std::string_view text);

// Words that are not finished: "Start the server, then", "Unit tests:". What stands below goes on with them, and they
// are no command themselves.
bool LeadsOn(std::string_view text);

// The words of a sentence without its code.
std::string WordsOutside(const SaidSentence& sentence);

// Of an item or paragraph, for what stands below it. `leads`: its last sentence leads to it, whatever it ends with. A
// sentence that does not lead on says nothing of it unless it speaks against it ("Do not run this."). What a command
// prints is never run ("`a` prints:"). Linear.
SaidAround ReadIntroduction(std::string_view text, bool leads);

// Does the first sentence take back what stands before it: "Do not run it.", "Never run this; use `b`"?
bool TakesBack(std::string_view text);
// All of it, not only the last: "Do not run these."
bool TakesBackAll(std::string_view text);

}  // namespace forge
