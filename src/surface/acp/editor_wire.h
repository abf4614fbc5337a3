// The messages between Forge and the editor that started it: notifications and answers out, and requests of ours that
// wait for the editor's answer. Knows no methods.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "model/json.h"
#include "service/host/mcp_pipe.h"

namespace forge::acp {

// Any thread.
class EditorWire {
 public:
  explicit EditorWire(MessagePipe& pipe) : pipe_(pipe) {}

  void Send(const Json& message) { (void)pipe_.Write(message.Dump()); }  // an editor that is gone ends our input
  // A `session/update`.
  void Update(const std::string& session, Json update);
  void Say(const std::string& session, std::string text, std::string_view kind = "agent_message_chunk");

  // The `result` of the editor's answer. Nothing: an error, or `stop`, or the editor is gone.
  std::optional<Json> Ask(std::string_view method, Json params, const std::stop_token& stop);
  void TakeAnswer(const Json& message);
  void Gone();

 private:
  MessagePipe& pipe_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable_any changed_;
  std::int64_t next_id_ = 1;
  std::map<std::int64_t, std::optional<Json>> asked_;
  bool gone_ = false;
};

}  // namespace forge::acp
