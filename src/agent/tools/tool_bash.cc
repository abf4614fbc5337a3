// Bash: runs a command line in the workspace and ends its whole process tree with it.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "agent/tools/tool_kinds.h"
#include "base/strings.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kDefaultMs = 120'000;
constexpr std::int64_t kMostMs = 600'000;

}  // namespace

ToolSpec BashSpec() {
  return {
      "Bash",
      "Runs a command line in the workspace and returns its output and errors. Every call starts in the workspace: a "
      "`cd` or variable does not last. Background processes are ended with it. The default timeout is 120 s. Long "
      "output is cut in the middle.",
      ArgumentSchema({{"command", "string", "the command line"}},
                     {{"timeout", "integer", "milliseconds, at most 600000"},
                      {"description", "string", "its purpose, in a few words"}})};
}

ToolOutcome RunBash(const ToolContext& context, const Json& input) {
  const std::string& line = input["command"].AsString();
  if (Trim(line).empty()) return ToolFailure("Bash needs a command.");
  if (line.find('\0') != std::string::npos) return ToolFailure("A command cannot contain a NUL byte.");
  ProcessSpec command = ShellCommand(line);
  if (auto bash = FindProgram("bash")) command.argv = {*bash, "-c", line};
  command.cwd = context.tree.directory();
  command.env = context.env;
  command.unset = context.withheld;
  command.sandbox = context.sandbox;
  // Also ends processes that left its group and its parent.
  command.marker = {"FORGE_TOOL", NewProcessKey()};
  command.merge_stderr = true;
  command.keep_head = kMostToolText;
  command.keep_tail = kMostToolText;
  const std::int64_t asked = input["timeout"].AsInt(kDefaultMs);
  const std::int64_t left = std::max<std::int64_t>(1, context.until_ms - SteadyMs());
  const std::int64_t most = std::clamp<std::int64_t>(asked > 0 ? asked : kDefaultMs, 1, kMostMs);
  command.timeout = std::chrono::milliseconds(std::min(most, left));
  auto result = RunProcess(command, context.stop);
  if (!result) return ToolFailure(result.error());
  std::string out = CapToolText(ValidUtf8(result->out));
  const bool blank = Trim(out).empty();
  if (result->ok()) return {blank ? "(no output)" : out};
  std::string why;
  switch (result->end) {
    case ProcessEnd::kExited: why = fmt::format("Exit code {}", result->exit_code); break;
    case ProcessEnd::kSignalled: why = fmt::format("Killed by signal {}", result->signal); break;
    case ProcessEnd::kCancelled: why = "Stopped on request"; break;
    default:
      why = fmt::format("Timed out after {}; all its processes were ended", FormatDuration(command.timeout.count()));
      break;
  }
  return ToolFailure(blank ? why : fmt::format("{}\n{}", why, out));
}

}  // namespace forge
