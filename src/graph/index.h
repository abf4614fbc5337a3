// A place of a step or node, which is an int because -1 means none, as an index.
#pragma once

#include <cstddef>

namespace forge {

constexpr std::size_t Index(int place) { return static_cast<std::size_t>(place); }

}  // namespace forge
