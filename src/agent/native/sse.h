// Parses server-sent events from a stream of chunks. Does not know what the events mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace forge {

class SseParser {
 public:
  // An event longer than `most` bytes is dropped, and overflowed() returns true: this bounds our memory.
  explicit SseParser(std::size_t most = std::size_t{16} << 20) : most_(most) {}

  // `take` gets the event's name ("" if it has none) and its data, lines joined with \n. If it returns false, parsing
  // stops and Feed returns false.
  using Take = std::function<bool(std::string_view event, std::string_view data)>;
  bool Feed(std::string_view bytes, const Take& take);
  // At the end of the stream: an event without its empty line counts too, because some servers omit it.
  bool End(const Take& take);

  bool overflowed() const { return overflowed_; }
  const std::string& last_id() const { return last_id_; }  // of the events so far; empty: they have none
  // How long to wait before connecting again, if the server said so.
  std::optional<std::int64_t> retry_ms() const { return retry_ms_; }

 private:
  bool Line(std::string_view line, const Take& take);
  bool Dispatch(const Take& take);
  void Keep(std::string_view bytes);

  std::size_t most_;
  std::string line_;  // begun, not ended
  std::string event_, data_;
  std::optional<std::string> id_;  // of the event that has begun
  std::string last_id_;
  std::optional<std::int64_t> retry_ms_;
  bool has_data_ = false;
  bool after_cr_ = false;  // skip a following \n
  bool overflowed_ = false;
};

}  // namespace forge
