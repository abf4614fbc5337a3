#include "agent/native/native_conversation.h"

namespace forge {

std::size_t Bytes(const Message& message) {
  if (message.role == Message::Role::kModel) return message.wire.size();
  std::size_t bytes = message.text.size();
  for (const ToolReply& reply : message.replies) bytes += reply.text.size() + 80;  // plus the JSON around it
  return bytes;
}

std::size_t Bytes(const Conversation& conversation) {
  std::size_t bytes = conversation.system.size();
  for (const Message& message : conversation.messages) bytes += Bytes(message);
  return bytes;
}

}  // namespace forge
