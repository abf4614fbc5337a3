// Splits a stream of chunks into lines. Pure; knows no JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace forge {

class StreamLines {
 public:
  // A line longer than `longest` bytes is dropped, and `on_long` gets its length.
  StreamLines(std::size_t longest, std::function<void(std::string_view)> on_line,
              std::function<void(std::size_t)> on_long);

  void Feed(std::string_view chunk);
  void Finish();  // the rest without a newline is a line too

 private:
  void Add(std::string_view part);
  void End();

  std::size_t longest_;
  std::function<void(std::string_view)> on_line_;
  std::function<void(std::size_t)> on_long_;
  std::string kept_;
  std::size_t dropped_ = 0;  // length of a line that is too long, so far
};

}  // namespace forge
