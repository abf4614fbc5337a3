#include "os/process/adopted.h"

#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <set>
#include <string>
#include <vector>

#include "os/process/process_mark.h"
#include "os/process/process_table.h"
#include "os/process/process_tree.h"
#include "os/process/strays.h"

namespace forge {
namespace {

constexpr int kGentleLooks = 4;  // those that are told to end, and those that come to us meanwhile
constexpr std::chrono::seconds kLongestKilling{10};

struct Family {
  std::mutex birth;  // of a child of the first thread
  std::mutex mutex;
  std::set<pid_t> children;
  std::multiset<std::pair<std::string, std::string>> markers;
  std::atomic<bool> adopts = false;  // the kernel gives us orphans

  bool IsChild(pid_t pid) {
    const std::lock_guard lock(mutex);
    return children.contains(pid);
  }
  bool IsRunning(const std::string& name, const std::string& value) {
    const std::lock_guard lock(mutex);
    return markers.contains({name, value});
  }
};

Family& Ours() {
  static Family family;
  return family;
}

// What the values of our markers begin with (NewProcessKey).
std::string KeysOfProcess() {
  const ProcessId self = ThisProcess();
  return fmt::format("{}.{}.", self.pid, self.start);
}

// Of the first thread, which gets the orphans, and of this one: with CLONE_PARENT a command that it started can give it
// children.
std::vector<std::int64_t> ChildrenNow() {
  std::vector<std::int64_t> children = ReadChildren(OwnPid());
  thread_local const pid_t thread = ::gettid();
  if (thread == OwnPid()) return children;
  siginfo_t info{};
  const int any = ::waitid(P_ALL, 0, &info, WEXITED | WNOWAIT | WNOHANG | __WNOTHREAD);
  if (any != 0 && errno == ECHILD) return children;  // the usual case
  const std::vector<std::int64_t> own = ReadChildren(thread);
  children.insert(children.end(), own.begin(), own.end());
  return children;
}

struct Orphans {
  std::vector<ProcessId> living;
  bool reaped = false;  // one that was dead: its children are ours only now
};

Orphans LookAtOrphans() {
  Orphans orphans;
  const std::lock_guard birth(Ours().birth);
  for (const std::int64_t pid : ChildrenNow()) {
    if (Ours().IsChild(static_cast<pid_t>(pid))) continue;
    const auto row = ReadProcess(pid);
    if (row && !row->dead()) orphans.living.push_back(row->id);
    int status = 0;
    if (row && row->dead()) orphans.reaped |= ::waitpid(static_cast<pid_t>(pid), &status, WNOHANG) > 0;
  }
  return orphans;
}

// A process started for a unit, whatever it has made of its environment. Where Forge runs us in a unit itself, we and
// all that we start have that unit's mark; but there nothing is a person's.
bool IsMarkedByForge(std::int64_t pid) {
  const std::uint64_t mark = ReadMark(pid);
  return (mark != kNoMark && mark != OwnMark()) || (OwnMark() != kNoMark && IsMoreConfined(pid));
}

bool HasSignOfForge(std::int64_t pid) { return IsMarkedByForge(pid) || HasMount(pid, kUnitPrefix); }

// Tells what commands that have ended left behind.
class Leftovers {
 public:
  explicit Leftovers(std::string_view name) : name_(name), keys_(KeysOfProcess()) {}

  // An orphan with the variable of a command that runs is that command's. Of the others, those with a sign of Forge
  // were left: a command that runs keeps its orphans itself.
  bool Has(std::int64_t pid) const {
    const auto value = ReadVariable(pid, name_);
    if (value && Ours().IsRunning(name_, *value)) return false;
    return (value && value->starts_with(keys_)) || HasSignOfForge(pid);
  }

