#include "os/process/process.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/fault.h"
#include "os/fd.h"
#include "os/files/files.h"
#include "os/process/adopted.h"
#include "os/process/child_watch.h"
#include "os/process/find_program.h"
#include "os/process/process_input.h"
#include "os/process/process_jail.h"
#include "os/process/process_start.h"
#include "os/process/process_tree.h"

namespace forge {
namespace {

struct Pipe {
  Fd read, write;
};

Result<Pipe> MakePipe() {
  int ends[2];
  if (sys::MakePipe(ends, O_CLOEXEC) != 0) return FailErrno("make a pipe", errno);
  Pipe pipe{.read = AboveStdio(Fd(ends[0])), .write = AboveStdio(Fd(ends[1]))};
  if (!pipe.read.is_open() || !pipe.write.is_open()) return FailErrno("make a pipe", errno);
  return pipe;
}

Status SetNonBlocking(const Fd& fd) {
  if (::fcntl(fd.get(), F_SETFL, O_NONBLOCK) != 0) return FailErrno("make a pipe", errno);
  return {};
}

// Our environment with the command's changes, in the form of execve. Borrows from `command` only while it is built.
class EnvironmentBlock {
 public:
  explicit EnvironmentBlock(const ProcessSpec& command) {
    for (const auto& [name, value] : command.env) own_.push_back(fmt::format("{}={}", name, value));
    if (!command.marker.first.empty()) own_.push_back(command.marker.first + "=" + command.marker.second);
    const std::vector<std::string_view> changed = ChangedIn(command);
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
      std::string_view text(*entry);
      std::string_view name = text.substr(0, text.find('='));
      if (std::ranges::binary_search(changed, name)) continue;
      if (!command.sandbox || !LeadsToSocketOutside(*command.sandbox, text)) entries_.push_back(*entry);
    }
    for (std::string& text : own_) entries_.push_back(text.data());
    entries_.push_back(nullptr);
  }
  char** data() { return entries_.data(); }

 private:
  static std::vector<std::string_view> ChangedIn(const ProcessSpec& command) {
    std::vector<std::string_view> names(command.unset.begin(), command.unset.end());
    for (const auto& [name, value] : command.env) names.emplace_back(name);
    names.emplace_back(command.marker.first);
    std::ranges::sort(names);
    return names;
  }
  std::vector<std::string> own_;
  std::vector<char*> entries_;
};

Status CheckCommand(const ProcessSpec& command) {
  if (command.argv.empty() || command.argv[0].empty()) return Fail(Code::kInvalid, "no program given");
  auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  bool bad = std::ranges::any_of(command.argv, has_nul) || has_nul(command.cwd);
  for (const auto& [name, value] : command.env) bad = bad || has_nul(name) || has_nul(value);
  if (bad) {
    return Fail(Code::kInvalid, fmt::format("{}: an argument or variable contains a NUL byte", command.argv[0]),
                "pass it on standard input instead");
  }
  return {};
}

std::unexpected<Error> ProgramNotFound(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    return Fail(Code::kUnavailable, fmt::format("program {} does not exist", name));
  }
  return Fail(Code::kUnavailable, fmt::format("program {} was not found on PATH", name),
              "install it, or give its full path");
}

std::unexpected<Error> ExplainStart(int error, const ProcessSpec& command, const std::string& program) {
  const std::string& cwd = command.cwd;
  if (!cwd.empty() && !IsDirectory(cwd)) {
    return Fail(Code::kNotFound, fmt::format("start {}: the working directory {} {}", command.argv[0], cwd,
                                             Exists(cwd) ? "is not a directory" : "does not exist"));
  }
  std::string place = cwd.empty() ? program : JoinPath(cwd, program);
  switch (error) {
    case ENOENT:
      if (!Exists(place)) return ProgramNotFound(command.argv[0]);
      return Fail(Code::kUnavailable, fmt::format("start {}: its interpreter does not exist", place),
                  "check its #! line");
    case EACCES:
      if (!cwd.empty() && ::access(cwd.c_str(), X_OK) != 0) {
        return Fail(Code::kIo,
                    fmt::format("start {}: permission denied for the working directory {}", command.argv[0], cwd));
      }
      return Fail(Code::kUnavailable, fmt::format("start {}: it is not executable", place),
                  IsDirectory(place) ? "it is a directory" : "try chmod +x");
    case ENOEXEC:
      return Fail(Code::kUnavailable, fmt::format("start {}: it is not a program", place),
                  "a script needs a #! line, such as #!/bin/sh");
    case ETXTBSY: return Fail(Code::kUnavailable, fmt::format("start {}: another process is still writing it", place));
    case E2BIG: return Fail(Code::kInvalid, fmt::format("start {}: arguments and environment are too long", place));
    case EAGAIN:
    case ENOMEM:
      return Fail(Code::kExhausted, fmt::format("start {}: too many processes, or too little memory", place),
                  "run fewer at a time, or raise the limit (ulimit -u)");
    default: return FailErrno(fmt::format("start {}", place), error);
  }
}

