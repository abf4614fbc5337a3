// How much memory the machine can still give without swapping.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace forge {

// In bytes: the smaller of the machine's and our control group's. Nothing: unknown.
std::optional<std::int64_t> AvailableMemory();

// `MemAvailable` of /proc/meminfo.
std::optional<std::int64_t> ReadMemAvailable(std::string_view meminfo);

}  // namespace forge
