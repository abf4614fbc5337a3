// Copies of the user's ignored files that landings overwrote. They stay until the user deletes them, so that a landing
// that was killed can still tell where they are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

// The directories with copies, oldest first; of one run, or of all.
Result<std::vector<std::string>> ListOverwritten(const std::string& repository, std::optional<RunId> run);

}  // namespace forge
