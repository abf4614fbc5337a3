#include "agent/replay/replay.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "agent/replay/turn_ledger.h"
#include "agent/reset_clock.h"
#include "agent/spending.h"
#include "agent/unit_environment.h"
#include "agent/vendors/process_answer.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

using std::chrono::milliseconds;

// Neither a verdict, nor JSON, nor even text.
constexpr char kGarbage[] = "\x00\x01\xff\xfe{\"verdict\": \"appr\n**Verd``` ict:* \xc3\x28 <<<<";

struct Failure {
  ErrorClass error_class;
  std::string_view words;  // unless the turn has its own
};

Failure FailureOf(ReplayFail fail) {
  switch (fail) {
    case ReplayFail::kGarbage: return {ErrorClass::kMalformed, "the answer is unreadable"};
    case ReplayFail::kEmpty: return {ErrorClass::kEmpty, "the agent gave no answer"};
    case ReplayFail::kRateLimit: return {ErrorClass::kRateLimit, "429 Too Many Requests: rate limit exceeded"};
    case ReplayFail::kQuota: return {ErrorClass::kQuota, "usage limit reached for this period"};
    case ReplayFail::kRefusal: return {ErrorClass::kRefusal, "the model refused to answer"};
    case ReplayFail::kContextOverflow: return {ErrorClass::kContextOverflow, "prompt is too long for the model"};
    case ReplayFail::kPermanent: return {ErrorClass::kPermanent, "401 Unauthorized: invalid API key"};
    case ReplayFail::kServer: return {ErrorClass::kServer, "500 Internal Server Error"};
    case ReplayFail::kNetwork: return {ErrorClass::kNetwork, "connection refused"};
    case ReplayFail::kStream: return {ErrorClass::kStream, "the stream was cut"};
    case ReplayFail::kTooling: return {ErrorClass::kTooling, "the agent program failed"};
    case ReplayFail::kExternal: return {ErrorClass::kExternal, "something the step needs is missing"};
    case ReplayFail::kTimeout: return {ErrorClass::kTimeout, "no answer in time"};
    case ReplayFail::kUnknown:
    case ReplayFail::kNone:
    case ReplayFail::kCrash:
    case ReplayFail::kHang: break;
  }
  return {ErrorClass::kUnknown, "failed"};
}

