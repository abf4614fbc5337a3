#include "surface/view/status_words.h"

namespace forge {

Tone ToneOf(RunStatus status) {
  switch (status) {
    case RunStatus::kActive: return Tone::kNote;
    case RunStatus::kWaiting:
    case RunStatus::kPaused:
    case RunStatus::kParked:
    case RunStatus::kBlocked: return Tone::kWarn;
    case RunStatus::kFailed:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return Tone::kBad;
    case RunStatus::kCompleted: return Tone::kGood;
  }
  return Tone::kPlain;
}

std::string_view Phrase(RunStatus status) {
  switch (status) {
    case RunStatus::kActive: return "is active";
    case RunStatus::kWaiting: return "waits for an answer";
    case RunStatus::kPaused: return "is paused";
    case RunStatus::kParked: return "is parked";
    case RunStatus::kBlocked: return "is blocked";
    case RunStatus::kFailed: return "failed";
    case RunStatus::kCompleted: return "has completed";
    case RunStatus::kCancelled: return "was cancelled";
    case RunStatus::kAbandoned: return "was abandoned";
  }
  return "";
}

Tone ToneOf(StepStatus status) {
  switch (status) {
    case StepStatus::kPending:
    case StepStatus::kReady: return Tone::kFaint;
    case StepStatus::kRunning: return Tone::kNote;
    case StepStatus::kWaiting:
    case StepStatus::kSkipped: return Tone::kWarn;
    case StepStatus::kDone: return Tone::kGood;
    case StepStatus::kFailed:
    case StepStatus::kBlocked: return Tone::kBad;
  }
  return Tone::kPlain;
}

}  // namespace forge
