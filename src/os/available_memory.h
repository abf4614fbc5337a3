// How much memory the machine can still give without swapping.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace forge {

// In bytes, of the machine or of the control group we are in, whichever is less. Nothing: the system does not say.
std::optional<std::int64_t> AvailableMemory();

// `MemAvailable` of /proc/meminfo.
std::optional<std::int64_t> ReadMemAvailable(std::string_view meminfo);

}  // namespace forge
