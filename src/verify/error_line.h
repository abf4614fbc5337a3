// Which line of a failed program's output names the error. The last line often does not: Node ends with its version,
// make with its own exit code. Pure, linear time.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// One line without colours, at most 300 bytes; empty if there is no output. Knows the forms of Node, Python, Go, Rust,
// C and C++ compilers and linkers, TypeScript, Java, make, pytest and shells; else it is the last line that says
// something.
std::string ErrorLine(std::string_view output);

}  // namespace forge
