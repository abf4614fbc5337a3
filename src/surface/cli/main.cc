// Where the process begins: reads the environment once and passes it on as values. Knows no command.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "os/crash_point.h"
#include "os/fault.h"
#include "os/files/files.h"
#include "os/process/keyboard.h"
#include "os/process/process.h"
#include "os/process/process_foreground.h"
#include "os/process/standard_streams.h"
#include "os/system.h"
#include "os/trace.h"
#include "surface/cli/dispatch.h"
#include "surface/cli/exit.h"
#include "surface/cli/host.h"
#include "surface/cli/output.h"

namespace forge::cli {
namespace {

constexpr int kInput = 0;
constexpr int kOutput = 1;

Result<std::string> ReadAllInput() {
  std::string text;
  std::string chunk(1 << 16, '\0');
  while (std::size_t count = std::fread(chunk.data(), 1, chunk.size(), stdin)) text.append(chunk, 0, count);
  if (std::ferror(stdin) != 0) return Fail(Code::kIo, "cannot read standard input");
  return text;
}

Result<std::string> ReadAnyFile(const std::string& path) { return path == "-" ? ReadAllInput() : ReadFile(path); }

std::optional<std::int64_t> SizeOfFile(const std::string& path) {
  return IsRegularFile(path) ? FileSize(path) : std::nullopt;
}

Result<std::string> RunProgram(const std::vector<std::string>& argv, const std::string& cwd) {
  ProcessSpec command;
  command.argv = argv;
  command.cwd = cwd;
  command.merge_stderr = true;
  const ProcessResult result = TRY(RunProcess(command));
  if (!result.ok()) return Fail(Code::kUnavailable, Join(argv, " ") + ": " + std::string(Trim(result.out)));
  return result.out;
}

bool ShowsUnicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = Lower(Environment(name).value_or(""));
    if (value.empty()) continue;
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

// Also on a terminal that only shows text (TERM=dumb): it has a width, too.
std::function<int()> WidthOfOutput() {
  if (!IsTerminal(kOutput)) return {};
  return [] { return TerminalWidth(kOutput); };
}

Host TakeHost() {
  Host host;
  host.machine = {CurrentDirectory(), ConfigDirectory(),  DataDirectory(),
                  CacheDirectory(),   WholeEnvironment(), RealPath("/proc/self/exe").value_or("")};
  host.input_is_terminal = IsTerminal(kInput);
  host.output_is_terminal = IsTerminal(kOutput) && Environment("TERM").value_or("") != "dumb";
  host.colour = host.output_is_terminal && Environment("NO_COLOR").value_or("").empty();
  host.unicode = ShowsUnicode();
  host.account = AccountName;
  host.now = WallClock;
  host.width = [] { return TerminalWidth(kOutput); };
  host.height = [] { return TerminalHeight(kOutput); };
  host.key_mode = SetKeyMode;
  host.read_key = ReadKey;
  host.read_file = ReadAnyFile;
  host.file_size = SizeOfFile;
  host.catch_interrupts = CatchInterrupts;
  host.interrupts = InterruptCount;
  host.outlive_terminal = OutliveTerminal;
  host.hung_up = HungUp;
  host.leave_terminal = LeaveTerminal;
  host.sleep = [](std::int64_t ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); };
  host.read_line = [] { return ReadLineUnlessInterrupted(); };
  host.read_line_while_wanted = ReadLineUnlessEscape;
  host.run_program = RunProgram;
  host.make_temporary_directory = [] { return MakeTempDirectory("forge-demo-"); };
  host.run_foreground = [](const std::vector<std::string>& words) -> Result<int> {
    return TRY(RunForeground(words)).code;
  };
  host.run_foreground_in = [](const std::vector<std::string>& words, const std::string& cwd,
                              const std::map<std::string, std::string>& env) -> Result<std::optional<int>> {
    const ForegroundEnd end = TRY(RunForeground(words, {cwd, env, true}));
    return end.killed ? std::nullopt : std::optional(end.code);
  };
  return host;
}

}  // namespace
}  // namespace forge::cli

int main(int argc, char** argv) {
  // What a transaction needs is kept for the next one, not given back and asked for again after every unit.
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 4 << 20);
  forge::HoldStandardStreams();
  const forge::cli::Host host = forge::cli::TakeHost();
  forge::cli::Output out(stdout, stderr, host.colour, forge::cli::WidthOfOutput());
  // What tests make fail.
  const std::pair<const char*, forge::Status (*)(std::string_view)> hooks[] = {{"FORGE_CRASH", forge::ArmCrash},
                                                                               {"FORGE_FAULT", forge::ArmFaults}};
  for (const auto& [name, arm] : hooks) {
    const std::string spec = forge::Environment(name).value_or("");
    if (spec.empty()) continue;
    if (auto armed = arm(spec); !armed) {
      out.Complain(armed.error());
      return static_cast<int>(forge::cli::Exit::kUsage);
    }
  }
  const int exit = forge::cli::RunCli(host, out, std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
  if (forge::Environment("FORGE_TRACE") == "1") out.Complain(forge::TraceText());
  return exit;
}
