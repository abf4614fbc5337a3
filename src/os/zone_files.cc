#include "os/zone_files.h"

#include <optional>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::size_t kLargestZone = std::size_t{256} * 1024;

std::string ReadZone(const std::string& path) { return ReadFile(path, kLargestZone).value_or(""); }

bool IsZoneName(std::string_view name) {
  if (name.empty() || name.size() > 64 || !IsLetter(name.front()) || name.find("..") != std::string_view::npos)
    return false;
  for (const char c : name) {
    if (!IsLetterOrDigit(c) && !IsOneOf(std::string_view(&c, 1), {"/", "_", "-", "+"})) return false;
  }
  return true;
}

}  // namespace

std::string ReadZoneFile(std::string_view name) {
  return IsZoneName(name) ? ReadZone("/usr/share/zoneinfo/" + std::string(name)) : "";
}

std::string ReadLocalZone() {
  const std::optional<std::string> named = Environment("TZ");
  if (!named) return ReadZone("/etc/localtime");
  std::string_view name = *named;
  if (name.starts_with(':')) name.remove_prefix(1);
  if (name.starts_with('/')) return ReadZone(std::string(name));
  std::string zone = ReadZoneFile(name);
  return zone.empty() ? std::string(name) : zone;
}

}  // namespace forge
