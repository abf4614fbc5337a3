// Names of paths, taken apart and put together. Looks at no file.
#pragma once

#include <string>
#include <string_view>

namespace forge {

std::string JoinPath(std::string_view a, std::string_view b);
std::string DirName(std::string_view path);
std::string BaseName(std::string_view path);
// Both absolute and without "..".
bool IsAtOrBelow(std::string_view path, std::string_view top);

}  // namespace forge
