// The three standard streams of a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"

namespace forge {

// Makes sure that descriptors 0 to 2 are taken. Otherwise a file of ours could take the place of a stream that the
// caller closed, and a message could end up in the store. Reading or writing such a stream fails. Call first in main.
void HoldStandardStreams();

// Takes the streams off a terminal, which may be gone: input becomes empty, output goes to the end of `log`. A stream
// that is a file or a pipe stays as it is.
Status LeaveTerminal(const std::string& log);

// The next line of standard input without its newline. Nothing at the end of the input, or after Ctrl-C (system.h)
// while waiting: a blocking read would continue to wait. Nor once `no_longer` says that nobody wants it; that is asked
// twice a second.
// `is_escape`: asked at the byte that begins the Escape key and others; takes the rest of the key off the input. True:
// there is no line.
std::optional<std::string> ReadLineUnlessInterrupted(const std::function<bool()>& no_longer = {},
                                                     const std::function<bool()>& is_escape = {});

// What comes on standard input within that time, at most so many bytes; empty: nothing, or a signal did. Nothing at the
// end of the input.
std::optional<std::string> ReadInputWithin(std::int64_t ms, std::size_t most = 64);

}  // namespace forge
