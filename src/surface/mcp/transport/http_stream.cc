#include "surface/mcp/transport/http_stream.h"

#include <utility>

namespace forge::mcp {
namespace {

constexpr std::size_t kMostReadBytes = std::size_t{1} << 20;

}  // namespace

HttpStream::HttpStream(Bounds bounds) : bounds_(bounds) {}

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
  item.number = ++sent_;
  ended_ = ended_ || item.kind == Item::Kind::kAnswer;
  if (bounds_.waiting > 0 && items_.size() - read_ >= bounds_.waiting) {
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(read_));
  }
  items_.push_back(std::move(item));
  arrived_.notify_all();
}

HttpStream::Item HttpStream::Peek(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, most, [this] { return ended_ || HasUnread(); });
  if (HasUnread()) return items_[read_];
  return {ended_ ? Item::Kind::kEnd : Item::Kind::kNothing, "", 200};
}

HttpStream::Reader HttpStream::Begin(std::optional<std::uint64_t> after) {
  const std::scoped_lock lock(mutex_);
  while (after && read_ > 0 && items_[read_ - 1].number > *after) {
    --read_;
    read_bytes_ -= items_[read_].text.size();
  }
  arrived_.notify_all();
  return {++reader_, HasUnread() ? items_[read_].number - 1 : sent_};
}

HttpStream::Item HttpStream::Next(const Reader& reader, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, most, [&] { return reader.id != reader_ || ended_ || HasUnread(); });
  if (reader.id != reader_) return {Item::Kind::kEnd, "", 200};
  if (!HasUnread()) return {ended_ ? Item::Kind::kEnd : Item::Kind::kNothing, "", 200};
  Item item = items_[read_];
  ++read_;
  read_bytes_ += item.text.size();
  Forget();
  return item;
}

// The last one that was read stays whatever its size: it may be the answer.
void HttpStream::Forget() {
  while (read_ > bounds_.kept || (read_ > 1 && read_bytes_ > kMostReadBytes)) {
    read_bytes_ -= items_.front().text.size();
    items_.pop_front();
    --read_;
  }
}

bool HttpStream::ended() const {
  const std::scoped_lock lock(mutex_);
  return ended_;
}

}  // namespace forge::mcp
