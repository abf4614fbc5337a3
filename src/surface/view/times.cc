#include "surface/view/times.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace forge {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

}  // namespace

std::string ClockTime(TimePoint time) {
  const std::time_t seconds = time.ms / kSecond;
  std::tm local{};
  if (::localtime_r(&seconds, &local) == nullptr) return "??:??:??";
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

std::string Ago(TimePoint then, TimePoint now) {
  const std::int64_t ms = std::max<std::int64_t>(0, now.ms - then.ms);
  if (ms < kMinute) return fmt::format("{}s", ms / kSecond);
  if (ms < kHour) return fmt::format("{}m", ms / kMinute);
  if (ms < 2 * kDay) return fmt::format("{}h", ms / kHour);
  return fmt::format("{}d", ms / kDay);
}

}  // namespace forge
