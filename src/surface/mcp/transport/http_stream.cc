#include "surface/mcp/transport/http_stream.h"

#include <utility>

namespace forge::mcp {

void HttpStream::Send(const Json& message) { Push({Item::Kind::kMessage, message.Dump(), 200}); }

void HttpStream::Answer(const Json& message, int http_status) {
  Push({Item::Kind::kAnswer, message.Dump(), http_status});
}

void HttpStream::Drop() {
  const std::scoped_lock lock(mutex_);
  ended_ = true;
  arrived_.notify_all();
}

void HttpStream::Push(Item item) {
  const std::scoped_lock lock(mutex_);
  if (most_ > 0 && items_.size() >= most_) items_.pop_front();
  items_.push_back(std::move(item));
  arrived_.notify_all();
}

HttpStream::Item HttpStream::Next(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, most, [this] { return ended_ || !items_.empty(); });
  if (!items_.empty()) {
    Item item = std::move(items_.front());
    items_.pop_front();
    return item;
  }
  return {ended_ ? Item::Kind::kEnd : Item::Kind::kNothing, "", 200};
}

void HttpStream::PutBack(Item item) {
  const std::scoped_lock lock(mutex_);
  items_.push_front(std::move(item));
}

}  // namespace forge::mcp