  enum class Found { kNone, kDying, kMore };
  // Kills them at sight. A process that ends as soon as it has started the next one is gone before it could be asked,
  // so this takes no detour, and a dead one counts as well. Nobody else reaps orphans meanwhile: a number that is an
  // orphan's stays its own.
  Found Kill() {
    Found found = Found::kNone;
    const std::lock_guard birth(Ours().birth);
    const std::vector<std::int64_t> children = ChildrenNow();
    for (auto at = children.rbegin(); at != children.rend(); ++at) {  // the youngest first
      const auto pid = static_cast<pid_t>(*at);
      if (Ours().IsChild(pid)) continue;
      const bool marked = IsMarkedByForge(pid);  // before it is reaped: a dead one still shows it
      int status = 0;
      const pid_t ended = ::waitpid(pid, &status, WNOHANG | __WALL);
      if (ended > 0) {
        killed_.erase(pid);
        if (marked) found = Found::kMore;
      } else if (ended == 0 && (marked || Has(pid))) {
        const bool is_new = killed_.insert(pid).second;
        if (is_new) KillChild(pid);
        found = std::max(found, is_new ? Found::kMore : Found::kDying);
      }
    }
    return found;
  }

 private:
  std::string name_, keys_;
  std::set<pid_t> killed_;  // and not yet dead
};

}  // namespace

BirthCertificate::BirthCertificate() {
  thread_local const bool in_first_thread = ::gettid() == OwnPid();
  if (in_first_thread) lock_ = std::unique_lock(Ours().birth);
}

void BirthCertificate::Register(pid_t child) {
  const std::lock_guard lock(Ours().mutex);
  Ours().children.insert(child);
}

void Forget(pid_t child) {
  const std::lock_guard lock(Ours().mutex);
  Ours().children.erase(child);
}

LiveMarker::LiveMarker(const std::pair<std::string, std::string>& marker) : marker_(marker) {
  if (marker_.first.empty()) return;
  if (!Ours().adopts && KnowsChildren() && ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0) Ours().adopts = true;
  const std::lock_guard lock(Ours().mutex);
  Ours().markers.insert(marker_);
}

LiveMarker::~LiveMarker() {
  if (marker_.first.empty()) return;
  const std::lock_guard lock(Ours().mutex);
  Ours().markers.erase(Ours().markers.find(marker_));
}

bool Adopts() { return Ours().adopts; }

void ReapAdopted() {
  if (Adopts()) (void)LookAtOrphans();
}

// An orphan that ends leaves its own children to us. So we look again until there is none. One that outlives a KILL (it
// has gained rights, or waits in the kernel) is not waited for twice.
void EndAdopted(std::string_view name, std::chrono::milliseconds grace) {
  Leftovers leftovers(name);
  std::vector<ProcessId> ended;
  for (int look = 0; look < kGentleLooks; ++look) {
    const Orphans orphans = LookAtOrphans();
    std::vector<ProcessId> left;
    for (const ProcessId& process : orphans.living) {
      if (std::ranges::find(ended, process) == ended.end() && leftovers.Has(process.pid)) left.push_back(process);
    }
    if (left.empty() && !orphans.reaped) return;
    EndTrees(left, grace);
    ended.insert(ended.end(), left.begin(), left.end());
  }
  constexpr int kLongestPauseMs = 256;  // between looks at what does not die: half a second in all
  const auto deadline = std::chrono::steady_clock::now() + kLongestKilling;
  for (int pause_ms = 1; pause_ms <= kLongestPauseMs && std::chrono::steady_clock::now() < deadline;) {
    const Leftovers::Found found = leftovers.Kill();
    if (found == Leftovers::Found::kNone) return;
    if (found == Leftovers::Found::kMore) {
      pause_ms = 1;
    } else {
      ::poll(nullptr, 0, pause_ms);
      pause_ms *= 2;
    }
  }
}

// Those that we started, and what commands left us. A program that became us (exec) may have left us children of its
// own, which are a person's.
void EndChildren(std::chrono::milliseconds grace) {
  std::vector<ProcessId> children;
  for (const ProcessRow& row : ReadProcessTable()) {
    if (row.parent != OwnPid() || row.dead()) continue;
    if (Ours().IsChild(static_cast<pid_t>(row.id.pid)) || HasSignOfForge(row.id.pid)) children.push_back(row.id);
  }
  EndTrees(children, grace);
}

}  // namespace forge
