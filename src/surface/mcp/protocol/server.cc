#include "surface/mcp/protocol/server.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/hmac.h"
#include "surface/mcp/protocol/methods.h"

namespace forge::mcp {
namespace {

constexpr std::size_t kAtOnce = 64;
constexpr std::size_t kWaiting = 4096;

void AnswerError(Outlet& outlet, const Json& id, const RpcError& error) {
  outlet.Answer(MakeError(id, error), error.http_status());
}

}  // namespace

const Server::Method* Server::FindMethod(std::string_view name) {
  // Sorted by name.
  static constexpr std::array<Method, 18> kMethods = {{
      {"completion/complete", true, true, false, &Server::Complete},
      {"initialize", true, false, true, &Server::Initialize},
      {"logging/setLevel", true, false, true, &Server::SetLevel},
      {"ping", true, false, true, &Server::Ping},
      {"prompts/get", true, true, false, &Server::GetPrompt},
      {"prompts/list", true, true, true, &Server::ListPrompts},
      {"resources/list", true, true, false, &Server::ListResources},
      {"resources/read", true, true, false, &Server::ReadResource},
      {"resources/subscribe", true, false, false, &Server::Subscribe},
      {"resources/templates/list", true, true, true, &Server::ListTemplates},
      {"resources/unsubscribe", true, false, true, &Server::Unsubscribe},
      {"server/discover", false, true, true, &Server::Discover},
      {"subscriptions/listen", false, true, true, &Server::Listen, true},
      {"tasks/cancel", false, true, true, &Server::CancelTask},
      {"tasks/get", false, true, true, &Server::GetTask},
      {"tasks/update", false, true, true, &Server::UpdateTask},
      {"tools/call", true, true, false, &Server::CallTool},
      {"tools/list", true, true, true, &Server::ListTools},
  }};
  const auto* found = std::ranges::find(kMethods, name, &Method::name);
  return found == kMethods.end() || name.empty() ? nullptr : &*found;
}

Server::Server(Catalog catalog, ServerOptions options)
    : catalog_(std::move(catalog)),
      options_(std::move(options)),
      states_(options_.secret),
      tasks_({options_.secret, options_.now}),
      crew_(kAtOnce, kWaiting) {}

Server::~Server() {
  tasks_.CancelAll();
  const std::scoped_lock lock(mutex_);
  for (const std::weak_ptr<Peer>& peer : peers_) {
    if (auto held = peer.lock()) held->Leave();
  }
}

std::shared_ptr<Peer> Server::Join(Era era, std::shared_ptr<Outlet> aside) {
  const std::scoped_lock lock(mutex_);
  // Stateless clients have no session: nothing tells the requests of one from those of another.
  const std::int64_t number = era == Era::kModern ? 0 : ++joined_;
  const std::string session = HmacSha256(options_.secret, fmt::format("session {}", number)).substr(0, 16);
  auto peer = std::make_shared<Peer>(era, std::move(aside), session);
  std::erase_if(peers_, [](const std::weak_ptr<Peer>& old) { return old.expired(); });
  peers_.push_back(peer);
  return peer;
}

std::vector<std::shared_ptr<Peer>> Server::Peers() {
  std::vector<std::shared_ptr<Peer>> peers;
  const std::scoped_lock lock(mutex_);
  for (const std::weak_ptr<Peer>& peer : peers_) {
    if (auto held = peer.lock()) peers.push_back(std::move(held));
  }
  return peers;
}

void Server::Announce(const Change& change) {
  for (const auto& peer : Peers()) peer->Tell(change);
}

void Server::Log(std::string_view level, std::string_view logger, const Json& data) {
  const Json params = Json::MakeObject().Set("level", level).Set("logger", logger).Set("data", data);
  for (const auto& peer : Peers()) peer->TellLog(level, params);
}

std::optional<std::string> Server::MarkOf(const std::string& uri) const {
  for (const ResourceSource& source : catalog_.resources) {
    if (source.mark) {
      if (auto mark = source.mark(uri)) return mark;
      continue;
    }
    const auto listed = source.list();
    if (listed && std::ranges::find(*listed, uri, &Resource::uri) != listed->end()) return "";
  }
  return std::nullopt;
}

void Server::TellChangedResources() {
  const std::vector<std::shared_ptr<Peer>> peers = Peers();
  std::map<std::string, std::string> marks;
  for (const auto& peer : peers) {
    for (const std::string& uri : peer->watched()) {
      // What has gone meanwhile has changed too.
      if (!marks.contains(uri)) marks[uri] = MarkOf(uri).value_or("gone");
    }
  }
  for (const auto& peer : peers) peer->TellMarks(marks);
}

bool Server::HasListeners() {
  const std::scoped_lock lock(mutex_);
  return std::ranges::any_of(peers_, [](const std::weak_ptr<Peer>& peer) {
    const auto held = peer.lock();
    return held && held->listens();
  });
}

void Server::Receive(const std::shared_ptr<Peer>& peer, const std::shared_ptr<Outlet>& outlet, const Json& json) {
  auto message = ReadMessage(json);
  if (!message) return AnswerError(*outlet, message.error().id, message.error().error);
  switch (message->kind) {
    case Message::Kind::kResponse: return peer->Resolve(*message);
    case Message::Kind::kNotification: return ReceiveNotification(peer, outlet, *message);
    case Message::Kind::kRequest: return ReceiveRequest({peer, outlet, *std::move(message), false, {}, {}});
  }
}

void Server::ReceiveNotification(const std::shared_ptr<Peer>& peer, const std::shared_ptr<Outlet>& outlet,
                                 const Message& message) {
  if (message.method == "notifications/cancelled") peer->Cancel(message.params["requestId"]);
  const auto greeting = peer->greeting();
  if (message.method != "notifications/initialized" || !greeting || !catalog_.settle) return;
  // From now on the client may be asked. If no thread is free, its first call asks.
  Incoming incoming{peer, outlet, message, false, greeting->capabilities, {}};
  (void)crew_.Run([this, incoming]() mutable { (void)SettleNow(incoming); });
}

void Server::ReceiveRequest(Incoming incoming) {
  const Json id = incoming.message.id;
  auto stop = incoming.peer->Begin(id);
  if (!stop) {
    return AnswerError(
        *incoming.outlet, id,
        {kInvalidRequest, fmt::format("the id {} is already used by a running request", id.Dump()), {}, true});
  }
  incoming.stop = *stop;
  auto method = Route(incoming);
  if (!method) return Finish(incoming, std::unexpected(method.error()));
  const Method& chosen = **method;
  if (chosen.at_once) {
    Rpc<Json> outcome = (this->*chosen.run)(incoming);
    if (!chosen.stays_open || !outcome) Finish(incoming, std::move(outcome));
    return;
  }
  const bool taken =
      crew_.Run([this, incoming, run = chosen.run]() mutable { Finish(incoming, (this->*run)(incoming)); });
  if (taken) return;
  const Rpc<Json> refused = Refuse(kInternalError, "too many requests are running");
  if (chosen.run == &Server::CallTool) TellRefused(incoming, refused, nullptr);
  Finish(incoming, refused);
}

Rpc<const Server::Method*> Server::Route(Incoming& incoming) const {
  const Era era = incoming.peer->era();
  const std::string& name = incoming.message.method;
  const bool claims = ClaimsModern(incoming.params());
  // A method that only the stateless protocol has selects it, even if the request's metadata is broken.
  const bool probes = name == "server/discover" || name == "subscriptions/listen";
  if (era == Era::kModern || (era == Era::kOpen && (claims || probes))) return RouteModern(incoming);
  return RouteLegacy(incoming);
}

Rpc<const Server::Method*> Server::RouteModern(Incoming& incoming) const {
  const std::string& name = incoming.message.method;
  if (auto checked = CheckModernMeta(incoming.params()); !checked) return std::unexpected(checked.error());
  const Method* method = FindMethod(name);
  if (method == nullptr || !method->modern) {
    return RefuseAtGate(kMethodNotFound, fmt::format("method `{}` not found in {}", name, kModernVersion));
  }
  incoming.modern = true;
  incoming.capabilities = incoming.params()["_meta"][kCapabilitiesKey];
  // A client that only asked for our version may still start with `initialize`.
  if (name != "server/discover") incoming.peer->Pin(Era::kModern);
  return method;
}

Rpc<const Server::Method*> Server::RouteLegacy(Incoming& incoming) const {
  incoming.peer->Pin(Era::kLegacy);
  const std::string& name = incoming.message.method;
  const Method* method = FindMethod(name);
  if (method == nullptr || !method->legacy) {
    return Refuse(kMethodNotFound, fmt::format("method `{}` not found", name));
  }
  const auto greeting = incoming.peer->greeting();
  if (!greeting && name != "initialize" && name != "ping") {
    return Refuse(kInvalidRequest, fmt::format("`{}` before `initialize`", name));
  }
  if (greeting) incoming.capabilities = greeting->capabilities;
  return method;
}

void Server::Finish(const Incoming& incoming, Rpc<Json> outcome) {
  const Json& id = incoming.message.id;
  if (!incoming.peer->End(id)) return incoming.outlet->Drop();
  if (outcome) {
    incoming.outlet->Answer(MakeResult(id, Dressed(incoming, *std::move(outcome))), 200);
  } else {
    AnswerError(*incoming.outlet, id, outcome.error());
  }
  incoming.peer->Answered();
}

Json Server::Dressed(const Incoming& incoming, Json result) const {
  if (!incoming.modern) return result;
  if (!result.Has("resultType")) result.Set("resultType", "complete");
  Json meta = result["_meta"];
  meta.Set(std::string(kServerKey), Json::MakeObject().Set("name", options_.name).Set("version", options_.version));
  return result.Set("_meta", std::move(meta));
}

Json Server::Capabilities(bool modern) const {
  Json list = Json::MakeObject();
  if (options_.lists_change) list.Set("listChanged", true);
  Json capabilities = Json::MakeObject().Set("tools", list).Set("prompts", list);
  capabilities.Set("resources", Json::MakeObject().Set("subscribe", true).Set("listChanged", true));
  capabilities.Set("logging", Json::MakeObject()).Set("completions", Json::MakeObject());
  if (modern) {
    capabilities.Set("extensions", Json::MakeObject().Set(std::string(kTasksExtension), Json::MakeObject()));
  }
  return capabilities;
}

Rpc<std::string> NeedText(const Json& params, std::string_view name) {
  const Json* member = params.Find(name);
  if (member == nullptr) return Refuse(kInvalidParams, fmt::format("`params.{}` is missing", name));
  if (!member->is_string()) {
    return Refuse(kInvalidParams, fmt::format("`params.{}` must be a string, not {}", name, member->type_name()));
  }
  if (member->AsString().find('\0') != std::string::npos) {
    return Refuse(kInvalidParams, fmt::format("`params.{}` must not hold a NUL character", name));
  }
  return member->AsString();
}

}  // namespace forge::mcp