// False when stopped first.
bool Rest(milliseconds time, const std::stop_token& stop) {
  if (time.count() <= 0) return !stop.stop_requested();
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

std::string DescribeLabel(const UnitLabel& label) {
  auto or_none = [](std::string_view text) { return text.empty() ? std::string_view("none") : text; };
  return fmt::format("stage={} role={} step={} iteration={} attempt={} (pipeline {}, run {}, unit {})",
                     or_none(label.stage), or_none(label.role), or_none(label.step), label.iteration, label.attempt,
                     or_none(label.pipeline), label.run.value, label.unit.value);
}

// One turn being played to one unit.
class Performance {
 public:
  Performance(const ReplayTurn& turn, std::string name, const AgentRequest& request, std::stop_token stop)
      : turn_(turn),
        name_(std::move(name)),
        request_(request),
        stop_(std::move(stop)),
        timeout_ms_(request.deadlines.wall_ms > 0 ? request.deadlines.wall_ms : kDefaultTimeoutMs),
        deadline_ms_(SteadyMs() + timeout_ms_) {}

  AgentAnswer Play() {
    Say({AgentEvent::Kind::kStarted, "", {}});
    AgentAnswer answer = Act();
    answer.usage = turn_.usage;
    if (!answer.text.empty()) Say({AgentEvent::Kind::kText, answer.text, {}});
    // One answer: what it used up counts, and there is nothing to stop.
    (void)TellSpent(answer.usage, answer.model, request_);
    if (!answer.usage.empty()) Say({AgentEvent::Kind::kUsage, "", ToJson(answer.usage)});
    return answer;
  }

 private:
  void Say(const AgentEvent& event) const {
    if (request_.on_event) request_.on_event(event);
  }

  AgentAnswer Act() {
    if (auto failed = Delay()) return *failed;
    if (auto failed = ChangeFiles()) return *failed;
    for (const std::string& line : turn_.runs) {
      Say({AgentEvent::Kind::kToolCall, "Bash", Json::MakeObject().Set("command", line)});
      if (auto failed = RunLine(line)) return *failed;
    }
    if (turn_.fail == ReplayFail::kCrash) return BadEnd(ShellCommand("kill -KILL $$"));
    if (turn_.fail == ReplayFail::kHang) return BadEnd(Hanging());
    if (turn_.fail != ReplayFail::kNone) return Fails();
    AgentAnswer answer;
    answer.text = ReplayText(turn_);
    return answer;
  }

  milliseconds TimeLeft() const { return milliseconds(std::max<std::int64_t>(1, deadline_ms_ - SteadyMs())); }

  std::optional<AgentAnswer> Delay() {
    if (turn_.delay_ms == 0) return std::nullopt;
    const milliseconds delay(turn_.delay_ms);
    ProcessResult end;
    if (!Rest(std::min(delay, TimeLeft()), stop_)) {
      end.end = ProcessEnd::kCancelled;
    } else if (SteadyMs() >= deadline_ms_) {
      end.end = ProcessEnd::kTimedOut;
    } else {
      return std::nullopt;
    }
    return ProcessFailure(end, timeout_ms_);
  }

  std::optional<AgentAnswer> ChangeFiles() {
    for (const ReplayWrite& write : turn_.writes) {
      Say({AgentEvent::Kind::kToolCall, "Write", Json::MakeObject().Set("path", write.path)});
      std::string path = JoinPath(request_.cwd, write.path);
      Status status = MakeDirectories(DirName(path));
      if (status) status = WriteFileAtomic(path, write.content, write.executable);
      if (!status) return StartFailure(WithContext(name_, status.error()));
      Say({AgentEvent::Kind::kToolResult, "Write", Json::MakeObject().Set("output", "")});
    }
    for (const std::string& path : turn_.deletes) {
      Status status = RemoveTree(JoinPath(request_.cwd, path));
      if (!status) return StartFailure(WithContext(name_, status.error()));
    }
    return std::nullopt;
  }

  Result<ProcessResult> Run(ProcessSpec command) {
    command.cwd = request_.cwd;
    command.env = UnitEnvironment(request_);
    command.unset = request_.withheld;
    command.timeout = TimeLeft();
    command.sandbox = request_.sandbox;
    if (request_.on_start) {
      command.on_start = [this](const ProcessId& id) { request_.on_start(id.pid, id.start); };
    }
    return RunProcess(command, stop_);
  }

  std::optional<AgentAnswer> RunLine(const std::string& line) {
    auto result = Run(ShellCommand(line));
    if (result) {
      Say({AgentEvent::Kind::kToolResult, "Bash",
           Json::MakeObject().Set("output", ValidUtf8(result->out + result->err)).Set("exit_code", result->exit_code)});
    }
    AgentAnswer answer;
    if (!result) {
      answer = StartFailure(result.error());
    } else if (!result->ok()) {
      answer = ProcessFailure(*result, timeout_ms_);
      // The output of the script's command is not a provider's message, so it is not classified.
      if (result->end == ProcessEnd::kExited) answer.error_class = ErrorClass::kTooling;
      answer.retry_at = {};
    } else {
      return std::nullopt;
    }
    answer.error = fmt::format("{}: command `{}`: {}", name_, line, answer.error);
    return answer;
  }

  static ProcessSpec Hanging() {
    ProcessSpec command;
    command.argv = {"sleep", "infinity"};
    return command;
  }

  // A real child, so that a crash of Forge leaves a real process behind.
  AgentAnswer BadEnd(ProcessSpec command) {
    auto result = Run(std::move(command));
    if (!result) return StartFailure(result.error());
    if (result->ok()) return FailedAnswer(ErrorClass::kUnknown, name_ + ": did not end as scripted");
    return ProcessFailure(*result, timeout_ms_);
  }

  AgentAnswer Fails() const {
    Failure failure = FailureOf(turn_.fail);
    AgentAnswer answer =
        FailedAnswer(failure.error_class, turn_.text.empty() ? std::string(failure.words) : turn_.text);
    if (turn_.fail == ReplayFail::kGarbage) {
      answer.text = ValidUtf8({kGarbage, sizeof kGarbage - 1});
    } else {
      answer.retry_at = ResetTimeIn(turn_.text);
    }
    return answer;
  }

  const ReplayTurn& turn_;
  const std::string name_;
  const AgentRequest& request_;
  const std::stop_token stop_;
  const std::int64_t timeout_ms_;
  const std::int64_t deadline_ms_;
};

class ReplayRuntime : public Runtime {
 public:
  ReplayRuntime(std::string file, ReplayScript script, std::string ledger)
      : file_(std::move(file)),
        script_(std::move(script)),
        directory_(ledger.empty() ? "" : DirName(ledger)),
        ledger_(std::move(ledger)) {}

  std::string name() const override { return "replay"; }

  AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) override {
    std::vector<TurnLedger::Candidate> candidates;
    for (std::size_t i = 0; i < script_.turns.size(); ++i) {
      if (Matches(script_.turns[i], request.label))
        candidates.push_back({.turn = i, .repeat = script_.turns[i].repeat});
    }
    if (const Status made = MakeDirectory(); !made) return StartFailure(made.error());
    auto turn = ledger_.Claim(request.label, candidates);
    if (!turn) return StartFailure(turn.error());
    if (!*turn || **turn >= script_.turns.size()) return Unanswered(request.label, candidates.size());
    const ReplayTurn& chosen = script_.turns[**turn];
    std::string turn_name = fmt::format("{}:{}: turn {}", file_, chosen.pos.line, **turn + 1);
    return Performance(chosen, std::move(turn_name), request, std::move(stop)).Play();
  }

 private:
  // Once, and not before the first question: a runtime that is made and never asked leaves nothing behind.
  Status MakeDirectory() {
    const std::scoped_lock lock(mutex_);
    if (directory_.empty() || made_) return {};
    TRY(MakeDirectories(directory_));
    made_ = true;
    return {};
  }

  AgentAnswer Unanswered(const UnitLabel& label, std::size_t used_up) const {
    std::string why = used_up == 0 ? "no turn matches" : fmt::format("all {} turns that match are used up", used_up);
    return FailedAnswer(ErrorClass::kPermanent, fmt::format("the replay script {} has no answer for {}: {}\n"
                                                            "  hint: add a [[turn]] for it, or repeat = true",
                                                            file_, DescribeLabel(label), why));
  }

  const std::string file_;
  const ReplayScript script_;
  const std::string directory_;  // of the ledger; empty: none
  std::mutex mutex_;
  bool made_ = false;  // guarded by mutex_
  TurnLedger ledger_;
};

}  // namespace

