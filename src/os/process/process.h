// The one place that starts child processes. Each child leads its own process group. Ending it ends the whole tree: the
// group, and descendants that left it. Knows nothing of agents.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "os/sandbox.h"

namespace forge {

class ProcessInput;

// Identifies a process: a pid alone may be reused.
struct ProcessId {
  std::int64_t pid = 0;
  std::int64_t start = 0;  // clock ticks since boot, field 22 of /proc/<pid>/stat
  bool operator==(const ProcessId&) const = default;
};

struct ProcessSpec {
  std::vector<std::string> argv;              // argv[0] is looked up on PATH if it has no slash
  std::string program;                        // the file to start, if it is known; argv[0] is then only its name
  std::string cwd;                            // empty: ours
  std::map<std::string, std::string> env;     // set on top of ours
  std::vector<std::string> unset;             // removed from ours
  std::string stdin_text;                     // written, then closed; the child need not read it
  std::shared_ptr<ProcessInput> input;        // instead of stdin_text: written while it runs (process_input.h)
  std::chrono::milliseconds timeout{0};       // wall; 0: none
  std::chrono::milliseconds start{0};         // until the program is loaded; 0: any time
  std::chrono::milliseconds first_output{0};  // until its first output; 0: any time
  std::chrono::milliseconds silence{0};       // no output, no change below `watched`, no CPU work; 0: none
  std::string watched;                        // a directory; empty: only output counts
  std::chrono::milliseconds grace{2000};      // between TERM and KILL
  std::size_t keep_head = 64 * 1024;          // of each stream; the middle of longer output is dropped
  std::size_t keep_tail = 192 * 1024;
  bool merge_stderr = false;  // stderr goes where stdout goes
  std::optional<Sandbox> sandbox;
  // A variable (NAME, value) for the child. At its end, every process that still has the variable is ended, whatever
  // its group or parent. The value must be unique. Empty NAME: none.
  std::pair<std::string, std::string> marker;
  std::function<void(const ProcessId&)> on_start;   // called once, after the child exists
  std::function<void(std::string_view)> on_stdout;  // every chunk, before any is dropped
};

enum class ProcessEnd { kExited, kSignalled, kTimedOut, kNoFirstOutput, kSilent, kCancelled };

struct ProcessResult {
  ProcessEnd end = ProcessEnd::kExited;
  int exit_code = 0;           // kExited
  int signal = 0;              // kSignalled
  std::string out, err;        // head and tail kept
  std::int64_t out_bytes = 0;  // of everything the child wrote, on both streams
  std::int64_t duration_ms = 0;
  bool ok() const { return end == ProcessEnd::kExited && exit_code == 0; }
};

// Runs it to its end on this thread. An error means that it never started (for example, program not found). When the
// leader ends, the rest of its group is ended too: after `grace` if it holds our pipes, else at once. `stop` ends the
// tree. If stop was already requested, the result is kCancelled and nothing starts.
Result<ProcessResult> RunProcess(const ProcessSpec& command, std::stop_token stop = {});

// `/bin/sh -c` of it.
ProcessSpec ShellCommand(std::string line);

std::optional<std::string> FindProgram(std::string_view name);  // on PATH, executable
// The same on a given PATH; a name with a slash gives itself if it is executable.
std::optional<std::string> FindProgram(std::string_view name, std::string_view path);
// A unique value for a marker.
std::string NewProcessKey();

ProcessId ThisProcess();
std::optional<ProcessId> FindProcess(std::int64_t pid);
bool IsAlive(const ProcessId& process);  // a zombie is dead
bool IsStopped(std::int64_t pid);        // by Ctrl-Z or SIGSTOP
// Ends the process's group and tree: TERM, grace, KILL. No effect if it is gone or its start time differs.
void EndTree(const ProcessId& process, std::chrono::milliseconds grace);
// Kills this one process, stopped or not, and waits until it is gone. What it started lives on. No effect on this
// process, or if it is gone or its start time differs.
void KillProcess(const ProcessId& process);
// Ends every child process that we have, with its tree. For the end of this process, when nothing else ends them.
void EndChildren(std::chrono::milliseconds grace);
// Every live process with exactly NAME=value in its environment, even one that left its group and whose parent is dead.
// Excludes processes of other users and ourselves.
std::vector<ProcessId> FindByEnvironment(std::string_view name, std::string_view value);
// The run that a process belongs to, if it is one of a run.
inline constexpr const char* kRunVariable = "FORGE_RUN_KEY";
// Every live process that was started with this value of kRunVariable, or by such a process, also one that has dropped
// its environment. None if we are one of them.
std::vector<ProcessId> FindByMark(std::string_view value);

struct ProcessAtWork {
  ProcessId id;
  std::vector<std::string> argv;
  std::string directory;  // it stands in
};
// Every live process. Excludes processes of other users and ourselves.
std::vector<ProcessAtWork> ListAtWork();
// Those that stand in one of these directories or below.
std::vector<ProcessAtWork> FindAtWork(const std::vector<std::string>& directories);
// The same for processes that have the file open. `file`: without links.
std::vector<ProcessId> FindWithOpen(const std::string& file);

std::string BootId();
std::string HostName();
// A process id means something in its namespace only: two containers may have one boot and one host name. Empty:
// unknown.
std::string PidNamespace();

}  // namespace forge
