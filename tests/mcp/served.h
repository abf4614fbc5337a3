// A server in this process at a port of this machine, for tests.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <utility>

#include "base/strings.h"
#include "surface/mcp/testing/twin.h"
#include "surface/mcp/transport/http.h"

namespace forge::mcp {

// The twin's server at a port of this machine, while the object lives.
class Served {
 public:
  explicit Served(std::string token = "") : Served(WithToken(std::move(token))) {}
  // What it lacks is filled in; a clock that is not given stands still until the test moves it.
  explicit Served(HttpOptions options) {
    if (options.host.empty()) options.host = "127.0.0.1";
    if (!options.now_ms) options.now_ms = [this] { return clock_ms.load(); };
    options.interrupts = [this] { return interrupts_.load(); };
    options.make_secret = [this] { return Result<std::string>(Sha256(std::to_string(++secrets_))); };
    std::promise<int> ready;
    options.on_ready = [&ready](int port) { ready.set_value(port); };
    thread_ = std::thread([this, options] { EXPECT_TRUE(ServeHttp(*twin.server, options)); });
    port_ = ready.get_future().get();
  }
  ~Served() {
    twin.gate.Open();
    interrupts_ = 1;
    thread_.join();
  }

  int port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/mcp"; }

  Twin twin;
  std::atomic<std::int64_t> clock_ms = 1000;

 private:
  static HttpOptions WithToken(std::string token) {
    HttpOptions options;
    options.token = std::move(token);
    return options;
  }

  std::atomic<int> interrupts_ = 0, secrets_ = 0;
  int port_ = 0;
  std::thread thread_;
};

}  // namespace forge::mcp
