#include "os/process/adopted.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
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

// The orphans that live; the dead ones are reaped.
std::vector<ProcessId> LivingOrphans() {
  std::vector<ProcessId> living;
  const std::lock_guard birth(Ours().birth);
  for (const std::int64_t pid : ReadChildren(::getpid())) {
    if (Ours().IsChild(static_cast<pid_t>(pid))) continue;
    const auto row = ReadProcess(pid);
    if (!row) continue;
    if (!row->dead()) living.push_back(row->id);
    int status = 0;
    if (row->dead()) (void)::waitpid(static_cast<pid_t>(pid), &status, WNOHANG);  // another thread was faster
  }
  return living;
}

}  // namespace

BirthCertificate::BirthCertificate() {
  if (::gettid() == ::getpid()) lock_ = std::unique_lock(Ours().birth);
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
  if (!Ours().adopts && ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0) Ours().adopts = true;
  const std::lock_guard lock(Ours().mutex);
  Ours().markers.insert(marker_);
}

LiveMarker::~LiveMarker() {
  if (marker_.first.empty()) return;
  const std::lock_guard lock(Ours().mutex);
  Ours().markers.erase(Ours().markers.find(marker_));
}

void ReapAdopted() {
  if (Ours().adopts) (void)LivingOrphans();
}

void EndAdopted(std::string_view name, std::chrono::milliseconds grace) {
  bool ended = false;
  for (const ProcessId& process : LivingOrphans()) {
    const auto value = ReadVariable(process.pid, name);
    if (!value || Ours().IsRunning(std::string(name), *value)) continue;
    EndTree(process, grace);
    ended = true;
  }
  if (ended) ReapAdopted();
}

}  // namespace forge
