#include "model/words.h"

namespace forge {

bool IsEnd(RunStatus status) {
  switch (status) {
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return true;
    case RunStatus::kActive:
    case RunStatus::kWaiting:
    case RunStatus::kPaused:
    case RunStatus::kParked:
    case RunStatus::kBlocked:
    case RunStatus::kFailed: return false;
  }
  return false;
}

bool IsSettled(StepStatus status) {
  switch (status) {
    case StepStatus::kDone:
    case StepStatus::kSkipped: return true;
    case StepStatus::kPending:
    case StepStatus::kReady:
    case StepStatus::kRunning:
    case StepStatus::kWaiting:
    case StepStatus::kFailed:
    case StepStatus::kBlocked: return false;
  }
  return false;
}

}  // namespace forge
