// Sends a person to the page of an authorization server, and receives the answer at a port of this machine. Knows no
// protocol but the target of a request.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "os/listener.h"

namespace forge {

class Browser {
 public:
  // `show` tells the person the address to open.
  static Result<Browser> Open(std::function<void(const std::string& address)> show);

  std::string redirect_uri() const;
  // Shows the address and waits for the answer with this `state`; others are refused. The target, with its query.
  // kUnavailable: none came by `until_ms` (of SteadyMs).
  Result<std::string> Visit(const std::string& address, const std::string& state, std::int64_t until_ms,
                            const std::stop_token& stop);

 private:
  Browser(Listener listener, std::function<void(const std::string&)> show)
      : listener_(std::move(listener)), show_(std::move(show)) {}

  Listener listener_;
  std::function<void(const std::string&)> show_;
};

}  // namespace forge
