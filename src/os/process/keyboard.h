// Keys of the terminal one at a time, instead of lines. Knows no meaning of a key.
#pragma once

#include <cstdint>
#include <string>

namespace forge {

// On: keys come at once and are not shown. Ctrl-C stays what it is. Off: as the terminal was. No effect elsewhere.
void SetKeyMode(bool on);

// The next key of standard input within that time: its character, or up, down, enter, escape, end (of the input).
// Empty: none came, or a signal did.
std::string ReadKey(std::int64_t ms);

// Takes the first key off what was read; empty for a key that has no name here. Pure.
std::string TakeKey(std::string& typed);

}  // namespace forge
