// Server-sent events, taken out of a stream in whatever pieces it comes. Does not know what the events mean.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace forge {

class SseParser {
 public:
  // An event longer than `most` bytes is dropped, and overflowed() says so: no stream makes us hold more.
  explicit SseParser(std::size_t most = std::size_t{16} << 20) : most_(most) {}

  // `take` gets the event's name ("" when it has none) and its data, lines joined with \n. It returns false when it
  // wants no more; then Feed does so too.
  using Take = std::function<bool(std::string_view event, std::string_view data)>;
  bool Feed(std::string_view bytes, const Take& take);
  // The stream has ended: an event without its empty line counts too, as some servers leave it out.
  bool End(const Take& take);

  bool overflowed() const { return overflowed_; }

 private:
  bool Line(std::string_view line, const Take& take);
  bool Dispatch(const Take& take);
  void Keep(std::string_view bytes);

  std::size_t most_;
  std::string line_;  // begun, not ended
  std::string event_, data_;
  bool has_data_ = false;
  bool after_cr_ = false;  // a \n that follows belongs to it
  bool overflowed_ = false;
};

}  // namespace forge
