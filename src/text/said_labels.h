// What the words above, before or behind code say of it: a line that leads to a list or a block, a heading, an item
// with more below it. Knows words (said_words.h) and shapes (said_shapes.h), not fields.
#pragma once

#include <string_view>

namespace forge {

// With a colon or a dash.
bool EndsAsLabel(std::string_view text);

// Words that are not finished: "Start the server, then", "Unit tests:". What stands below goes on with them, and they
// are no command themselves.
bool LeadsOn(std::string_view text);

// Of an item or paragraph: may what stands below it be run? `leads`: its last sentence leads to it, whatever it ends
// with. Words that lead on, that have no full stop or that point below must be an order, the name of a check or an
// outcome; other words must not speak against it. What a command prints is never run ("`a` prints:"). Linear.
bool LetsRunBelow(std::string_view text, bool leads);

// Does the first sentence take back what stands before it: "Do not run it.", "Never run this; use `b`", "After the
// merge."?
bool TakesBack(std::string_view text);
// All of it, not only the last: "Do not run these."
bool TakesBackAll(std::string_view text);

}  // namespace forge
