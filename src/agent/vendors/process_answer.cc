#include "agent/vendors/process_answer.h"

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <utility>

#include "agent/reset_clock.h"
#include "base/strings.h"
#include "text/error_class.h"

namespace forge {
namespace {

constexpr std::size_t kStreamHead = 600;
constexpr std::size_t kStreamTail = 1400;

// Only a part of a stream: a whole transcript may mention rate limits and refusals that are not its own.
std::string StreamWords(std::string_view stream) {
  return ValidUtf8(KeepHeadAndTail(Trim(stream), kStreamHead, kStreamTail));
}

std::string WithWords(std::string what, const ProcessResult& result) {
  std::string words = StreamWords(result.err);
  if (words.empty()) words = StreamWords(result.out);
  return words.empty() ? what : fmt::format("{}: {}", what, words);
}

AgentAnswer ExitFailure(const ProcessResult& result) {
  std::string words = StreamWords(result.err);
  ClassifiedError said = ClassifyError(words);
  if (said.error_class == ErrorClass::kUnknown) {
    words = StreamWords(result.out);
    said = ClassifyError(words);
  }
  bool not_run = result.exit_code == 126 || result.exit_code == 127;
  if (said.error_class == ErrorClass::kUnknown && not_run) said.error_class = ErrorClass::kTooling;
  AgentAnswer answer = FailedAnswer(said.error_class, WithWords(fmt::format("exit {}", result.exit_code), result));
  answer.retry_at = ResetTimeIn(words);
  return answer;
}

}  // namespace

AgentAnswer FailedAnswer(ErrorClass error_class, std::string error) {
  AgentAnswer answer;
  answer.failed = true;
  answer.error_class = error_class;
  answer.error = std::move(error);
  return answer;
}

AgentAnswer StartFailure(const Error& error) {
  const bool machine = error.code == Code::kExhausted;
  return FailedAnswer(machine ? ErrorClass::kMachine : ErrorClass::kTooling, Describe(error));
}

AgentAnswer ProcessFailure(const ProcessResult& result, std::int64_t timeout_ms) {
  AgentDeadlines deadlines;
  deadlines.wall_ms = timeout_ms;
  return ProcessFailure(result, deadlines);
}

AgentAnswer ProcessFailure(const ProcessResult& result, const AgentDeadlines& deadlines) {
  const std::int64_t wall_ms = deadlines.wall_ms > 0 ? deadlines.wall_ms : kDefaultTimeoutMs;
  switch (result.end) {
    case ProcessEnd::kExited: return ExitFailure(result);
    case ProcessEnd::kSignalled:
      // Unlike a missing program, a crashed one may work next time.
      return FailedAnswer(ErrorClass::kUnknown,
                          WithWords(fmt::format("crashed with signal {}", result.signal), result));
    case ProcessEnd::kTimedOut:
      return FailedAnswer(ErrorClass::kTimeout, fmt::format("no answer within {}", FormatDuration(wall_ms)));
    case ProcessEnd::kNoFirstOutput:
      return FailedAnswer(ErrorClass::kTimeout,
                          fmt::format("no output within {}", FormatDuration(deadlines.first_event_ms)));
    case ProcessEnd::kSilent:
      return FailedAnswer(ErrorClass::kTimeout, fmt::format("no output and no change in its workspace for {}",
                                                            FormatDuration(deadlines.silence_ms)));
    case ProcessEnd::kCancelled: return FailedAnswer(ErrorClass::kCancelled, "stopped on request");
  }
  return FailedAnswer(ErrorClass::kUnknown, "ended in an unknown way");
}

}  // namespace forge
