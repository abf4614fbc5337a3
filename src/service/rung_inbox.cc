#include "service/rung_inbox.h"

#include "os/system.h"
#include "store/store.h"

namespace forge {
namespace {

// A hundred runs that wait cost less than a hundredth of a core with this.
constexpr std::chrono::milliseconds kWithBell{200};
constexpr std::chrono::milliseconds kWithout{50};

}  // namespace

RungInbox::RungInbox(Inbox& inner, const std::string& store_path, InputQueue& queue)
    : inner_(inner), watch_(BellOf(store_path), [this, &queue] {
        rung_ = true;
        queue.Wake();
      }) {}

std::chrono::milliseconds RungInbox::longest_wait() const { return watch_.works() ? kWithBell : kWithout; }

Result<std::vector<InboxMessage>> RungInbox::Poll(RunId run) {
  const std::int64_t now = SteadyMs();
  if (!rung_.exchange(false) && now - looked_ < longest_wait().count()) return std::vector<InboxMessage>{};
  looked_ = now;
  return inner_.Poll(run);
}

}  // namespace forge
