// What the user's checkout holds beyond its commit: what agents without a workspace of their own have changed, for
// those who review it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "service/project.h"

namespace forge {

// Tracked files as a diff, new ones whole; Forge's own directory and ignored files apart. Cut to about `limit` bytes.
// Touches neither index nor files.
std::string CheckoutDiff(const Project& project, std::size_t limit);

// The same files by name.
Result<std::vector<std::string>> CheckoutChanges(const Project& project);

}  // namespace forge
