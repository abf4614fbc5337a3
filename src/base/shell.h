// Words for a POSIX shell. Starts none.
#pragma once

#include <string>
#include <string_view>

namespace forge {

std::string ShellQuoted(std::string_view word);  // one word, whatever is in it

}  // namespace forge
