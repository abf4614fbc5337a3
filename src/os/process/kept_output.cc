#include "os/process/kept_output.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace forge {

void KeptOutput::Append(std::string_view chunk) {
  total_ += chunk.size();
  std::size_t to_head = std::min(chunk.size(), keep_head_ - head_.size());
  head_ += chunk.substr(0, to_head);
  chunk.remove_prefix(to_head);
  if (chunk.size() > keep_tail_) chunk.remove_prefix(chunk.size() - keep_tail_);
  tail_ += chunk;
  // Cut only after it has doubled, so that each byte is moved once on average.
  if (tail_.size() > 2 * keep_tail_) tail_.erase(0, tail_.size() - keep_tail_);
}

namespace {

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Drops a cut UTF-8 sequence at the end of the head.
void TrimBrokenEnd(std::string& head) {
  std::size_t at = head.size();
  for (int i = 0; i < 3 && at > 0 && IsContinuation(head[at - 1]); ++i) --at;
  if (at > 0 && static_cast<unsigned char>(head[at - 1]) >= 0xC0) head.resize(at - 1);
}

void TrimBrokenStart(std::string& tail) {
  std::size_t count = 0;
  while (count < 3 && count < tail.size() && IsContinuation(tail[count])) ++count;
  tail.erase(0, count);
}

}  // namespace

std::string KeptOutput::Take() {
  std::size_t dropped = total_ - head_.size() - tail_.size();
  if (tail_.size() > keep_tail_) {
    dropped += tail_.size() - keep_tail_;
    tail_.erase(0, tail_.size() - keep_tail_);
  }
  if (dropped == 0) return std::move(head_) + tail_;
  TrimBrokenEnd(head_);
  TrimBrokenStart(tail_);
  dropped = total_ - head_.size() - tail_.size();
  std::string_view line_end = head_.empty() || head_.ends_with('\n') ? "" : "\n";
  return fmt::format("{}{}[... {} bytes left out ...]\n{}", head_, line_end, dropped, tail_);
}

}  // namespace forge
