// The files that an agent's answer says it changed, beside those that its work did change. Pure.
#pragma once

#include <string>
#include <vector>

#include "model/json.h"

namespace forge {

// What the result block names in `files_changed` (also `filesChanged`): paths, in order, each once. Without what is no
// single path.
std::vector<std::string> ClaimedFiles(const Json& result);

// Of these, the ones that no changed file is: neither by the same path, nor by one of which the shorter is the end, nor
// below it where a folder is named.
std::vector<std::string> UnwrittenFiles(const std::vector<std::string>& claimed,
                                        const std::vector<std::string>& changed);

}  // namespace forge
