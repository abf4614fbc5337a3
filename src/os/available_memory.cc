#include "os/available_memory.h"

#include <algorithm>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

constexpr std::int64_t kKilo = 1024;

std::optional<std::int64_t> ReadNumber(const std::string& path) {
  auto text = ReadFile(path);
  return text ? ParseInt(Trim(*text)) : std::nullopt;  // "max" is not a number: no limit
}

// Version 2, of our own group as containers see it.
std::optional<std::int64_t> LeftInGroup() {
  const auto most = ReadNumber("/sys/fs/cgroup/memory.max");
  const auto used = ReadNumber("/sys/fs/cgroup/memory.current");
  if (!most || !used) return std::nullopt;
  return std::max<std::int64_t>(0, *most - *used);
}

}  // namespace

std::optional<std::int64_t> ReadMemAvailable(std::string_view meminfo) {
  for (std::string_view line : Split(meminfo, '\n')) {
    constexpr std::string_view kName = "MemAvailable:";
    if (!line.starts_with(kName) || !line.ends_with(" kB")) continue;
    const auto amount = ParseInt(Trim(line.substr(kName.size(), line.size() - kName.size() - 3)));
    return amount && *amount >= 0 ? std::optional(*amount * kKilo) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::int64_t> AvailableMemory() {
  auto meminfo = ReadFile("/proc/meminfo");
  const auto machine = meminfo ? ReadMemAvailable(*meminfo) : std::nullopt;
  const auto group = LeftInGroup();
  if (!machine || !group) return machine ? machine : group;
  return std::min(*machine, *group);
}

}  // namespace forge
