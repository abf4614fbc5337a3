#include "service/unit/unit_temp.h"

#include <fmt/core.h>

#include <string_view>
#include <vector>

#include "base/strings.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr std::string_view kUnitPrefix = "forge-unit-";
constexpr std::size_t kMarkDigits = 8;

std::string MarkOf(const std::string& text) { return Sha256(text).substr(0, kMarkDigits); }

// forge-unit-HOST-BOOT-PID-START-XXXXXX. A directory of another host may be in use: two containers can share /tmp.
bool IsLeftOver(const std::string& name) {
  if (!name.starts_with(kUnitPrefix)) return false;
  const auto parts = Split(std::string_view(name).substr(kUnitPrefix.size()), '-');
  if (parts.size() != 5 || parts[0] != MarkOf(HostName())) return false;
  const auto pid = ParseInt(parts[2]);
  const auto start = ParseInt(parts[3]);
  if (!pid || !start) return false;
  return parts[1] != MarkOf(BootId()) || !IsAlive(ProcessId{*pid, *start});
}

}  // namespace

Result<UnitTemp> UnitTemp::Make() {
  const ProcessId me = ThisProcess();
  const std::string mark =
      fmt::format("{}{}-{}-{}-{}-", kUnitPrefix, MarkOf(HostName()), MarkOf(BootId()), me.pid, me.start);
  return UnitTemp(TRY(RealPath(TRY(MakeTempDirectory(mark)))));
}

int RemoveDeadUnitTemps() {
  int removed = 0;
  const auto names = ListDirectory(TempRoot());
  if (!names) return 0;
  for (const std::string& name : *names) {
    // What another user owns stays.
    if (IsLeftOver(name) && RemoveTree(JoinPath(TempRoot(), name))) ++removed;
  }
  return removed;
}

}  // namespace forge
