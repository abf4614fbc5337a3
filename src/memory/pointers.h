// The paths that a fact mentions: when the file is gone, the fact may be out of date. Knows no file system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// Relative paths with a folder and a file name ("src/store/open.cc", also with `:12` after); no globs, no URLs.
std::vector<std::string> PathsIn(std::string_view text);

}  // namespace forge
