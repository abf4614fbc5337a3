// The user's own programs on the terminal: the editor and the pager.
#pragma once

#include <string>

#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// $VISUAL, $EDITOR or vi, until the user closes it. kUnavailable: it failed.
Status EditFile(Context& context, const std::string& path);
// $PAGER or less; a file that fits on the screen is just printed.
Status PageFile(Context& context, const std::string& path);

}  // namespace forge::cli
