// The head and the tail of a stream of any length, in bounded memory. Knows no descriptors.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace forge {

class KeptOutput {
 public:
  KeptOutput(std::size_t head, std::size_t tail) : keep_head_(head), keep_tail_(tail) {}

  void Append(std::string_view chunk);
  std::size_t total() const { return total_; }
  // All of it, or head and tail with a line between that says how much was left out.
  std::string Take();

 private:
  std::size_t keep_head_, keep_tail_;
  std::size_t total_ = 0;
  std::string head_, tail_;
};

}  // namespace forge
