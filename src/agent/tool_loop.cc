#include "agent/tool_loop.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::size_t kMostOpen = 1000;  // a program that reports no results
constexpr std::size_t kLongestWords = 120;

std::size_t HashOf(std::string_view text) { return std::hash<std::string_view>()(text); }

}  // namespace

ToolLoop::ToolLoop(std::int64_t most, Changed changed)
    : most_(static_cast<std::size_t>(std::max<std::int64_t>(most, 0))), changed_(std::move(changed)) {}

std::optional<LoopSign> ToolLoop::Take(const AgentEvent& event, Milliseconds now) {
  if (most_ == 0) return std::nullopt;
  if (event.kind == AgentEvent::Kind::kToolCall) {
    const std::string call = event.text + " " + event.data.Dump();
    if (open_.size() >= kMostOpen) open_.pop_front();
    open_.push_back({HashOf(call), 0, Excerpt(call, kLongestWords), now});
    return std::nullopt;
  }
  if (event.kind != AgentEvent::Kind::kToolResult || open_.empty()) return std::nullopt;
  Call call = std::move(open_.front());  // results come in the order of the calls
  open_.pop_front();
  call.whole = HashOf(fmt::format("{} {}{}", call.asked, event.text, event.data.Dump()));
  calls_.push_back(std::move(call));
  if (calls_.size() > 2 * most_ + kLongestCircle) calls_.pop_front();
  Count();
  return Judge(now);
}

void ToolLoop::Count() {
  const Call& last = calls_.back();
  for (std::size_t length = 1; length <= kLongestCircle; ++length) {
    Repeats& repeats = repeats_[length];
    const Call* before = calls_.size() > length ? &calls_[calls_.size() - 1 - length] : nullptr;
    repeats.asked = before != nullptr && before->asked == last.asked ? repeats.asked + 1 : 0;
    repeats.whole = before != nullptr && before->whole == last.whole ? repeats.whole + 1 : 0;
  }
}

// The shortest circle counts: what repeats every two calls also repeats every four.
std::size_t ToolLoop::Length(std::size_t Repeats::* which) const {
  for (std::size_t length = 1; length <= kLongestCircle; ++length) {
    if (repeats_[length].*which >= 2 * length) return length;
  }
  return 0;
}

bool ToolLoop::ChangedDuring(std::size_t calls, Milliseconds now) const {
  const std::size_t looked = std::min({calls, 2 * most_, calls_.size()});
  return changed_ && changed_(now - calls_[calls_.size() - looked].at);
}

std::optional<LoopSign> ToolLoop::Judge(Milliseconds now) const {
  if (const std::size_t length = Length(&Repeats::whole); length > 0) {
    const std::size_t calls = repeats_[length].whole + length;  // the first round belongs to the circle too
    const bool due = calls >= most_ || calls == std::max((most_ + 1) / 2, 3 * length);
    if (!due || ChangedDuring(calls, now)) return std::nullopt;
    if (calls >= most_) return Sign(true, calls, length, true);
    return Sign(false, calls, length, true);
  }
  const std::size_t length = Length(&Repeats::asked);
  const std::size_t calls = repeats_[length].asked + length;
  if (length == 0 || calls % most_ != 0 || !changed_) return std::nullopt;
  if (ChangedDuring(calls, now)) return std::nullopt;
  return Sign(calls >= 2 * most_, calls, length, false);
}

LoopSign ToolLoop::Sign(bool ends, std::size_t calls, std::size_t length, bool same_results) const {
  const std::string what = length == 1 ? fmt::format("made the same call {} times", calls)
                                       : fmt::format("made the same {} calls in turn, {} in all,", length, calls);
  const std::string result = same_results ? (length == 1 ? "with the same result" : "with the same results")
                                          : "while nothing in its workspace changed";
  std::string list;
  for (std::size_t i = calls_.size() - length; i < calls_.size(); ++i)
    list += (list.empty() ? "" : "; ") + calls_[i].words;
  return {ends, fmt::format("{} {}: {}", what, result, list)};
}

}  // namespace forge
