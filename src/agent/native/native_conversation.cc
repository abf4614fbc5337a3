#include "agent/native/native_conversation.h"

namespace forge {
namespace {

// A provider counts an image by its area: at most about 1600 tokens, however many bytes it has.
constexpr std::size_t kImageBytes = 6000;

}  // namespace

std::string DataUrl(const ToolImage& image) { return "data:" + image.media_type + ";base64," + image.base64; }

std::size_t Bytes(const Message& message) {
  if (message.role == Message::Role::kModel) return message.wire.size();
  std::size_t bytes = message.text.size();
  for (const ToolReply& reply : message.replies) {
    bytes += reply.text.size() + 80;  // plus the JSON around it
    if (!reply.image.base64.empty()) bytes += kImageBytes;
  }
  return bytes;
}

std::size_t ImageBytes(const Conversation& conversation) {
  std::size_t bytes = 0;
  for (const Message& message : conversation.messages) {
    for (const ToolReply& reply : message.replies) bytes += reply.image.base64.size();
  }
  return bytes;
}

std::size_t Bytes(const Conversation& conversation) {
  std::size_t bytes = conversation.system.size();
  for (const Message& message : conversation.messages) bytes += Bytes(message);
  return bytes;
}

}  // namespace forge
