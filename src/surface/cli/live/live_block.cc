#include "surface/cli/live/live_block.h"

#include <fmt/core.h>

namespace forge::cli {
namespace {

constexpr std::string_view kClearLine = "\x1b[K";
constexpr std::string_view kClearBelow = "\x1b[J";

}  // namespace

std::string LiveBlock::Home() const { return height_ == 0 ? "\r" : fmt::format("\r\x1b[{}A", height_); }

// One write per redraw, so that no half-drawn block is ever seen.
void LiveBlock::Draw(const std::vector<std::string>& lines) {
  std::string text = Home();
  for (const std::string& line : lines) text += line + std::string(kClearLine) + "\n";
  text += kClearBelow;
  height_ = lines.size();
  out_.Write(text);
  (void)out_.Flush();
}

void LiveBlock::Say(std::string_view line) {
  out_.Write(Home() + std::string(line) + std::string(kClearLine) + "\n" + std::string(kClearBelow));
  height_ = 0;
}

void LiveBlock::Clear() {
  if (height_ == 0) return;
  out_.Write(Home() + std::string(kClearBelow));
  height_ = 0;
  (void)out_.Flush();
}

}  // namespace forge::cli
