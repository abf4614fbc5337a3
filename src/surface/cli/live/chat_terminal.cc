#include "surface/cli/live/chat_terminal.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "surface/view/columns.h"

namespace forge::cli {

std::int64_t ChatTerminal::Send(const std::string& text) {
  const std::lock_guard lock(mutex_);
  Print(text, false);
  return last_ = ++sent_;
}

void ChatTerminal::Edit(std::int64_t id, const std::string& text) {
  const std::lock_guard lock(mutex_);
  Print(text, id == last_);
  last_ = id;
}

void ChatTerminal::Leave() {
  const std::lock_guard lock(mutex_);
  height_ = 0;
}

// One write, so that no half-drawn message is ever seen.
void ChatTerminal::Print(const std::string& text, bool over) {
  std::string drawn;
  if (over && height_ > 0) drawn = fmt::format("\r\x1b[{}A\x1b[J", height_);
  height_ = 0;
  for (std::string_view line : Lines(text)) {
    drawn += std::string(line) + "\n";
    // A line that is wider than the terminal takes several of its lines.
    if (width_ > 0) height_ += std::max<std::size_t>(1, (DisplayWidth(line) + width_ - 1) / width_);
  }
  out_.Write(drawn);
  (void)out_.Flush();
}

}  // namespace forge::cli
