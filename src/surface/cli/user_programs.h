// The user's own programs on the terminal: the editor and the pager.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// $VISUAL, $EDITOR or vi, until the user closes it. kUnavailable: it failed.
Status EditFile(Context& context, const std::string& path);
// $PAGER or less; a file that fits on the screen is just printed.
// Opens the user's shell, or their editor on the directory, there. How it ends does not matter; that it starts does.
Status WorkIn(Context& context, const std::string& directory, const std::map<std::string, std::string>& env,
              bool editor);
Status PageFile(Context& context, const std::string& path);

}  // namespace forge::cli
