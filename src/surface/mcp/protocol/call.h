// One running request, as a tool, prompt or resource sees it: progress, log, questions to the client, cancellation.
// Does not know transports; which era the client speaks shows only in how it is asked.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "surface/mcp/protocol/wire.h"

namespace forge::mcp {

// Something only the client can answer: elicitation/create, sampling/createMessage or roots/list.
struct InputRequest {
  std::string key;  // of the answer
  std::string method;
  Json params;
};

// How a client is asked. Nothing: the answer comes with a later request, end this one.
class Asker {
 public:
  virtual ~Asker() = default;
  virtual Rpc<std::optional<Json>> Ask(const std::vector<InputRequest>& requests, const Json& state) = 0;
};

// What changed on our side; clients that asked for it are told.
struct Change {
  enum class Kind { kTools, kPrompts, kResources, kResource };
  Kind kind = Kind::kTools;
  std::string uri;  // kResource
};

struct CallParts {
  Json capabilities;  // the client's
  std::stop_token stop;
  std::function<void(std::string_view method, Json params)> notify;  // about this request
  Json progress_token;                                               // null: the client did not ask for progress
  int log_severity = -1;                                             // the lowest level that the client wants; -1: none
  Json state;                                                        // what Ask was given in the round before
  std::function<void(const Change&)> announce;
  bool is_task = false;
  bool hears_server = false;  // the client gets the server's own messages: Server::Log
  std::string session = {};   // a random name of the client's connection or session; one for all stateless clients
};

class Call {
 public:
  Call(CallParts parts, std::unique_ptr<Asker> asker) : parts_(std::move(parts)), asker_(std::move(asker)) {}

  std::stop_token stop() const { return parts_.stop; }
  bool cancelled() const { return parts_.stop.stop_requested(); }
  const Json& capabilities() const { return parts_.capabilities; }
  bool is_task() const { return parts_.is_task; }  // the client does not wait for the response
  const Json& state() const { return parts_.state; }
  const std::string& session() const { return parts_.session; }

  // `total`: none while it is not known.
  void Progress(double progress, std::optional<double> total, std::string_view message = "");
  bool wants_progress() const { return !parts_.progress_token.is_null(); }
  void Log(std::string_view level, std::string_view logger, const Json& data);
  // The same for what Server::Log says too: only where the client does not hear that.
  void Repeat(std::string_view level, std::string_view logger, const Json& data) {
    if (!parts_.hears_server) Log(level, logger, data);
  }
  void Announce(const Change& change) { parts_.announce(change); }

  // Does the client answer requests of this method?
  bool CanAsk(std::string_view method) const;
  // The answers by key. Nothing: return at once, with anything; the call comes again with the answers.
  // kMissingCapability when the client cannot answer.
  Rpc<std::optional<Json>> Ask(const std::vector<InputRequest>& requests, const Json& state = {});
  // One question as a form; the answer is {"action","content"}.
  Rpc<std::optional<Json>> AskForm(std::string_view key, std::string_view message, Json schema, const Json& state = {});

 private:
  CallParts parts_;
  std::unique_ptr<Asker> asker_;
};

}  // namespace forge::mcp
