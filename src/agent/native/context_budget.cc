#include "agent/native/context_budget.h"

#include <fmt/core.h>

#include <algorithm>

namespace forge {
namespace {

constexpr std::size_t kShortReply = 1200;
constexpr std::size_t kFreshMessages = 8;  // the last four exchanges

// How many of the first `most` bytes to keep: up to the last boundary in their second half.
std::size_t HeadEnd(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text.size();
  const std::string_view head = text.substr(0, most);
  for (std::string_view border : {"\n#", "\n\n", "\n"}) {
    const std::size_t at = head.rfind(border);
    if (at != std::string_view::npos && at >= most / 2) return at + 1;
  }
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return end;
}

std::size_t TailBegin(std::string_view text, std::size_t most) {
  if (text.size() <= most) return 0;
  const std::size_t first = text.size() - most;
  for (std::string_view border : {"\n#", "\n\n", "\n"}) {
    const std::size_t at = text.find(border, first);
    if (at != std::string_view::npos && at < first + most / 2) return at + (border == "\n\n" ? 2 : 1);
  }
  std::size_t begin = first;
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) ++begin;
  return begin;
}

void Shorten(Message& message, FitReport& report) {
  for (ToolReply& reply : message.replies) {
    if (reply.shortened || (reply.text.size() <= kShortReply && reply.image.base64.empty())) continue;
    reply.text = ShortenAtSections(reply.text, kShortReply);
    if (!reply.image.base64.empty()) reply.text += " [the image was left out to save space; read it again to see it]";
    reply.image = {};
    reply.shortened = true;
    message.wire.clear();
    ++report.shortened;
  }
}

bool Stays(const Message& message) { return message.stays || message.summary; }

// Removes messages [1, end) except prompts and a summary. The rest begins with a message of the model, as every
// protocol requires after a prompt.
void LeaveOut(Conversation& conversation, std::size_t end, FitReport& report) {
  std::vector<Message>& messages = conversation.messages;
  const auto first = messages.begin() + 1, last = messages.begin() + static_cast<std::ptrdiff_t>(end);
  const auto exchanges =
      std::count_if(first, last, [](const Message& message) { return message.role == Message::Role::kModel; });
  messages.erase(std::remove_if(first, last, [](const Message& message) { return !Stays(message); }), last);
  report.left_out = static_cast<std::size_t>(exchanges);
}

}  // namespace

std::string ShortenAtSections(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  const std::size_t head = HeadEnd(text, most * 2 / 3);
  const std::size_t tail = std::max(head, TailBegin(text, most / 3));
  std::string out(text.substr(0, head));
  if (!out.empty() && !out.ends_with('\n')) out += '\n';
  out += fmt::format("[... {} bytes left out to save space; ask again for what you need ...]\n", tail - head);
  return out += text.substr(tail);
}

FitReport FitContext(Conversation& conversation, std::size_t most) {
  FitReport report;
  std::size_t bytes = Bytes(conversation);
  if (bytes <= most) return report;
  const std::size_t goal = most * 6 / 10;
  std::vector<Message>& messages = conversation.messages;
  const std::size_t fresh = messages.size() > kFreshMessages ? messages.size() - kFreshMessages : 1;
  for (std::size_t i = 1; i < fresh && bytes > goal; ++i) {
    bytes -= Bytes(messages[i]);
    Shorten(messages[i], report);
    bytes += Bytes(messages[i]);
  }
  if (bytes > most) {
    std::size_t end = 1;
    const auto pass = [&](const Message& message) { bytes -= Stays(message) ? 0 : Bytes(message), ++end; };
    while (end < fresh && (bytes > goal || messages[end].role != Message::Role::kModel)) pass(messages[end]);
    while (end < messages.size() && messages[end].role != Message::Role::kModel) pass(messages[end]);
    if (end > 1 && end < messages.size()) LeaveOut(conversation, end, report);
  }
  // Last resort: shorten recent results.
  for (std::size_t i = 1; i < messages.size() && Bytes(conversation) > most; ++i) Shorten(messages[i], report);
  return report;
}

}  // namespace forge
