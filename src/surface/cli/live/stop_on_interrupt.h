// Ctrl-C ends what is being waited for, not us. Knows no command.
#pragma once

#include <stop_token>
#include <thread>

#include "surface/cli/host.h"

namespace forge::cli {

// Catches interrupts from its making on.
class StopOnInterrupt {
 public:
  explicit StopOnInterrupt(const Host& host);
  std::stop_token token() const { return source_.get_token(); }

 private:
  int before_;
  std::stop_source source_;
  std::jthread watcher_;  // last: it uses what is above
};

}  // namespace forge::cli
