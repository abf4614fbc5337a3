#include "surface/chat/live_message.h"

namespace forge::chat {

void LiveMessage::Show(const std::string& text) {
  if (!text.empty()) Put(throttle_.Offer(text, now_()));
}

void LiveMessage::Tick() { Put(throttle_.Poll(now_())); }

void LiveMessage::End(const std::string& text) {
  Show(text);
  Put(throttle_.Flush(now_()));
}

void LiveMessage::Put(const std::optional<std::string>& text) {
  if (!text) return;
  if (id_) {
    transport_.Edit(*id_, *text);
  } else {
    id_ = transport_.Send(*text);
  }
}

}  // namespace forge::chat
