#include "verify/verify.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "os/thread.h"
#include "text/passed_variables.h"
#include "verify/missing_program.h"
#include "verify/refused_calls.h"
#include "verify/reports.h"
#include "verify/signature.h"
#include "verify/tap.h"

namespace forge {
namespace {

constexpr std::size_t kHead = 4 * 1024;
constexpr std::size_t kTail = 12 * 1024;
constexpr std::size_t kMostAtOnce = 64;
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

void AddLine(std::string& output, std::string_view line) {
  if (!output.empty() && !output.ends_with('\n')) output += '\n';
  output += fmt::format("[{}]\n", line);
}

VerifyResult Judge(std::string line, const Result<ProcessResult>& ran, std::chrono::milliseconds timeout,
                   std::chrono::milliseconds silence) {
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
  const bool silent = ran->end == ProcessEnd::kSilent;
  result.timed_out = ran->end == ProcessEnd::kTimedOut || silent;
  result.output = ValidUtf8(ran->out);
  if (silent) {
    AddLine(result.output,
            fmt::format("timed out: no output, no work and no change for {}", FormatDuration(silence.count())));
  } else if (result.timed_out)
    AddLine(result.output, fmt::format("timed out after {}", FormatDuration(timeout.count())));
  return result;
}

// Exit code 0 beside a report that names failures is a pipe or a wrapper that lost the code, not a pass.
void BelieveReport(VerifyResult& result, std::optional<TestCounts> tap, ReportFiles::Found files) {
  for (const std::string& problem : files.problems) {
    AddLine(result.output, "cannot read a test report: " + ValidUtf8(problem));
  }
  result.tests = files.counts ? std::move(files.counts) : std::move(tap);
  if (!result.passed || !result.tests || result.tests->failed == 0) return;
  result.passed = false;
  AddLine(result.output, fmt::format("it exited with 0, but its test report names {} failed of {} tests",
                                     result.tests->failed, result.tests->total()));
}

// For a command that failed and whose output names what it did not get.
std::string WithheldNote(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  return fmt::format("\nforge: commands do not get {}; to pass a variable on, add its name to the setting pass_env\n",
                     Join(names, ", "));
}

class Verifying {
 public:
  Verifying(const VerifyRequest& request, std::stop_token stop)
      : request_(request),
        stop_(std::move(stop)),
        timeout_(request.timeout.count() > 0 ? request.timeout : kDefaultVerifyTimeout),
        results_(request.commands.size()) {}

  VerifyReport Run() {
    const std::size_t all = request_.commands.size();
    const std::size_t lanes = std::min({std::max<std::size_t>(1, request_.parallel), all, kMostAtOnce});
    {
      std::vector<std::jthread> others;
      // Fewer than asked for when the machine has no more: this thread does the rest.
      for (std::size_t i = 1; i < lanes && StartLane(others); ++i) {
      }
      Work();
    }
    VerifyReport report;
    report.cancelled = cancelled_;
    report.shortage = std::move(shortage_);
    for (std::optional<VerifyResult>& result : results_) {
      if (result) report.results.push_back(*std::move(result));
    }
    FillScore(report, all);
    return report;
  }

 private:
  bool StartLane(std::vector<std::jthread>& lanes) {
    auto lane = StartThread([this] { Work(); });
    if (!lane) return false;
    lanes.push_back(*std::move(lane));
    return true;
  }

  void Work() {
    for (std::size_t place = next_++; place < request_.commands.size(); place = next_++) {
      if (stop_.stop_requested()) {
        cancelled_ = true;
        return;
      }
      if (request_.on_begin) {
        std::lock_guard lock(mutex_);
        request_.on_begin(request_.commands[place]);
      }
      VerifyResult result = RunOne(place);
      std::lock_guard lock(mutex_);
      if (request_.on_result) request_.on_result(result);
      results_[place] = std::move(result);
      if (shortage_) return;
    }
  }

  std::string ReportDirectory(std::size_t place) const {
    if (request_.scratch.empty()) return "";
    std::string directory = JoinPath(request_.scratch, fmt::format("reports-{}", place + 1));
    return MakeDirectories(directory) ? directory : "";
  }

