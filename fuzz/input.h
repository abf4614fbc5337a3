// What every fuzz target has in common: the input as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace forge {

inline std::string_view FuzzText(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace forge
