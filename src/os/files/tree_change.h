// Whether anything below a directory changed lately. Inside os/ only.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace forge {

// How long ago something below `directory` changed, when that is less than `within`; the first such thing found, not
// the youngest. By the time of the inode's change, which a program cannot set. Links are not followed; `.git` and
// `.forge` are passed over, because others write there.
std::optional<std::chrono::milliseconds> AgeOfLastChange(const std::string& directory,
                                                         std::chrono::milliseconds within);

}  // namespace forge
