#include "os/process/process_tree.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "os/process/pidfd.h"
#include "os/process/process_table.h"

namespace forge {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kAfterKill{2000};

int MsUntil(steady_clock::time_point deadline) {
  auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

}  // namespace

ProcessTree::ProcessTree(const std::vector<ProcessId>& roots) {
  for (const ProcessId& root : roots) {
    const auto row = ReadProcess(root.pid);
    if (!row || row->id != root || root.pid == OwnPid()) continue;
    if (row->group == root.pid) groups_.insert(root.pid);
    Add(*row);
  }
  Refresh();
}

bool ProcessTree::Holds(const ProcessId& id) const {
  return std::ranges::any_of(members_, [&](const Member& member) { return member.id == id; });
}

void ProcessTree::Add(const ProcessRow& seen) {
  const ProcessId& id = seen.id;
  if (id.pid == OwnPid() || id.pid <= 1 || Holds(id)) return;
  Fd handle = OpenProcess(static_cast<pid_t>(id.pid));
  // The handle is for the current process of that pid; it is ours only if the start time still matches.
  auto row = ReadProcess(id.pid);
  if (!row || row->id != id) return;
  members_.push_back({.id = id, .group = groups_.contains(seen.group) ? seen.group : 0, .handle = std::move(handle)});
}

void ProcessTree::Refresh() {
  if (members_.empty()) return;
  std::vector<ProcessRow> table = ReadProcessTable();
  std::set<std::int64_t> ours;
  for (const Member& member : members_) {
    if (member.alive()) ours.insert(member.id.pid);
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const ProcessRow& row : table) {
      const bool is_below = groups_.contains(row.group) || ours.contains(row.parent);
      if (row.dead() || ours.contains(row.id.pid) || !is_below) continue;
      ours.insert(row.id.pid);
      Add(row);
      grown = true;
    }
  }
}

void ProcessTree::Signal(int signal) {
  // A living member keeps its group's number from being reused.
  std::set<std::int64_t> living;
  for (const Member& member : members_) {
    if (member.group != 0 && member.alive()) living.insert(member.group);
  }
  for (const std::int64_t group : living) ::kill(-static_cast<pid_t>(group), signal);
  for (const Member& member : members_) {
    if (member.group != 0 || !member.alive()) continue;
    if (member.handle.is_open()) {
      SignalProcess(member.handle, signal);
    } else {
      ::kill(static_cast<pid_t>(member.id.pid), signal);
    }
  }
}

bool ProcessTree::Member::alive() const {
  if (!handle.is_open()) return IsAlive(id);
  pollfd entry{.fd = handle.get(), .events = POLLIN, .revents = 0};
  return ::poll(&entry, 1, 0) == 0;
}

bool ProcessTree::AnyAlive() const {
  return std::ranges::any_of(members_, [](const Member& member) { return member.alive(); });
}

std::vector<int> ProcessTree::handles() const {
  std::vector<int> out;
  for (const Member& member : members_) {
    if (member.handle.is_open() && member.alive()) out.push_back(member.handle.get());
  }
  return out;
}

bool ProcessTree::blind() const {
  return std::ranges::any_of(members_, [](const Member& member) { return !member.handle.is_open() && member.alive(); });
}

bool ProcessTree::WaitGone(steady_clock::time_point deadline) const {
  while (true) {
    // Looked at once: one that ends between two looks would be waited for without its handle.
    const bool is_blind = blind();
    std::vector<pollfd> entries;
    for (int handle : handles()) entries.push_back({.fd = handle, .events = POLLIN, .revents = 0});
    if (entries.empty() && !is_blind) return true;
    int timeout = MsUntil(deadline);
    if (timeout == 0) return false;
    if (is_blind) timeout = std::min(timeout, static_cast<int>(kBlindLook.count()));
    ::poll(entries.data(), entries.size(), timeout);
  }
}

milliseconds CpuTimeOfTree(const ProcessId& root) {
  const std::vector<ProcessRow> table = ReadProcessTable();
  std::set<std::int64_t> ours;
  std::int64_t ticks = 0;
  for (bool grown = true; grown;) {
    grown = false;
    for (const ProcessRow& row : table) {
      const bool belongs = row.id == root || row.group == root.pid || ours.contains(row.parent);
      if (!belongs || !ours.insert(row.id.pid).second) continue;
      ticks += row.cpu_ticks;
      grown = true;
    }
  }
  return milliseconds(ticks * 1000 / std::max<std::int64_t>(1, ::sysconf(_SC_CLK_TCK)));
}

void EndTree(const ProcessId& process, milliseconds grace) { EndTrees({process}, grace); }

void EndTrees(const std::vector<ProcessId>& processes, milliseconds grace) {
  if (processes.empty()) return;
  ProcessTree tree(processes);
  tree.Signal(SIGTERM);
  tree.Signal(SIGCONT);  // a stopped process would not see TERM
  if (tree.WaitGone(steady_clock::now() + grace)) return;
  tree.Refresh();
  tree.Signal(SIGKILL);
  tree.WaitGone(steady_clock::now() + kAfterKill);
}

void KillChild(pid_t child) { ::kill(child, SIGKILL); }

void KillProcess(const ProcessId& process) {
  if (process.pid == OwnPid()) return;
  const Fd handle = OpenProcess(static_cast<pid_t>(process.pid));
  if (!IsAlive(process)) return;
  if (handle.is_open()) {
    SignalProcess(handle, SIGKILL);
  } else {
    ::kill(static_cast<pid_t>(process.pid), SIGKILL);
  }
  if (handle.is_open()) {
    pollfd gone{handle.get(), POLLIN, 0};
    ::poll(&gone, 1, static_cast<int>(kAfterKill.count()));
    return;
  }
  const auto deadline = steady_clock::now() + kAfterKill;
  while (IsAlive(process) && steady_clock::now() < deadline) ::poll(nullptr, 0, static_cast<int>(kBlindLook.count()));
}

}  // namespace forge
