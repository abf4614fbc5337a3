#include "service/patience.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace forge {
namespace {

constexpr int kFirstWaitMs = 50;
constexpr int kLongestWaitMs = 2'000;
constexpr int kSliceMs = 50;  // so soon a Ctrl-C is noticed

bool IsShort(const Status& done) { return !done && done.error().code == Code::kExhausted; }

}  // namespace

Status Patience::Outlast(const std::function<Status()>& work, const std::string& lost) {
  const int before = hooks_.interrupts ? hooks_.interrupts() : 0;
  for (int wait = kFirstWaitMs;; wait = std::min(2 * wait, kLongestWaitMs)) {
    const Status done = work();
    if (done && std::exchange(told_, false) && hooks_.say) hooks_.say("the machine has room again: the run continues");
    if (!IsShort(done)) return done;
    Tell(done.error(), "waiting; nothing is lost. Ctrl-C ends the engine");
    TRY(Wait(wait, before));
    if (MustEnd(before)) {
      return Fail(Code::kExhausted,
                  fmt::format("run {} was stopped while it waited: {}. What the engine had recorded is safe; {}",
                              run_.value, done.error().message, lost),
                  fmt::format("when the machine has room again: forge resume {}", run_.value));
    }
  }
}

Status Patience::Excuse(Status done) {
  if (!IsShort(done)) return done;
  Tell(done.error(), "it is tried again; nothing is lost");
  return {};
}

// The second Ctrl-C stops at once. A first one from before the shortage waits for its units, as always.
bool Patience::MustEnd(int interrupts_before) const {
  constexpr int kStopNow = 2;
  const int now = hooks_.interrupts ? hooks_.interrupts() : 0;
  return now > interrupts_before || now >= kStopNow || (hooks_.must_end && hooks_.must_end());
}

void Patience::Tell(const Error& error, const char* what_follows) {
  if (std::exchange(told_, true) || !hooks_.say) return;
  hooks_.say(fmt::format("{}: {}", error.message, what_follows));
}

Status Patience::Wait(int milliseconds, int interrupts_before) {
  for (int left = milliseconds; left > 0 && !MustEnd(interrupts_before); left -= kSliceMs) {
    hooks_.sleep(std::min(left, kSliceMs));
    if (!hooks_.beat) continue;
    const Status beaten = hooks_.beat();
    if (!beaten && !IsShort(beaten)) return beaten;
  }
  return {};
}

Status PatientStore::Record(const Batch& batch) {
  return patience_.Outlast([&] { return journal_.Record(batch); });
}

Result<std::vector<InboxMessage>> PatientStore::Poll(RunId run) {
  auto messages = inbox_.Poll(run);
  if (messages) return messages;
  TRY(patience_.Excuse(std::unexpected(messages.error())));
  return std::vector<InboxMessage>{};
}

}  // namespace forge
