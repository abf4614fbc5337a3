#include "service/unit/unit_temp.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/strings.h"
#include "os/process/process.h"
#include "os/process/strays.h"

namespace forge {
namespace {

constexpr std::string_view kNoRun = "none";

constexpr std::size_t kMarkDigits = 6;

// Short: programs make sockets below it, and their paths must not be long.
std::string MarkOf(const std::string& text) { return Sha256(text).substr(0, kMarkDigits); }

// forge-unit-HOST-BOOT-NAMESPACE-PID-START-RUN-XXXXXX
struct TempName {
  std::string_view host, boot, space;
  std::int64_t pid = 0, start = 0;
  std::string_view run;
};

// As older engines named it: HOST-BOOT-PID-START-XXXXXX, with longer marks.
std::optional<TempName> ReadOldName(const std::vector<std::string_view>& parts) {
  const auto pid = ParseInt(parts[2]);
  const auto start = ParseInt(parts[3]);
  if (!pid || !start) return std::nullopt;
  return TempName{parts[0].substr(0, kMarkDigits), parts[1].substr(0, kMarkDigits), "", *pid, *start, ""};
}

std::optional<TempName> ReadTempName(std::string_view name) {
  if (!name.starts_with(kUnitPrefix)) return std::nullopt;
  const auto parts = Split(name.substr(kUnitPrefix.size()), '-');
  if (parts.size() == 5) return ReadOldName(parts);
  if (parts.size() != 7) return std::nullopt;
  const auto pid = ParseInt(parts[3]);
  const auto start = ParseInt(parts[4]);
  if (!pid || !start) return std::nullopt;
  return TempName{parts[0], parts[1], parts[2], *pid, *start, parts[5]};
}

bool IsBy(const Owner& owner, const TempName& name) {
  const bool same_space =
      owner.pid_namespace.empty() || name.space.empty() || MarkOf(owner.pid_namespace) == name.space;
  return owner.pid == name.pid && owner.pid_start == name.start && MarkOf(owner.boot) == name.boot &&
         MarkOf(owner.host) == name.host && same_space;
}

bool IsLeftOver(const TempName& name, const std::vector<RunTemps>& runs) {
  if (BootId().empty() || PidNamespace().empty()) return false;  // no descriptor is free: nothing is known of it
  const bool same_boot = name.boot == MarkOf(BootId());
  if (same_boot && (name.space.empty() || name.space == MarkOf(PidNamespace())))
    return !IsAlive(ProcessId{name.pid, name.start});
  // Its process cannot be seen from here: two containers can share /tmp.
  const auto run = std::ranges::find_if(runs, [&](const RunTemps& one) { return MarkOf(one.marker) == name.run; });
  if (run != runs.end()) return !run->holder || !IsBy(*run->holder, name);
  return !same_boot && name.host == MarkOf(HostName());
}

// Empty directories of this process, by the marker of their run; removed when it ends.
class IdleTemps {
 public:
  ~IdleTemps() {
    for (const auto& [marker, temp] : idle_) (void)RemoveTree(temp.path);
  }
  std::string Take(const std::string& marker, const std::string& beside) {
    const std::lock_guard lock(mutex_);
    const auto [first, last] = idle_.equal_range(marker);
    if (first == last) return "";
    const auto best = std::find_if(first, last, [&](const auto& entry) { return entry.second.beside == beside; });
    return idle_.extract(best == last ? first : best).mapped().path;
  }
  // False: there are enough.
  bool Give(const std::string& marker, const std::string& beside, const std::string& path) {
    constexpr std::size_t kMost = 32;
    const std::lock_guard lock(mutex_);
    if (idle_.size() >= kMost) return false;
    idle_.emplace(marker, Temp{beside, path});
    return true;
  }

 private:
  struct Temp {
    std::string beside, path;
  };
  std::mutex mutex_;
  std::multimap<std::string, Temp> idle_;
};

IdleTemps& Idle() {
  static IdleTemps idle;
  return idle;
}

}  // namespace

UnitTemp::~UnitTemp() {
  if (path_.empty()) return;
  if (!EmptyPrivateDirectory(path_) || !Idle().Give(marker_, beside_, path_)) (void)RemoveTree(path_);
}

Result<UnitTemp> UnitTemp::Make(const std::string& marker, const std::string& beside) {
  // A cleaner of temporary files may have removed it meanwhile.
  for (std::string idle = Idle().Take(marker, beside); !idle.empty(); idle = Idle().Take(marker, beside)) {
    if (LookAtPath(idle, false).value_or(PathKind::kNothing) == PathKind::kDirectory)
      return UnitTemp(marker, beside, idle);
  }
  const ProcessId me = ThisProcess();
  const std::string mark = UnitTempMark({me.pid, me.start, BootId(), HostName(), PidNamespace()}, marker);
  return UnitTemp(marker, beside, TRY(RealPath(TRY(MakeTempDirectory(mark)))));
}

std::string UnitTempMark(const Owner& engine, const std::string& marker) {
  return fmt::format("{}{}-{}-{}-{}-{}-{}-", kUnitPrefix, MarkOf(engine.host), MarkOf(engine.boot),
                     MarkOf(engine.pid_namespace), engine.pid, engine.pid_start,
                     marker.empty() ? std::string(kNoRun) : MarkOf(marker));
}

int RemoveDeadUnitTemps(const std::vector<RunTemps>& runs) {
  int removed = 0;
  const auto names = ListDirectory(TempRoot());
  if (!names) return 0;
  for (const std::string& text : *names) {
    const auto name = ReadTempName(text);
    // What another user owns stays.
    if (name && IsLeftOver(*name, runs) && RemoveTree(JoinPath(TempRoot(), text))) ++removed;
  }
  return removed;
}

}  // namespace forge