std::string_view SearchPath(const ProcessSpec& command) {
  if (auto own = command.env.find("PATH"); own != command.env.end()) return own->second;
  const char* ours = std::getenv("PATH");
  return ours != nullptr ? ours : "/usr/local/bin:/usr/bin:/bin";
}

// Such a text is in the pipe before the process runs: every pipe has room for it.
bool FitsInAPipe(std::string_view text) { return text.size() <= PIPE_BUF; }

struct Streams {
  Pipe in, out, err;
  int child_err() const { return err.write.is_open() ? err.write.get() : out.write.get(); }
};

Result<Streams> MakeStreams(const ProcessSpec& command) {
  Streams streams;
  if (command.input) {
    streams.in.read = Fd(sys::RefusedHandle() ? -1 : ::fcntl(command.input->reader(), F_DUPFD_CLOEXEC, 3));
    // Only the child keeps a reader, so that writing fails once the child has ended.
    command.input->GiveReader();
    if (!streams.in.read.is_open()) return FailErrno("make a pipe", errno);
  } else if (!command.stdin_text.empty()) {
    streams.in = TRY(MakePipe());
    if (FitsInAPipe(command.stdin_text) && WriteAll(streams.in.write.get(), command.stdin_text) == 0) {
      streams.in.write.Close();
    } else {
      TRY(SetNonBlocking(streams.in.write));
    }
  }
  streams.out = TRY(MakePipe());
  TRY(SetNonBlocking(streams.out.read));
  if (!command.merge_stderr) {
    streams.err = TRY(MakePipe());
    TRY(SetNonBlocking(streams.err.read));
  }
  return streams;
}

std::unexpected<Error> NotReadable(const std::string& program) {
  return Fail(Code::kUnavailable, fmt::format("start {}: the sandbox does not allow reading it", program),
              "add its directory to the setting sandbox_read");
}

// Mounts hide what a sandbox does not name.
bool IsShown(const Sandbox& sandbox, const std::string& path) {
  return IsKept(FindReach(sandbox, true).covers, RealPath(path).value_or(path));
}

std::unexpected<Error> ExplainStage(const StartOutcome& started, const ProcessSpec& command,
                                    const std::string& program) {
  switch (started.stage) {
    case StartOutcome::Stage::kJail:
      return Fail(Code::kUnavailable,
                  fmt::format("start {}: cannot enter the sandbox: {}", program, std::strerror(started.error)),
                  "run `forge doctor` to see what this machine supports");
    case StartOutcome::Stage::kLate:
      return Fail(Code::kUnavailable, fmt::format("start {}: not loaded within {} ms", program, command.start.count()));
    case StartOutcome::Stage::kExec:
      if (started.error == EACCES && command.sandbox && ::access(program.c_str(), X_OK) == 0) {
        return NotReadable(program);
      }
      if (started.error == ENOENT && command.sandbox && ::access(program.c_str(), X_OK) == 0 &&
          !IsShown(*command.sandbox, program)) {
        return NotReadable(program);
      }
      break;
    case StartOutcome::Stage::kStarted:
    case StartOutcome::Stage::kClone:
    case StartOutcome::Stage::kDirectory: break;
  }
  return ExplainStart(started.error, command, program);
}

// A program that was just written is busy while another thread's child, before its exec, still holds the writer's
// descriptor. A few retries help.
StartOutcome StartPatiently(const StartPlan& plan) {
  StartOutcome started;
  for (int pause_ms = 1; pause_ms <= 64; pause_ms *= 2) {
    started = StartProcess(plan);
    if (started.stage != StartOutcome::Stage::kExec || started.error != ETXTBSY) return started;
    ::poll(nullptr, 0, pause_ms);
  }
  return started;
}

// By its run, so that another engine finds it; else by itself.
std::uint64_t MarkFor(const ProcessSpec& command) {
  // One of ours stays what it is: an engine above us finds by it what we start.
  if (OwnMark() != kNoMark) return kNoMark;
  const auto run = command.env.find(kRunVariable);
  if (run != command.env.end() && !run->second.empty()) return MarkOf(run->second);
  return command.marker.first.empty() ? kNoMark : MarkOf(command.marker.second);
}

