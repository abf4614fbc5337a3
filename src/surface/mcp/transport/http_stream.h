// The messages of one HTTP response, or of a session's own stream: filled by the server, drained by the thread that
// writes to the client. A client whose connection broke can read again what it missed. Knows no HTTP.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "surface/mcp/protocol/outlet.h"

namespace forge::mcp {

class HttpStream : public Outlet {
 public:
  struct Bounds {
    std::size_t waiting = 0;  // for a client that does not read; the oldest go first. 0: any number
    std::size_t kept = 0;     // of those that were read, for a client that comes again
  };
  explicit HttpStream(Bounds bounds);

  void Send(const Json& message) override;
  void Answer(const Json& message, int http_status) override;
  void Drop() override;

  struct Item {
    enum class Kind { kMessage, kAnswer, kNothing, kEnd };
    Kind kind = Kind::kNothing;  // kNothing: none came in time; kEnd: none will
    std::string text;
    int status = 200;
    std::uint64_t number = 0;  // from 1, in the order they were sent
  };

  // The next one, which stays.
  Item Peek(std::chrono::milliseconds most);

  struct Reader {
    std::uint64_t id = 0;
    std::uint64_t after = 0;  // the number of the last message that came before what it will read
  };
  // Begins to read; the one that read before gets kEnd. `after`: the last message that the client has; what is kept
  // behind it comes again.
  Reader Begin(std::optional<std::uint64_t> after = std::nullopt);
  Item Next(const Reader& reader, std::chrono::milliseconds most);
  bool ended() const;  // no more will come

 private:
  void Push(Item item);
  bool HasUnread() const { return read_ < items_.size(); }  // with the lock
  void Forget();                                            // with the lock

  const Bounds bounds_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable arrived_;
  std::deque<Item> items_;
  std::size_t read_ = 0;        // so many of them, the first ones
  std::size_t read_bytes_ = 0;  // in these
  std::uint64_t sent_ = 0;
  std::uint64_t reader_ = 0;
  bool ended_ = false;
};

}  // namespace forge::mcp
