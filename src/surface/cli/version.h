// The program's version, as the build knows it.
#pragma once

#include <string_view>

namespace forge::cli {

std::string_view VersionText();

}  // namespace forge::cli
