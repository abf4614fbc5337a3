// Work that must not fail because the machine is short of something: the agent whose answer it keeps is already paid.
#pragma once

#include <functional>
#include <stop_token>
#include <utility>

#include "base/result.h"

namespace forge {

// The waits between two tries, each twice as long as the one before, up to half a minute.
class ShortageWaits {
 public:
  explicit ShortageWaits(std::stop_token stop) : stop_(std::move(stop)) {}
  // False: a stop is asked.
  bool Next();

 private:
  std::stop_token stop_;
  int pause_ms_ = 10;
};

// Repeats `work`, which returns a Result, while it fails with kExhausted and no stop is asked. `told` is called once,
// before the first wait.
template <typename Work>
auto Outlast(const std::stop_token& stop, const std::function<void(const Error&)>& told, const Work& work) {
  ShortageWaits waits(stop);
  for (bool first = true;; first = false) {
    auto done = work();
    if (done || done.error().code != Code::kExhausted) return done;
    if (first && told) told(done.error());
    if (!waits.Next()) return done;
  }
}

}  // namespace forge
