#include "surface/acp/editor_wire.h"

#include <utility>

#include "agent/acp/acp_frames.h"

namespace forge::acp {

void EditorWire::Update(const std::string& session, Json update) {
  Send(AcpTell("session/update", Json::MakeObject().Set("sessionId", session).Set("update", std::move(update))));
}

void EditorWire::Say(const std::string& session, std::string text, std::string_view kind) {
  Update(session, Json::MakeObject().Set("sessionUpdate", kind).Set("content", AcpText(std::move(text))));
}

std::optional<Json> EditorWire::Ask(std::string_view method, Json params, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const std::int64_t id = next_id_++;
  asked_[id] = std::nullopt;
  lock.unlock();
  Send(AcpAsk(id, method, std::move(params)));
  lock.lock();
  changed_.wait(lock, stop, [&] { return gone_ || asked_[id].has_value(); });
  std::optional<Json> answer = std::move(asked_[id]);
  asked_.erase(id);
  if (!answer || !answer->Has("result")) return std::nullopt;
  return (*answer)["result"];
}

void EditorWire::TakeAnswer(const Json& message) {
  const std::scoped_lock lock(mutex_);
  const auto found = asked_.find(message["id"].AsInt(-1));
  if (found == asked_.end() || found->second) return;
  found->second = message;
  changed_.notify_all();
}

void EditorWire::Gone() {
  const std::scoped_lock lock(mutex_);
  gone_ = true;
  changed_.notify_all();
}

}  // namespace forge::acp
