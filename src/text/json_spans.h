// Finds the JSON objects in a text that is mostly something else. Does not build values.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace forge {

struct JsonSpan {
  std::size_t begin = 0;
  std::size_t end = 0;  // one past the closing brace
};

// Only the last bytes of a longer text are searched.
inline constexpr std::size_t kJsonSearchBytes = 16U << 20U;

// The objects that stand in no other object, in order. Their syntax has been checked, but not their UTF-8, their depth
// and the size of their numbers, so parsing one may still fail. O(n log n) for any input.
std::vector<JsonSpan> FindJsonObjects(std::string_view text);

}  // namespace forge
