// What an ACP agent reports while it works: `session/update` notifications become events, and the last message is put
// together. Knows no connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "agent/runtime.h"
#include "model/json.h"

namespace forge {

class AcpUpdates {
 public:
  // `terminal` gives the output of one of our terminals. Borrows the request.
  AcpUpdates(const AgentRequest& request, std::function<std::string(const std::string& id)> terminal);

  void Take(const Json& update);
  // The call of a permission request: for some agents its first mention. Returns all that is known of it.
  Json TakeAsked(const Json& call);
  void Flush();  // what was said so far, as an event

  bool worked() const { return worked_; }            // the model or a tool did something
  const std::string& text() const { return text_; }  // the last message so far
  std::size_t calls() const { return calls_; }
  std::size_t steps() const { return steps_; }       // calls, and their ends
  double usd() const { return usd_; }                // of the session, if the agent counts money
  std::int64_t context() const { return context_; }  // tokens that its context held at most
  // Tokens that the model has written at least: an estimate for agents that report none.
  std::int64_t written_tokens() const { return written_bytes_ / 4; }
  // Tokens of the context that were read again for a later answer: from the provider's cache at best.
  std::int64_t reread_tokens() const { return reread_; }
  std::int64_t first_context() const { return first_context_; }

 private:
  struct Call {
    Json known = Json::MakeObject();
    std::string printed;  // of a terminal that is the agent's own
    bool told = false, ended = false;
  };

  void TakeText(const Json& update);
  void TakeThought(std::string_view text);
  void TakeCall(const Json& update);
  void TakePlan(const Json& entries);
  void TakeUsage(const Json& update);
  Call& Learn(const Json& update);
  void Tell(Call& call);
  void TellResult(Call& call);
  void Emit(AgentEvent::Kind kind, std::string text, Json data = {}) const;

  const AgentRequest& request_;
  std::function<std::string(const std::string&)> terminal_;
  std::map<std::string, Call> open_;
  std::string text_, message_id_, thought_;
  bool fresh_ = true;  // the next text begins a message
  bool worked_ = false;
  bool full_ = false;  // the message is as long as it may be
  std::size_t calls_ = 0, steps_ = 0;
  double usd_ = 0;
  std::int64_t context_ = 0, written_bytes_ = 0;
  std::int64_t last_context_ = 0;  // of the answer that is being worked off; 0: it was counted
  std::int64_t first_context_ = 0, reread_ = 0;
};

}  // namespace forge
