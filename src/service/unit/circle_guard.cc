#include "service/unit/circle_guard.h"

#include <chrono>
#include <utility>

#include "os/files/tree_change.h"
#include "os/system.h"

namespace forge {
namespace {

// Files keep their time by a clock that ticks. What was made just before the first call, as a worktree is, must not
// count as a change after it.
constexpr std::chrono::milliseconds kTick{20};

}  // namespace

CircleGuard::CircleGuard(const AgentRequest& request, std::stop_token stop)
    : loop_(request.max_repeats,
            [cwd = request.cwd](ToolLoop::Milliseconds within) {
              return AgeOfLastChange(cwd, within - kTick).has_value();
            }),
      asked_(stop),
      pass_on_(std::move(stop), PassOn{ended_}) {}

std::optional<std::string> CircleGuard::Take(const AgentEvent& event) {
  const auto sign = loop_.Take(event, std::chrono::milliseconds(SteadyMs()));
  if (!sign || !why_.empty()) return std::nullopt;
  if (!sign->ends) return "goes in circles: " + sign->text;
  why_ = "went in circles: " + sign->text;
  ended_.request_stop();
  return std::nullopt;  // the failure tells it
}

AgentAnswer CircleGuard::Explain(AgentAnswer answer) const {
  if (why_.empty() || asked_.stop_requested() || answer.error_class != ErrorClass::kCancelled) return answer;
  answer.error_class = ErrorClass::kTimeout;
  answer.error = why_;
  return answer;
}

}  // namespace forge
