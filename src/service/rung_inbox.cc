#include "service/rung_inbox.h"

#include <algorithm>
#include <utility>

#include "os/system.h"
#include "store/store.h"

namespace forge {
namespace {

// A hundred runs that wait cost less than a hundredth of a core with these. The loop wakes more often than it looks
// where it draws on a screen, or is stopped by other means than a signal.
constexpr std::chrono::milliseconds kWithBell{200};
constexpr std::chrono::milliseconds kLookWithBell{5000};
constexpr std::chrono::milliseconds kWithout{50};

}  // namespace

RungInbox::RungInbox(Inbox& inner, const std::string& store_path, InputQueue& queue, std::function<bool()> must_look)
    : inner_(inner), must_look_(std::move(must_look)), watch_(BellOf(store_path), [this, &queue] {
        rung_ = true;
        queue.Wake();
      }) {}

std::chrono::milliseconds RungInbox::longest_wait(std::chrono::milliseconds undisturbed) const {
  if (!watch_.works()) return kWithout;
  return watch_.hears_interrupts() ? std::clamp(undisturbed, kWithBell, kLookWithBell) : kWithBell;
}

Result<std::vector<InboxMessage>> RungInbox::Poll(RunId run) {
  const std::int64_t now = SteadyMs();
  const bool asked = rung_.exchange(false) || (must_look_ && must_look_());
  const std::chrono::milliseconds due = watch_.works() ? kLookWithBell : kWithout;
  if (!asked && now - looked_ < due.count()) return std::vector<InboxMessage>{};
  looked_ = now;
  auto messages = TRY(inner_.Poll(run));
  // To take one may leave the next, before the bell is heard.
  if (!messages.empty()) rung_ = true;
  return messages;
}

}  // namespace forge
