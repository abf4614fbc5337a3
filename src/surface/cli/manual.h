// The manual page forge(1), from the table of commands and their forms. Knows roff, and no terminal.
#pragma once

#include <string>

namespace forge::cli {

std::string ManualText();

}  // namespace forge::cli
