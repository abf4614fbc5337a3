// The sessions of stateful clients over HTTP: found by their names, ended when they were idle for too long. Where there
// is no room for another, the one that was idle longest goes. Knows no HTTP.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "surface/mcp/protocol/peer.h"
#include "surface/mcp/transport/http_stream.h"

namespace forge::mcp {

struct SessionLimits {
  std::size_t most = 1000;
  std::chrono::milliseconds idle = std::chrono::minutes(30);
};

class HttpSession {
 public:
  HttpSession();

  std::shared_ptr<Peer> peer;
  const std::shared_ptr<HttpStream> aside;  // what belongs to no request

  // Keeps the stream of a request for a client whose connection breaks. Returns its name: a number from 1.
  std::uint64_t Keep(std::shared_ptr<HttpStream> stream);
  // 0: `aside`. Nothing: it is not kept any more.
  std::shared_ptr<HttpStream> Find(std::uint64_t stream);
  void End();

 private:
  friend class HttpSessions;
  bool InUse() const { return users_ > 0 || peer->busy(); }  // with the lock of its table

  int users_ = 0;                // guarded by the table, as the next one
  std::int64_t used_at_ms_ = 0;  // last

  std::mutex mutex_;  // guards what follows
  std::uint64_t named_ = 0;
  std::map<std::uint64_t, std::shared_ptr<HttpStream>> streams_;
};

class HttpSessions {
 public:
  HttpSessions(SessionLimits limits, std::function<std::int64_t()> now_ms)
      : limits_(limits), now_ms_(std::move(now_ms)) {}

  // False: there is no room, and every session is in use.
  bool Add(const std::string& name, std::shared_ptr<HttpSession> session);
  // In use while the answer is held; nothing: there is none of that name.
  std::shared_ptr<HttpSession> Find(const std::string& name);
  void Remove(const std::string& name);
  void EndAll();

 private:
  using Table = std::map<std::string, std::shared_ptr<HttpSession>>;
  Table TakeIdle();  // with the lock
  static void End(const Table& sessions);

  const SessionLimits limits_;
  const std::function<std::int64_t()> now_ms_;
  std::mutex mutex_;  // guards sessions_
  Table sessions_;
};

}  // namespace forge::mcp
