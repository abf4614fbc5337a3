// The server of the Model Context Protocol, both eras: takes messages of clients, decides which method is meant and who
// may call it, and answers. Knows neither transports (stdio.h, http.h) nor what the tools do (catalog.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "model/json.h"
#include "surface/mcp/protocol/catalog.h"
#include "surface/mcp/protocol/crew.h"
#include "surface/mcp/protocol/outlet.h"
#include "surface/mcp/protocol/peer.h"
#include "surface/mcp/protocol/request_state.h"
#include "surface/mcp/protocol/tasks.h"
#include "surface/mcp/protocol/wire.h"

namespace forge::mcp {

struct ServerOptions {
  std::string name, title, version;
  std::string instructions;
  std::string secret;  // random; seals what clients carry for us
  std::function<TimePoint()> now;
  bool lists_change = false;  // tools and prompts may, while we run
};

// A request on its way to its method.
struct Incoming {
  std::shared_ptr<Peer> peer;
  std::shared_ptr<Outlet> outlet;
  Message message;
  bool modern = false;
  Json capabilities;  // the client's
  std::stop_token stop;

  const Json& params() const { return message.params; }
};

class Server {
 public:
  Server(Catalog catalog, ServerOptions options);
  ~Server();  // cancels running requests and waits for them

  std::shared_ptr<Peer> Join(Era era, std::shared_ptr<Outlet> aside);
  // One message of the client; its response goes to `outlet`, perhaps later and from another thread.
  void Receive(const std::shared_ptr<Peer>& peer, const std::shared_ptr<Outlet>& outlet, const Json& message);
  // Tells every client that wants to know.
  void Announce(const Change& change);
  bool HasListeners();  // to changes of resources
  // Looks at the resources that clients subscribed to, and tells those whose resource has changed.
  void TellChangedResources();
  // A message of no request, for clients with a connection that set a level.
  void Log(std::string_view level, std::string_view logger, const Json& data);

  const Catalog& catalog() const { return catalog_; }

 private:
  struct Method;
  static const Method* FindMethod(std::string_view name);

  void ReceiveRequest(Incoming incoming);
  void ReceiveNotification(const std::shared_ptr<Peer>& peer, const std::shared_ptr<Outlet>& outlet,
                           const Message& message);
  Rpc<const Method*> Route(Incoming& incoming) const;
  Rpc<const Method*> RouteModern(Incoming& incoming) const;
  Rpc<const Method*> RouteLegacy(Incoming& incoming) const;
  void Finish(const Incoming& incoming, Rpc<Json> outcome);
  Json Dressed(const Incoming& incoming, Json result) const;
  Json Capabilities(bool modern) const;
  std::vector<std::shared_ptr<Peer>> Peers();
  // Of the resource now; nothing: there is none.
  std::optional<std::string> MarkOf(const std::string& uri) const;

  // methods_lifecycle.cc
  Rpc<Json> Initialize(Incoming& incoming);
  Rpc<Json> Ping(Incoming& incoming);
  Rpc<Json> Discover(Incoming& incoming);
  Rpc<Json> SetLevel(Incoming& incoming);
  Rpc<Json> Subscribe(Incoming& incoming);
  Rpc<Json> Unsubscribe(Incoming& incoming);
  Rpc<Json> Listen(Incoming& incoming);
  Rpc<Json> GetTask(Incoming& incoming);
  Rpc<Json> UpdateTask(Incoming& incoming);
  Rpc<Json> CancelTask(Incoming& incoming);
  // methods_offers.cc
  Rpc<Json> ListTools(Incoming& incoming);
  Rpc<Json> CallTool(Incoming& incoming);
  Rpc<Json> ListPrompts(Incoming& incoming);
  Rpc<Json> GetPrompt(Incoming& incoming);
  Rpc<Json> ListResources(Incoming& incoming);
  Rpc<Json> ListTemplates(Incoming& incoming);
  Rpc<Json> ReadResource(Incoming& incoming);
  Rpc<Json> Complete(Incoming& incoming);

  using CallBody = std::function<Rpc<Json>(Call& call)>;
  CallParts PartsFor(const Incoming& incoming);
  // Runs the body with a Call that asks the way this client can be asked.
  Rpc<Json> Perform(Incoming& incoming, const std::string& purpose, const CallBody& body);
  // What can be known of the client without another round of the request is known afterwards.
  Rpc<void> SettleNow(Incoming& incoming);
  // The outcome, after the catalog has heard of it.
  Rpc<Json> RefuseCall(Incoming& incoming, Rpc<Json> outcome);
  void TellRefused(const Incoming& incoming, const Rpc<Json>& outcome, Call* call) const;
  Rpc<Json> StartTask(Incoming& incoming, const Tool& tool, const Json& arguments);

  const Catalog catalog_;
  const ServerOptions options_;
  const RequestState states_;
  Tasks tasks_;

  std::mutex mutex_;  // guards peers_ and joined_
  std::vector<std::weak_ptr<Peer>> peers_;
  std::int64_t joined_ = 0;  // with a connection or session of their own

  Crew crew_;  // last: its threads use everything above
};

}  // namespace forge::mcp