  VerifyResult RunOne(std::size_t place) {
    const std::string& line = request_.commands[place];
    const std::string report_directory = ReportDirectory(place);
    const ReportFiles files(request_.cwd, request_.parallel > 1 ? std::vector<std::string>() : request_.reports,
                            report_directory);
    TapReader tap;
    ProcessSpec command = ShellCommand(line);
    command.cwd = request_.cwd;
    command.env = request_.env;
    command.unset = request_.withheld;
    if (!report_directory.empty()) command.env["FORGE_REPORTS"] = report_directory;
    command.marker = {"FORGE_VERIFY_KEY", NewProcessKey()};
    command.sandbox = request_.sandbox;
    command.timeout = timeout_;
    command.silence = request_.silence;
    command.watched = request_.cwd;
    command.merge_stderr = true;
    command.keep_head = kHead;
    command.keep_tail = kTail;
    command.on_stdout = [&](std::string_view chunk) {
      tap.Feed(chunk);
      if (request_.on_output) request_.on_output(line, chunk);
    };
    if (request_.on_start) command.on_start = [&](const ProcessId& id) { request_.on_start(id.pid, id.start); };
    auto ran = RunProcess(command, stop_);
    if (ran && ran->end == ProcessEnd::kCancelled) cancelled_ = true;
    if (!ran && ran.error().code == Code::kExhausted) {
      std::lock_guard lock(mutex_);
      if (!shortage_) shortage_ = ran.error();
    }
    VerifyResult result = Judge(line, ran, timeout_, request_.silence);
    if (ran) BelieveReport(result, tap.Finish(), files.ReadNew());
    if (!result.passed) {
      std::string refused =
          request_.sandbox ? RefusedCalls(result.output, *request_.sandbox, FindSandboxPowers()) : std::string();
      result.output += WithheldNote(NamedIn(result.output, request_.withheld)) + refused;
    }
    const auto path = request_.env.find("PATH");
    const std::string own = Environment("PATH").value_or("");
    result.missing = MissingProgram({line, result.exit_code, result.output}, request_.cwd,
                                    path == request_.env.end() ? own : path->second);
    return result;
  }

  const VerifyRequest& request_;
  std::stop_token stop_;
  const std::chrono::milliseconds timeout_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> cancelled_ = false;
  std::mutex mutex_;  // guards results_ and the calls to the request's functions
  std::vector<std::optional<VerifyResult>> results_;
  std::optional<Error> shortage_;
};

}  // namespace

VerifyReport RunCommands(const VerifyRequest& request, std::stop_token stop) {
  return Verifying(request, std::move(stop)).Run();
}

void FillScore(VerifyReport& report, std::size_t all) {
  std::size_t passed = 0;
  for (const VerifyResult& result : report.results) passed += result.passed ? 1 : 0;
  report.passed = passed == all && !report.cancelled && !report.shortage;
  if (all > 0) report.score = static_cast<double>(passed) / static_cast<double>(all);
}

std::vector<std::string> Issues(const VerifyReport& report) {
  std::set<std::string> issues;
  for (const VerifyResult& result : report.results) {
    if (result.passed) continue;
    const bool named = result.tests && !result.tests->failures.empty();
    if (!named) issues.insert(fmt::format("{}: {} {}", result.command, result.exit_code, Signature(result.output)));
    if (!named) continue;
    for (const FailedTest& test : result.tests->failures) issues.insert(result.command + ": " + test.name);
  }
  return {issues.begin(), issues.end()};
}

Json ToJson(const TestCounts& counts) {
  Json failures = Json::MakeArray();
  for (const FailedTest& test : counts.failures) {
    failures.Append(Json::MakeObject().Set("name", test.name).Set("place", test.place).Set("message", test.message));
  }
  return Json::MakeObject()
      .Set("passed", counts.passed)
      .Set("failed", counts.failed)
      .Set("skipped", counts.skipped)
      .Set("failures", std::move(failures));
}

Json ToJson(const VerifyReport& report) {
  Json::Array results;
  for (const VerifyResult& result : report.results) {
    Json json = Json::MakeObject()
                    .Set("command", result.command)
                    .Set("exit_code", result.exit_code)
                    .Set("passed", result.passed)
                    .Set("output", result.output)
                    .Set("duration_ms", result.duration_ms);
    if (result.tests) json.Set("tests", ToJson(*result.tests));
    if (result.reused_from > 0) json.Set("reused_from", result.reused_from);
    results.push_back(std::move(json));
  }
  return Json::MakeObject().Set("passed", report.passed).Set("score", report.score).Set("results", std::move(results));
}

}  // namespace forge
