#include "verify/verify.h"

#include <fmt/format.h>

#include <utility>

#include "base/strings.h"
#include "os/process.h"

namespace forge {
namespace {

constexpr std::size_t kHead = 4 * 1024;
constexpr std::size_t kTail = 12 * 1024;
constexpr int kTimedOut = 124;
constexpr int kNotStarted = 127;
constexpr int kSignalBase = 128;

int ShellExitCode(const ProcessResult& result) {
  switch (result.end) {
    case ProcessEnd::kExited: return result.exit_code;
    case ProcessEnd::kTimedOut:
    case ProcessEnd::kNoFirstOutput:
    case ProcessEnd::kSilent: return kTimedOut;
    case ProcessEnd::kSignalled: return kSignalBase + result.signal;
    case ProcessEnd::kCancelled: return kSignalBase + (result.signal != 0 ? result.signal : 15);
  }
  return kNotStarted;
}

VerifyResult Judge(std::string line, const Result<ProcessResult>& ran, std::chrono::milliseconds timeout) {
  VerifyResult result;
  result.command = std::move(line);
  if (!ran) {
    result.exit_code = kNotStarted;
    result.output = Describe(ran.error());
    return result;
  }
  result.exit_code = ShellExitCode(*ran);
  result.passed = ran->ok();
  result.duration_ms = ran->duration_ms;
  result.timed_out = ran->end == ProcessEnd::kTimedOut;
  result.output = ValidUtf8(ran->out);
  if (result.timed_out) {
    if (!result.output.empty() && !result.output.ends_with('\n')) result.output += '\n';
    result.output += fmt::format("[ended after {}]\n", FormatDuration(timeout.count()));
  }
  return result;
}

void Score(VerifyReport& report, std::size_t all) {
  std::size_t passed = 0;
  for (const VerifyResult& result : report.results) passed += result.passed ? 1 : 0;
  report.passed = passed == all && !report.cancelled;
  if (all > 0) report.score = static_cast<double>(passed) / static_cast<double>(all);
}

}  // namespace

VerifyReport RunCommands(const std::vector<std::string>& commands, const std::string& cwd,
                         const std::map<std::string, std::string>& env, std::chrono::milliseconds timeout,
                         std::stop_token stop, const std::function<void(std::int64_t, std::int64_t)>& on_start,
                         const std::optional<Sandbox>& sandbox) {
  if (timeout.count() <= 0) timeout = kDefaultVerifyTimeout;
  VerifyReport report;
  for (const std::string& line : commands) {
    if (stop.stop_requested()) {
      report.cancelled = true;
      break;
    }
    Command command = ShellCommand(line);
    command.cwd = cwd;
    command.env = env;
    command.sandbox = sandbox;
    command.timeout = timeout;
    command.merge_stderr = true;
    command.keep_head = kHead;
    command.keep_tail = kTail;
    if (on_start) command.on_start = [&](const ProcessId& id) { on_start(id.pid, id.start); };
    auto ran = RunProcess(command, stop);
    if (ran && ran->end == ProcessEnd::kCancelled) report.cancelled = true;
    report.results.push_back(Judge(line, ran, timeout));
  }
  Score(report, commands.size());
  return report;
}

Json ToJson(const VerifyReport& report) {
  Json::Array results;
  for (const VerifyResult& result : report.results) {
    results.push_back(Json::MakeObject()
                          .Set("command", result.command)
                          .Set("exit_code", result.exit_code)
                          .Set("passed", result.passed)
                          .Set("output", result.output)
                          .Set("duration_ms", result.duration_ms));
  }
  return Json::MakeObject().Set("passed", report.passed).Set("score", report.score).Set("results", std::move(results));
}

}  // namespace forge
