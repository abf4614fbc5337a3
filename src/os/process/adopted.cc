#include "os/process/adopted.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "os/process/process_table.h"
#include "os/process/process_tree.h"

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

// Tells what commands that have ended left behind.
class Leftovers {
 public:
  explicit Leftovers(std::string_view name) : name_(name), inherited_(std::getenv(name_.c_str())) {}

  // An orphan with the variable of a command that runs is that command's. Of the others, those from a sandbox were
  // left, whatever they have made of their environment: a command that runs keeps its orphans itself.
  bool Has(std::int64_t pid) const {
    const auto value = ReadVariable(pid, name_);
    if (value && Ours().IsRunning(name_, *value)) return false;
    // With the value of a Forge that runs us, it is not ours to end.
    const bool marked = value && (inherited_ == nullptr || *value != inherited_);
    return marked || IsMoreConfined(pid);
  }

  // Kills them at sight, and tells whether there were any. A process that ends as soon as it has started the next one
  // is gone before it could be asked, so this takes no detour. Nobody else reaps orphans meanwhile: a number that is an
  // orphan's stays its own.
  bool Kill() const {
    bool found = false;
    const std::lock_guard birth(Ours().birth);
    const std::vector<std::int64_t> children = ChildrenNow();
    for (auto at = children.rbegin(); at != children.rend(); ++at) {  // the youngest first
      const auto pid = static_cast<pid_t>(*at);
      if (Ours().IsChild(pid)) continue;
      int status = 0;
      if (::waitpid(pid, &status, WNOHANG) > 0) {
        found = true;
      } else if (IsMoreConfined(pid) || Has(pid)) {
        found = true;
        KillChild(pid);
      }
    }
    return found;
  }

 private:
  std::string name_;
  const char* inherited_;
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

// An orphan that ends leaves its own children to us. So we look again until there is none.
void EndAdopted(std::string_view name, std::chrono::milliseconds grace) {
  const Leftovers leftovers(name);
  for (int look = 0; look < kGentleLooks; ++look) {
    const Orphans orphans = LookAtOrphans();
    std::vector<ProcessId> left;
    for (const ProcessId& process : orphans.living) {
      if (leftovers.Has(process.pid)) left.push_back(process);
    }
    if (left.empty() && !orphans.reaped) return;
    EndTrees(left, grace);
  }
  const auto deadline = std::chrono::steady_clock::now() + kLongestKilling;
  while (leftovers.Kill() && std::chrono::steady_clock::now() < deadline) {
  }
}

}  // namespace forge
