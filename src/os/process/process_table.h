// The machine's processes, from /proc. Inside os/ only; sends no signals.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "os/process/process.h"

namespace forge {

struct ProcessRow {
  ProcessId id;
  std::int64_t parent = 0;
  std::int64_t group = 0;
  char state = '?';
  std::int64_t cpu_ticks = 0;  // its own and that of children it has waited for
  bool of_kernel = false;      // a thread of the kernel
  bool bare = false;           // its program runs, and was started without any environment
  bool dead() const { return state == 'Z' || state == 'X'; }
};

// This process's number. The kernel is asked once, and again after a fork: it is wanted several times for every child.
pid_t OwnPid();

// Parses /proc/<pid>/stat. The program's name in it may contain anything, even ") R 1 ".
std::optional<ProcessRow> ParseProcStat(std::string_view text);

std::optional<ProcessRow> ReadProcess(std::int64_t pid);
std::vector<ProcessRow> ReadProcessTable();

// The children of the process's first thread, zombies too: what it started there, and orphans that it got. Nothing if
// this kernel does not tell (KnowsChildren).
std::vector<std::int64_t> ReadChildren(std::int64_t pid);
bool KnowsChildren();
// A variable that the process was started with. If its program is just being loaded, waits until it is.
std::optional<std::string> ReadVariable(std::int64_t pid, std::string_view name);
// Whether it was started in a sandbox, anyone's, that we are not in. No process can leave that: it has more filters of
// system calls than we, or may not gain rights and we may.
bool IsMoreConfined(std::int64_t pid);
// Processes with mounts of their own, of which one names `part`: no process can get rid of a mount that it was given.
std::vector<ProcessId> FindByMount(std::string_view part);
bool HasMount(std::int64_t pid, std::string_view part);
// The signals that this process handles or ignores, or may at another time: bit n - 1 for signal n. All of them if that
// is not known.
std::uint64_t OwnSignals();

}  // namespace forge
