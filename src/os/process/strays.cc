#include "os/process/strays.h"

#include <signal.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "os/fd.h"
#include "os/process/pidfd.h"
#include "os/process/process.h"
#include "os/process/process_mark.h"
#include "os/process/process_table.h"

namespace forge {
namespace {

constexpr int kQuietLooks = 20;  // without a process that is new
constexpr std::chrono::seconds kLongestHunt{5};

// Those that get orphans, if not an engine did.
std::vector<std::int64_t> AboveUs() {
  std::vector<std::int64_t> above;
  for (auto row = ReadProcess(OwnPid()); row && row->parent > 0; row = ReadProcess(row->parent))
    above.push_back(row->parent);
  if (above.empty() || above.back() != 1) above.push_back(1);
  return above;
}

}  // namespace

void KillStrays(std::string_view run, std::string_view mount) {
  const std::uint64_t mark = MarkOf(run);
  const bool tells = ReadMark(OwnPid()) != mark;
  const auto is_ours = [&](std::int64_t pid) {
    const auto value = ReadVariable(pid, kRunVariable);
    return (value && *value == run) || (tells && ReadMark(pid) == mark) || HasMount(pid, mount);
  };
  const std::vector<std::int64_t> above = AboveUs();
  const auto deadline = std::chrono::steady_clock::now() + kLongestHunt;
  std::set<std::int64_t> others{OwnPid()};
  for (int quiet = 0; quiet < kQuietLooks && std::chrono::steady_clock::now() < deadline; ++quiet) {
    for (const std::int64_t parent : above) {
      const std::vector<std::int64_t> children = ReadChildren(parent);
      for (auto pid = children.rbegin(); pid != children.rend(); ++pid) {  // the youngest first
        if (others.contains(*pid)) continue;
        quiet = 0;
        const Fd handle = OpenProcess(static_cast<pid_t>(*pid));
        const bool ours = is_ours(*pid);
        if (ours) SignalProcess(handle, SIGKILL);
        const auto row = ours ? ReadProcess(*pid) : std::nullopt;
        if (!row || row->dead()) others.insert(*pid);  // a dead one keeps its mark until it is reaped
      }
    }
  }
}

}  // namespace forge
