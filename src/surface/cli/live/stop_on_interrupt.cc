#include "surface/cli/live/stop_on_interrupt.h"

#include <cstdint>
#include <utility>

#include "service/threads.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kLookMs = 20;

int CountFromHere(const Host& host) {
  host.catch_interrupts();
  return host.interrupts();
}

}  // namespace

StopOnInterrupt::StopOnInterrupt(const Host& host) : before_(CountFromHere(host)) {
  auto watcher = StartThread([this, &host](const std::stop_token& over) {
    while (!over.stop_requested() && host.interrupts() == before_) host.sleep(kLookMs);
    if (!over.stop_requested()) source_.request_stop();
  });
  if (watcher) watcher_ = *std::move(watcher);
}

}  // namespace forge::cli
