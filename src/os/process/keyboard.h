// Keys of the terminal one at a time, instead of lines. Knows no meaning of a key.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace forge {

// On: keys come at once and are not shown. Ctrl-C stays what it is. Off: as the terminal was. No effect elsewhere. A
// signal that ends the process meanwhile (Ctrl-\, a hangup, a failed CHECK) finds the terminal as it was; `undo` is
// then written to it first: at most 64 bytes.
void SetKeyMode(bool on, std::string_view undo = "");

// The next key of standard input within that time: its character, or up, down, enter, escape, end (of the input).
// Empty: none came, or a signal did.
std::string ReadKey(std::int64_t ms);

// A line of standard input as ReadLineUnlessInterrupted reads it; on a terminal, Escape means nothing too. Keys that
// only begin like Escape (the arrows) are left out of the line.
std::optional<std::string> ReadLineUnlessEscape(const std::function<bool()>& no_longer);

// Takes the first key off what was read; empty for a key that has no name here. Pure.
std::string TakeKey(std::string& typed);

}  // namespace forge
