#include "engine/transitions.h"

#include <algorithm>

namespace forge {
namespace {

using Run = RunStatus;
using Step = StepStatus;

constexpr Transition<RunStatus> kRun[] = {
    // pause and stop; resume
    {Run::kActive, Run::kPaused},
    {Run::kPaused, Run::kActive},
    // park, by command or by answer; resume
    {Run::kActive, Run::kParked},
    {Run::kPaused, Run::kParked},
    {Run::kBlocked, Run::kParked},
    {Run::kFailed, Run::kParked},
    {Run::kParked, Run::kActive},
    // wait for other runs; the last of them ended. Resume and retry lead here while others still run.
    {Run::kActive, Run::kBlocked},
    {Run::kPaused, Run::kBlocked},
    {Run::kParked, Run::kBlocked},
    {Run::kFailed, Run::kBlocked},
    {Run::kBlocked, Run::kActive},
    // a failure, also of a unit that was in flight when the run was held; resume of a parked failure
    {Run::kActive, Run::kFailed},
    {Run::kPaused, Run::kFailed},
    {Run::kParked, Run::kFailed},
    {Run::kBlocked, Run::kFailed},
    // retry, skip
    {Run::kFailed, Run::kActive},
    // the ends
    {Run::kActive, Run::kCompleted},
    {Run::kPaused, Run::kCompleted},
    {Run::kParked, Run::kCompleted},
    {Run::kBlocked, Run::kCompleted},
    {Run::kFailed, Run::kCompleted},
    {Run::kActive, Run::kCancelled},
    {Run::kPaused, Run::kCancelled},
    {Run::kParked, Run::kCancelled},
    {Run::kBlocked, Run::kCancelled},
    {Run::kFailed, Run::kCancelled},
    {Run::kActive, Run::kAbandoned},
    {Run::kPaused, Run::kAbandoned},
    {Run::kParked, Run::kAbandoned},
    {Run::kBlocked, Run::kAbandoned},
    {Run::kFailed, Run::kAbandoned},
};

constexpr Transition<StepStatus> kStep[] = {
    // its dependencies are settled
    {Step::kPending, Step::kReady},
    // a slot, a question, an answer
    {Step::kReady, Step::kRunning},
    {Step::kRunning, Step::kWaiting},
    {Step::kWaiting, Step::kRunning},
    // its end
    {Step::kRunning, Step::kDone},
    {Step::kRunning, Step::kFailed},
    {Step::kWaiting, Step::kFailed},
    {Step::kRunning, Step::kBlocked},
    // its work was found on the branch
    {Step::kPending, Step::kDone},
    {Step::kReady, Step::kDone},
    {Step::kWaiting, Step::kDone},
    // it is split, and waits for its parts
    {Step::kRunning, Step::kPending},
    // skip
    {Step::kPending, Step::kSkipped},
    {Step::kReady, Step::kSkipped},
    {Step::kRunning, Step::kSkipped},
    {Step::kWaiting, Step::kSkipped},
    {Step::kFailed, Step::kSkipped},
    {Step::kBlocked, Step::kSkipped},
    // retry; another `each` stage
    {Step::kFailed, Step::kPending},
    {Step::kBlocked, Step::kPending},
    {Step::kDone, Step::kPending},
};

template <typename Word>
bool Contains(std::span<const Transition<Word>> all, Word from, Word to) {
  return std::ranges::find(all, Transition<Word>{from, to}) != all.end();
}

}  // namespace

std::span<const Transition<RunStatus>> RunTransitions() { return kRun; }
std::span<const Transition<StepStatus>> StepTransitions() { return kStep; }

bool MayBecome(RunStatus from, RunStatus to) { return from == to || Contains(RunTransitions(), from, to); }
bool MayBecome(StepStatus from, StepStatus to) { return from == to || Contains(StepTransitions(), from, to); }

}  // namespace forge
