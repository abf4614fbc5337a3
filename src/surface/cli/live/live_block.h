// Lines at the bottom of a terminal that are drawn again and again, with other lines scrolling by above them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "surface/cli/output.h"

namespace forge::cli {

class LiveBlock {
 public:
  explicit LiveBlock(Output& out) : out_(out) {}
  ~LiveBlock() { Clear(); }
  LiveBlock(const LiveBlock&) = delete;
  LiveBlock& operator=(const LiveBlock&) = delete;

  // No line may be wider than the terminal: it would wrap, and the next redraw would start too low.
  void Draw(const std::vector<std::string>& lines);
  // A line that stays, above the block. Follow it by Draw.
  void Say(std::string_view line);
  void Clear();
  void Forget() { height_ = 0; }  // nothing of it can be seen any more

 private:
  std::string Home() const;  // to the block's first line

  Output& out_;
  std::size_t height_ = 0;
};

}  // namespace forge::cli
