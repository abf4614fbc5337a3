#include "os/process/adopted.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "os/process/process_table.h"

namespace forge {
namespace {

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

struct Orphans {
  std::vector<ProcessId> living;
  bool reaped = false;  // one that was dead: its children are ours only now
};

Orphans LookAtOrphans() {
  Orphans orphans;
  const std::lock_guard birth(Ours().birth);
  for (const std::int64_t pid : ReadChildren(OwnPid())) {
    if (Ours().IsChild(static_cast<pid_t>(pid))) continue;
    const auto row = ReadProcess(pid);
    if (row && !row->dead()) orphans.living.push_back(row->id);
    int status = 0;
    if (row && row->dead()) orphans.reaped |= ::waitpid(static_cast<pid_t>(pid), &status, WNOHANG) > 0;
  }
  return orphans;
}

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

// An orphan that ends leaves its own children to us. So we look again until nothing changes.
void EndAdopted(std::string_view name, std::chrono::milliseconds grace) {
  constexpr int kMostLooks = 100;
  const char* inherited = std::getenv(std::string(name).c_str());  // of a Forge that runs us: not ours to end
  for (int look = 0; look < kMostLooks; ++look) {
    const Orphans orphans = LookAtOrphans();
    bool changed = orphans.reaped;
    for (const ProcessId& process : orphans.living) {
      const auto value = ReadVariable(process.pid, name);
      if (value && Ours().IsRunning(std::string(name), *value)) continue;
      const bool marked = value && (inherited == nullptr || *value != inherited);
      // A command that runs keeps its orphans itself. So this one was left by a command in a sandbox that has ended,
      // whatever it has made of its environment.
      if (!marked && !IsMoreConfined(process.pid)) continue;
      EndTree(process, grace);
      changed = true;
    }
    if (!changed) return;
  }
}

}  // namespace forge