Result<StartOutcome> Start(const ProcessSpec& command, const std::string& program, const Streams& streams, char** argv,
                           char** environment) {
  std::shared_ptr<const Jail> jail;
  if (command.sandbox) jail = TRY(Jail::For(*command.sandbox, command.cwd));
  StartPlan plan;
  plan.program = program.c_str();
  plan.argv = argv;
  plan.environment = environment;
  plan.cwd = command.cwd.empty() ? nullptr : command.cwd.c_str();
  plan.in = streams.in.read.get();
  plan.out = streams.out.write.get();
  plan.err = streams.child_err();
  plan.jail = jail.get();
  // Also with mounts of its own: the sandbox alone could be that of any program.
  plan.mark = MarkFor(command);
  plan.adopts = !command.marker.first.empty();
  plan.within = command.start;
  StartOutcome started = StartPatiently(plan);
  if (started.stage != StartOutcome::Stage::kStarted) return ExplainStage(started, command, program);
  return started;
}

Result<ProcessSpec> UnderBwrap(const ProcessSpec& command) {
  auto bwrap = FindProgram("bwrap");
  if (!bwrap) {
    return Fail(Code::kUnavailable, "the setting sandbox is \"bwrap\", but the program bwrap was not found on PATH",
                "install bubblewrap, or set sandbox to \"auto\"");
  }
  ProcessSpec wrapped = command;
  wrapped.argv = BwrapLine(*bwrap, *command.sandbox, command.cwd, command.argv);
  wrapped.sandbox.reset();
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    if (LeadsToSocketOutside(*command.sandbox, text)) wrapped.unset.emplace_back(text.substr(0, text.find('=')));
  }
  return wrapped;
}

Result<Child> StartChild(const ProcessSpec& command) {
  TRY(CheckCommand(command));
  if (command.sandbox && command.sandbox->kind == SandboxKind::kBwrap) return StartChild(TRY(UnderBwrap(command)));
  auto program = command.program.empty() ? FindProgramOn(SearchPath(command), command.argv[0], command.cwd)
                                         : std::optional(command.program);
  bool has_slash = command.argv[0].find('/') != std::string::npos;
  if (!program && !has_slash && (command.cwd.empty() || IsDirectory(command.cwd))) {
    return ProgramNotFound(command.argv[0]);
  }
  std::string path = program.value_or(command.argv[0]);
  Streams streams = TRY(MakeStreams(command));
  std::vector<char*> argv;
  for (const std::string& word : command.argv) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  EnvironmentBlock environment(command);
  Child child;
  StartOutcome started = TRY(Start(command, path, streams, argv.data(), environment.data()));
  child.pid = started.pid;
  child.start = started.start;
  child.handle = std::move(started.handle);
  child.in = std::move(streams.in.write);
  child.out = std::move(streams.out.read);
  child.err = std::move(streams.err.read);
  return child;
}

// Ends processes that left both the group and the chain of parents.
void EndMarked(const ProcessSpec& command) {
  const auto& [name, value] = command.marker;
  if (name.empty()) return ReapAdopted();
  if (Adopts()) return EndAdopted(name, command.grace);
  EndTrees(FindByEnvironment(name, value), command.grace);
}

}  // namespace

Result<ProcessResult> RunProcess(const ProcessSpec& command, std::stop_token stop) {
  if (stop.stop_requested()) {
    ProcessResult never_started;
    never_started.end = ProcessEnd::kCancelled;
    return never_started;
  }
  StopHandle stop_handle(stop);
  if (!stop_handle.ok()) return FailErrno("make an event descriptor", errno);
  std::optional<LiveMarker> live(command.marker);
  Child child = TRY(StartChild(command));
  if (command.on_start) {
    const ProcessId known{child.pid, child.start};
    // Even a zombie is in /proc until we reap it.
    command.on_start(known.start > 0 ? known : FindProcess(child.pid).value_or(known));
  }
  auto result = ChildWatch(command, std::move(child), stop, stop_handle).Run();
  live.reset();
  EndMarked(command);
  return result;
}

std::string NewProcessKey() {
  static std::atomic<std::uint64_t> count = 0;
  const ProcessId self = ThisProcess();
  return fmt::format("{}.{}.{}", self.pid, self.start, ++count);
}

ProcessSpec ShellCommand(std::string line) {
  ProcessSpec command;
  command.argv = {"/bin/sh", "-c", std::move(line)};
  return command;
}

}  // namespace forge
