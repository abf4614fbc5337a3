// Copies of directories for agent_home.h: files and directories; links and anything else stay out.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

// A file or a directory with all that is in it; adds to a directory that is there.
Status CopyTree(const std::string& from, const std::string& to);
// The same if the directory holds little and no links; false: nothing is copied.
Result<bool> CopyIfSmall(const std::string& from, const std::string& to);

}  // namespace forge
