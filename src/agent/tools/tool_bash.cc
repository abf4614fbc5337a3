// Bash: runs a command line in the workspace and ends its whole process tree with it, or starts it in the background.
// BashOutput and KillBash.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "agent/tools/background_commands.h"
#include "agent/tools/tool_kinds.h"
#include "base/strings.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kDefaultMs = 120'000;
constexpr std::int64_t kMostMs = 600'000;

ProcessSpec CommandFor(const ToolContext& context, const std::string& line) {
  ProcessSpec command = ShellCommand(line);
  if (auto bash = FindProgram("bash")) command.argv = {*bash, "-c", line};
  command.cwd = context.tree.directory();
  command.env = context.env;
  command.unset = context.withheld;
  command.sandbox = context.sandbox;
  // Also ends processes that left its group and its parent.
  command.marker = {"FORGE_TOOL", NewProcessKey()};
  command.merge_stderr = true;
  return command;
}

std::int64_t LeftMs(const ToolContext& context) { return std::max<std::int64_t>(1, context.until_ms - SteadyMs()); }

ToolOutcome StartInBackground(const ToolContext& context, const std::string& line) {
  ProcessSpec command = CommandFor(context, line);
  command.timeout = std::chrono::milliseconds(LeftMs(context));
  const auto name = context.background.Start(std::move(command), line);
  if (!name) return ToolFailure(name.error());
  return {fmt::format("It runs in the background as {}. BashOutput shows what it prints, KillBash ends it.", *name)};
}

ToolOutcome Told(const Result<BackgroundNews>& news) {
  if (!news) return ToolFailure(news.error());
  std::string text = news->ended ? news->end + "\n" : "It is still running.\n";
  if (news->left_out > 0) text += fmt::format("[... {} bytes left out ...]\n", news->left_out);
  text += news->output.empty() ? "(no new output)" : CapToolText(ValidUtf8(news->output));
  return {std::move(text), false, {}};
}

}  // namespace

ToolSpec BashSpec() {
  return {
      "Bash",
      "Runs a command line in the workspace and returns its output and errors. Every call starts in the workspace: a "
      "`cd` or variable does not last. Processes that it leaves are ended with it; for a server or a long build, set "
      "run_in_background. The default timeout is 120 s. Long output is cut in the middle.",
      ArgumentSchema(
          {{"command", "string", "the command line"}},
          {{"timeout", "integer", "milliseconds, at most 600000"},
           {"description", "string", "its purpose, in a few words"},
           {"run_in_background", "boolean", "return at once with its name; it ends with your task at the latest"}})};
}

ToolOutcome RunBash(const ToolContext& context, const Json& input) {
  const std::string& line = input["command"].AsString();
  if (Trim(line).empty()) return ToolFailure("Bash needs a command.");
  if (line.find('\0') != std::string::npos) return ToolFailure("A command cannot contain a NUL byte.");
  if (input["run_in_background"].AsBool()) return StartInBackground(context, line);
  ProcessSpec command = CommandFor(context, line);
  command.keep_head = kMostToolText;
  command.keep_tail = kMostToolText;
  const std::int64_t asked = input["timeout"].AsInt(kDefaultMs);
  const std::int64_t most = std::clamp<std::int64_t>(asked > 0 ? asked : kDefaultMs, 1, kMostMs);
  command.timeout = std::chrono::milliseconds(std::min(most, LeftMs(context)));
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

ToolSpec BashOutputSpec() {
  return {"BashOutput",
          "Shows what a command in the background has printed since the last time, and whether it has ended.",
          ArgumentSchema({{"bash_id", "string", "its name, such as bash_1"}},
                         {{"wait", "integer", "milliseconds to wait for its end, at most 600000 (default: 0)"},
                          {"until", "string", "with wait: return as soon as the new output contains this text"}})};
}

ToolOutcome RunBashOutput(const ToolContext& context, const Json& input) {
  const std::int64_t wait = std::clamp<std::int64_t>(input["wait"].AsInt(), 0, kMostMs);
  const std::int64_t until = std::min(SteadyMs() + wait, context.until_ms);
  return Told(context.background.Look(input["bash_id"].AsString(), input["until"].AsString(), until, context.stop));
}

ToolSpec KillBashSpec() {
  return {"KillBash", "Ends a command in the background with all that it started, and shows the rest of its output.",
          ArgumentSchema({{"bash_id", "string", "its name, such as bash_1"}}, {})};
}

ToolOutcome RunKillBash(const ToolContext& context, const Json& input) {
  return Told(context.background.End(input["bash_id"].AsString()));
}

}  // namespace forge
