// Which files are one module: a source with its header and its tests. Knows names only, never a disk.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace forge {

// For each path the place of the module that it tests, or that it is the header of: itself when it stands alone.
// Linear. A test finds its module beside it, in the directory its own mirrors (tests/, __tests__/, spec/,
// src/test/java), or anywhere when there is only one of that name.
std::vector<std::size_t> FindModules(const std::vector<std::string>& paths);

}  // namespace forge
