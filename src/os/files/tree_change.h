// Whether anything below a directory changed recently.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace forge {

// How long ago something below `directory` changed, if less than `within`: the first change found, not the latest. Uses
// the inode's change time, which a program cannot set. Follows no links; skips `.git` and `.forge`, because other
// processes write there.
std::optional<std::chrono::milliseconds> AgeOfLastChange(const std::string& directory,
                                                         std::chrono::milliseconds within);

}  // namespace forge
