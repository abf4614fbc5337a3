#include "surface/cli/exit.h"

#include <array>

namespace forge::cli {

std::span<const ExitMeaning> ExitMeanings() {
  static constexpr std::array<ExitMeaning, 6> kMeanings = {{
      {Exit::kOk, "ok, or yes"},
      {Exit::kNo, "no: a negative answer, or the run's state does not allow it"},
      {Exit::kUsage, "invalid input or usage, or a system error; nothing was done"},
      {Exit::kWaiting, "the run waits: for an answer, for another run, or to be resumed"},
      {Exit::kFailed, "the run failed"},
      {Exit::kCancelled, "the run was cancelled or abandoned"},
  }};
  return kMeanings;
}

Exit ExitFor(RunStatus status) {
  switch (status) {
    case RunStatus::kActive:
    case RunStatus::kCompleted: return Exit::kOk;
    case RunStatus::kWaiting:
    case RunStatus::kPaused:
    case RunStatus::kParked:
    case RunStatus::kBlocked: return Exit::kWaiting;
    case RunStatus::kFailed: return Exit::kFailed;
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return Exit::kCancelled;
  }
  return Exit::kFailed;
}

Exit ExitFor(Code code) {
  switch (code) {
    case Code::kConflict: return Exit::kNo;
    case Code::kCancelled: return Exit::kCancelled;
    case Code::kInvalid:
    case Code::kNotFound:
    case Code::kIo:
    case Code::kExhausted:
    case Code::kCorrupt:
    case Code::kUnavailable:
    case Code::kInternal: return Exit::kUsage;
  }
  return Exit::kUsage;
}

}  // namespace forge::cli
