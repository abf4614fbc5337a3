#include "agent/vendors/stream_lines.h"

#include <utility>

namespace forge {

StreamLines::StreamLines(std::size_t longest, std::function<void(std::string_view)> on_line,
                         std::function<void(std::size_t)> on_long)
    : longest_(longest), on_line_(std::move(on_line)), on_long_(std::move(on_long)) {}

void StreamLines::Feed(std::string_view chunk) {
  while (!chunk.empty()) {
    const std::size_t end = chunk.find('\n');
    if (end == std::string_view::npos) return Add(chunk);
    if (kept_.empty() && dropped_ == 0 && end <= longest_) {
      on_line_(chunk.substr(0, end));  // whole in this chunk: no copy
    } else {
      Add(chunk.substr(0, end));
      End();
    }
    chunk.remove_prefix(end + 1);
  }
}

void StreamLines::Finish() {
  if (!kept_.empty() || dropped_ > 0) End();
}

void StreamLines::Add(std::string_view part) {
  if (dropped_ > 0 || kept_.size() + part.size() > longest_) {
    dropped_ += kept_.size() + part.size();
    std::string().swap(kept_);
  } else {
    kept_ += part;
  }
}

void StreamLines::End() {
  if (dropped_ > 0) {
    on_long_(std::exchange(dropped_, 0));
  } else {
    on_line_(kept_);
    kept_.clear();
  }
}

}  // namespace forge
