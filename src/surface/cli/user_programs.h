// The user's own programs on the terminal: the editor and the pager.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "surface/cli/command.h"

namespace forge::cli {

// $VISUAL, $EDITOR or vi, until the user closes it. kUnavailable: it failed.
Status EditFile(Context& context, const std::string& path);
// Opens the user's shell, or their editor on the directory, there. True: they left it, with whatever exit code. False:
// a signal ended it. kUnavailable: it did not start, or says so (an editor that ends with exit code 126 or 127).
Result<bool> WorkIn(Context& context, const std::string& directory, const std::map<std::string, std::string>& env,
                    bool editor);
// $PAGER or less; a file that fits on the screen is just printed.
Status PageFile(Context& context, const std::string& path);

}  // namespace forge::cli
