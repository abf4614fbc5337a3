#include "workspace/names.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLongestLaneName = 80;
constexpr std::size_t kHashDigits = 8;
constexpr char kNameMark = '\x01';

bool IsPlain(char c) { return IsLetterOrDigit(c) || c == '.' || c == '_' || c == '-'; }

// git refuses these in a ref, or the run's own refs use them.
bool IsUnfit(std::string_view name) {
  return name.empty() || name.starts_with('.') || name.starts_with('-') || name.ends_with('.') ||
         name.ends_with(".lock") || name.find("..") != std::string_view::npos || name == "base" || name == "tip" ||
         name == "drivers" || name == "landing" || name == "undoing" || name == "aside" ||
         name.starts_with("unsquashed-") || name.starts_with("replaced-") || name.starts_with("undone-") ||
         name.starts_with("lane-");
}

}  // namespace

std::string LaneOfName(const std::string& name) { return kNameMark + name; }

std::string LaneName(const std::string& lane) {
  if (lane.starts_with(kNameMark)) {
    const std::string given = lane.substr(1);
    const bool is_plain = std::ranges::all_of(given, IsPlain);
    if (is_plain && (given.starts_with("lane-") || !IsUnfit(given))) return given;
  }
  std::string name;
  for (char c : lane.substr(0, kLongestLaneName)) name += IsPlain(c) ? c : '-';
  if (name == lane && !IsUnfit(name)) return name;
  name = ReplaceAll(name, "..", "-");
  return fmt::format("lane-{}-{}", name, Sha256(lane).substr(0, kHashDigits));
}

std::string RunNames::directory() const { return fmt::format("run-{:03}", run_.value); }
std::string RunNames::branch() const { return "forge/" + directory(); }
std::string RunNames::branch_ref() const { return "refs/heads/" + branch(); }
std::string RunNames::root() const { return fmt::format("refs/forge/{}/", run_.value); }

std::string RunNames::unit_ref(const std::string& lane, UnitId unit) const {
  return fmt::format("{}{}", lane_root(lane), unit.value);
}

std::string RunNames::unit_trailer(UnitId unit) const { return fmt::format("{}.{}", run_.value, unit.value); }

}  // namespace forge
