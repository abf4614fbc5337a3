#include "agent/vendors/cli_stream.h"

#include <fmt/core.h>

#include <utility>

#include "agent/vendors/process_answer.h"
#include "base/strings.h"

namespace forge {
namespace {

// A tool result may contain pictures; a longer line is a bug.
constexpr std::size_t kLongestEvent = std::size_t{32} << 20;
constexpr std::size_t kEventHead = 3000;
constexpr std::size_t kEventTail = 1000;
constexpr std::size_t kMostStrangeLines = 20;

bool EndedByUs(ProcessEnd end) {
  switch (end) {
    case ProcessEnd::kExited:
    case ProcessEnd::kSignalled: return false;
    case ProcessEnd::kTimedOut:
    case ProcessEnd::kNoFirstOutput:
    case ProcessEnd::kSilent:
    case ProcessEnd::kCancelled: return true;
  }
  return false;
}

// What a program exits with that caught the signal and ended of it; 0: it did not.
int SignalOfExit(int code) { return IsOneOf(std::to_string(code), {"129", "130", "137", "143"}) ? code - 128 : 0; }

}  // namespace

CliStream::CliStream(const AgentRequest& request)
    : request_(request),
      lines_(
          kLongestEvent, [this](std::string_view line) { OnLine(line); },
          [this](std::size_t bytes) {
            Emit(AgentEvent::Kind::kNotice, fmt::format("skipped a line of {} bytes", bytes));
          }) {}

void CliStream::Feed(std::string_view bytes) { lines_.Feed(bytes); }

void CliStream::OnLine(std::string_view line) {
  line = Trim(line);
  if (line.empty()) return;
  auto event = line.front() == '{' ? ParseJson(line) : Result<Json>(Json());
  if (event && event->is_object()) return OnEvent(*event);
  // Warnings of the program or its runtime, or a line cut by a crash; reported only a few times.
  strange_ = ValidUtf8(KeepHeadAndTail(line, 300, 100));
  if (++strange_lines_ <= static_cast<std::int64_t>(kMostStrangeLines)) {
    Emit(AgentEvent::Kind::kNotice, strange_);
  }
}

void CliStream::Emit(AgentEvent::Kind kind, std::string text, Json data) const {
  if (request_.on_event) request_.on_event({kind, std::move(text), std::move(data)});
}

void CliStream::CountTurn() {
  const std::int64_t most = request_.max_turns > 0 ? request_.max_turns : kMostTurns;
  if (++turns_ > most) End(ErrorClass::kTimeout, fmt::format("stopped at the limit of {} turns", most));
}

void CliStream::Spent(const Usage& total) {
  if (auto why = TellSpent(total, answer_.model, request_)) used_up_ = std::move(why);
}

void CliStream::GoesOn() {
  if (used_up_) End(ErrorClass::kBudget, *used_up_);
}

void CliStream::End(ErrorClass error_class, std::string why) {
  if (!over_) over_ = FailedAnswer(error_class, std::move(why));
}

AgentAnswer CliStream::WithoutVerdict(const ProcessResult& result) {
  if (!result.ok()) {
    ProcessResult told = result;
    told.out = trouble_.empty() ? strange_ : trouble_;  // its events are for programs
    AgentAnswer answer = ProcessFailure(told, request_.deadlines);
    if (const int number = result.end == ProcessEnd::kExited ? SignalOfExit(result.exit_code) : 0; number > 0)
      answer.error = fmt::format("ended by signal {}: {}", number, answer.error);
    return answer;
  }
  return FailedAnswer(ErrorClass::kUnknown, "ended without a result, as after an interrupt");
}

AgentAnswer CliStream::Finish(const ProcessResult& result) {
  lines_.Finish();
  std::optional<AgentAnswer> verdict = Verdict(result);
  AgentAnswer end;
  if (over_) {
    end = *over_;
  } else if (EndedByUs(result.end)) {
    // Some programs stay after their result; the result counts, unless we were asked to stop them.
    const bool said_all = verdict && !verdict->failed && result.end != ProcessEnd::kCancelled;
    end = said_all ? *std::move(verdict) : ProcessFailure(result, request_.deadlines);
  } else {
    end = verdict ? *std::move(verdict) : WithoutVerdict(result);
  }
  AgentAnswer answer = std::move(answer_);
  answer.text = Text();
  answer.failed = end.failed;
  answer.error_class = end.error_class;
  answer.error = std::move(end.error);
  if (end.retry_at.ms > 0) answer.retry_at = end.retry_at;
  return answer;
}

std::string ContentText(const Json& content) {
  if (content.is_string()) return content.AsString();
  std::string text;
  for (const Json& block : content.AsArray()) {
    if (!block["text"].is_string()) continue;
    if (!text.empty()) text += '\n';
    text += block["text"].AsString();
  }
  return text;
}

std::string Shortened(std::string_view text) { return KeepHeadAndTail(text, kEventHead, kEventTail); }

}  // namespace forge
