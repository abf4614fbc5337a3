// One client as the server knows it: its era and capabilities, its requests in flight, what it subscribed to. Knows
// no method and no transport.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "surface/mcp/protocol/call.h"
#include "surface/mcp/protocol/outlet.h"
#include "surface/mcp/protocol/wire.h"

namespace forge::mcp {

enum class Era {
  kOpen,    // no message has decided it yet
  kLegacy,  // `initialize` first, state afterwards
  kModern,  // every request for itself
};

// All members may be called from any thread. Held by shared pointers: a transport, and every running request, which
// may outlast the connection it came from.
class Peer {
 public:
  // `aside`: for what belongs to no request; may be null. `session`: what tells its calls from those of others.
  Peer(Era era, std::shared_ptr<Outlet> aside, std::string session)
      : session_(std::move(session)), era_(era), aside_(std::move(aside)) {}

  const std::string& session() const { return session_; }
  Era era() const;
  void Pin(Era era);

  struct Greeting {
    std::string version;
    Json capabilities;
  };
  void Greet(Greeting greeting);  // `initialize` was answered
  std::optional<Greeting> greeting() const;

  void SetLogSeverity(int severity);
  int log_severity() const;

  // A request begins; nothing when its id is in flight already.
  std::optional<std::stop_token> Begin(const Json& id);
  // It ends; false: it was cancelled, and the client expects no response.
  bool End(const Json& id);
  // The answer that End() allowed is sent. The id was free before: a client that has the answer may use its id again.
  void Answered();
  void Cancel(const Json& id);

  // Sends a request of ours and waits for the response, `most` at the longest. Nothing: none came in time, stopped, or
  // the client has gone.
  std::optional<Message> Request(Outlet& outlet, std::string_view method, const Json& params, std::stop_token stop,
                                 std::optional<std::chrono::milliseconds> most = {});
  void Resolve(const Message& response);

  // `mark`: of the resource now.
  void Subscribe(const std::string& uri, const std::string& mark);
  void Unsubscribe(const std::string& uri);
  // A stream of the stateless protocol that stays open; `filter` is what was honoured, `marks` those of its resources.
  void Listen(const Json& id, const Json& filter, const std::map<std::string, std::string>& marks,
              std::shared_ptr<Outlet> outlet);
  void Tell(const Change& change);
  // Tells the client which of the resources it subscribed to have another mark than it knows.
  void TellMarks(const std::map<std::string, std::string>& now);
  bool listens() const;                   // to anything
  bool busy() const;                      // with a request
  std::set<std::string> watched() const;  // resources
  // Of no request; only what the client set its level for.
  void TellLog(std::string_view level, const Json& params);

  // The client says no more: what waits for a response of its gets none.
  void EndInput();
  // Until nothing is in flight but streams that listen, `most` at the longest.
  void WaitIdle(std::chrono::milliseconds most);
  // The client has gone: everything in flight is cancelled, and nothing is sent any more.
  void Leave();

 private:
  struct Listener {
    Json id;
    Json filter;
    std::map<std::string, std::string> marks;  // of resources, as the client knows them
    std::shared_ptr<Outlet> outlet;
  };
  struct Waiting {
    bool done = false;
    Message response;
  };

  const std::string session_;
  mutable std::mutex mutex_;  // guards what follows
  Era era_;
  std::shared_ptr<Outlet> aside_;
  std::optional<Greeting> greeting_;
  int log_severity_ = -1;
  bool gone_ = false;
  bool mute_ = false;  // it will answer nothing any more
  std::map<std::string, std::stop_source> in_flight_;
  int answering_ = 0;  // ended, and their answers on the way
  std::int64_t asked_ = 0;
  std::map<std::string, Waiting> waiting_;
  std::condition_variable_any answered_, ended_;
  std::map<std::string, std::string> subscriptions_;  // with their marks, as the client knows them
  std::map<std::string, Listener> listeners_;
};

}  // namespace forge::mcp
