// How long a server leaves a run alone after it has driven it. Pure.
#pragma once

#include <algorithm>
#include <cstdint>

namespace forge {

inline constexpr std::int64_t kFirstRestMs = 1'000;
inline constexpr std::int64_t kLongestRestMs = 60'000;

enum class DriveEnd {
  kFailed,  // the engine ended with an error, whatever it wrote before
  kIdle,    // it could do nothing for the run
  kWorked,
};

// `last_ms`: how long it was before; 0: it was not driven yet.
inline std::int64_t RestAfter(DriveEnd end, std::int64_t last_ms) {
  return end == DriveEnd::kWorked ? kFirstRestMs : std::clamp(2 * last_ms, kFirstRestMs, kLongestRestMs);
}

}  // namespace forge
