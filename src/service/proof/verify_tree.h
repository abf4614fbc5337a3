// Names the tree that a directory holds right now, as a snapshot of it would: evidence is bound to that name.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace forge {

// git's name for everything in the checkout that `directory` is in: tracked, new, changed and deleted files, without
// ignored ones. Nothing outside of git and in bare repositories. Leaves the repository as it is, objects included.
Result<std::optional<std::string>> WorkingTreeHash(const std::string& directory);

}  // namespace forge