bool Matches(const ReplayTurn& turn, const UnitLabel& label) {
  auto fits = [](const auto& wanted, const auto& is) { return !wanted || *wanted == is; };
  return fits(turn.pipeline, label.pipeline) && fits(turn.stage, label.stage) && fits(turn.role, label.role) &&
         fits(turn.member, label.member) && fits(turn.step, label.step) && fits(turn.iteration, label.iteration) &&
         fits(turn.attempt, label.attempt);
}

std::string ReplayText(const ReplayTurn& turn) {
  if (turn.result.is_null()) return turn.text;
  std::string_view between = turn.text.empty() ? "" : turn.text.ends_with('\n') ? "\n" : "\n\n";
  return fmt::format("{}{}```json\n{}\n```\n", turn.text, between, turn.result.Dump(2));
}

Result<std::unique_ptr<Runtime>> MakeReplayRuntime(const std::string& file, const std::string& base_directory,
                                                   const std::string& state_directory) {
  if (file.empty()) return Fail(Code::kInvalid, "the agent `replay:` has no script", "write replay:FILE");
  std::string path = JoinPath(base_directory, file);
  auto text = ReadFile(path);
  if (!text) {
    return std::unexpected(Error{text.error().code, "the replay script: " + text.error().message,
                                 "write one as in docs/replay.md, or try `forge demo`"});
  }
  ParsedReplayScript parsed = ParseReplayScript(*text, path);
  if (!parsed.problems.empty()) return Fail(Code::kInvalid, Describe(parsed.problems));
  std::string ledger;
  if (!state_directory.empty())
    ledger = JoinPath(state_directory, fmt::format("replay-{}.log", Sha256(*text).substr(0, 16)));
  return std::make_unique<ReplayRuntime>(std::move(path), std::move(parsed.script), std::move(ledger));
}

}  // namespace forge
