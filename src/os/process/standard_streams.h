// The three streams a process is born with. Knows nothing of what goes through them.
#pragma once

#include <optional>
#include <string>

namespace forge {

// Makes sure that descriptors 0 to 2 are taken, so that no file of ours is ever mistaken for a stream that the caller
// closed: a message must not end up in the store. Reading or writing such a stream fails, as it should. First in main.
void HoldStandardStreams();

// The next line of standard input without its end. Nothing at the end of the input, and when Ctrl-C is counted
// (system.h) while we wait: a blocking read would go on waiting.
std::optional<std::string> ReadLineUnlessInterrupted();

}  // namespace forge
