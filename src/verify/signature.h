// A failure without what differs from run to run, so that "the same failure again" can be seen. Pure, linear time.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// Without colours, progress, blank lines and rulers; dates, times (also as seconds since 1970) and durations, addresses
// and hashes, process numbers and temporary directories replaced by a word each. Line numbers stay: another line is
// another failure.
std::string NormalizeOutput(std::string_view output);

// One line as a terminal shows it: without colours and repeated blanks, and in its last state where it was rewritten.
std::string ShownLine(std::string_view line);

// Short hash of the normalised output; equal for equal failures.
std::string Signature(std::string_view output);

}  // namespace forge
