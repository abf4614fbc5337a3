// The three standard streams of a process.
#pragma once

#include <optional>
#include <string>

namespace forge {

// Makes sure that descriptors 0 to 2 are taken. Otherwise a file of ours could take the place of a stream that the
// caller closed, and a message could end up in the store. Reading or writing such a stream fails. Call first in main.
void HoldStandardStreams();

// The next line of standard input without its newline. Nothing at the end of the input, or after Ctrl-C (system.h)
// while waiting: a blocking read would continue to wait.
std::optional<std::string> ReadLineUnlessInterrupted();

}  // namespace forge
