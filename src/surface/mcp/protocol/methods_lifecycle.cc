#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "surface/mcp/protocol/methods.h"
#include "surface/mcp/protocol/server.h"

namespace forge::mcp {
namespace {

constexpr std::int64_t kDiscoverTtlMs = 60'000;

// The part of the request that we honour: the requested kinds, and of the resources those that there are.
Json HonouredFilter(const Json& wish, const std::map<std::string, std::string>& marks) {
  Json filter = Json::MakeObject();
  for (const char* kind : {"toolsListChanged", "promptsListChanged", "resourcesListChanged"}) {
    if (wish[kind].AsBool()) filter.Set(kind, true);
  }
  Json uris = Json::MakeArray();
  for (const Json& uri : wish["resourceSubscriptions"].AsArray()) {
    if (uri.is_string() && marks.contains(uri.AsString())) uris.Append(uri);
  }
  if (!uris.AsArray().empty()) filter.Set("resourceSubscriptions", std::move(uris));
  return filter;
}

Rpc<std::string> TaskOf(const Incoming& incoming) {
  if (!incoming.capabilities["extensions"].Has(kTasksExtension)) {
    Json extensions = Json::MakeObject().Set(std::string(kTasksExtension), Json::MakeObject());
    Json required = Json::MakeObject().Set("extensions", std::move(extensions));
    return Refuse(kMissingCapability, fmt::format("the client must declare the extension {}", kTasksExtension),
                  Json::MakeObject().Set("requiredCapabilities", std::move(required)));
  }
  return NeedText(incoming.params(), "taskId");
}

}  // namespace

Rpc<Json> Server::Initialize(Incoming& incoming) {
  if (incoming.peer->greeting()) return Refuse(kInvalidRequest, "`initialize` was answered before");
  auto wanted = NeedText(incoming.params(), "protocolVersion");
  if (!wanted) return std::unexpected(wanted.error());
  const Json& capabilities = incoming.params()["capabilities"];
  if (!capabilities.is_object() && !capabilities.is_null()) {
    return Refuse(kInvalidParams,
                  fmt::format("`params.capabilities` must be an object, not {}", capabilities.type_name()));
  }
  // A version we do not know is answered with the newest we do: the client decides whether it can live with that.
  const bool known = std::ranges::find(LegacyVersions(), *wanted) != LegacyVersions().end();
  const std::string version = known ? *wanted : std::string(LegacyVersions().front());
  incoming.peer->Greet({version, capabilities});
  Json info = Json::MakeObject().Set("name", options_.name).Set("title", options_.title);
  info.Set("version", options_.version);
  Json result = Json::MakeObject().Set("protocolVersion", version).Set("capabilities", Capabilities(false));
  return result.Set("serverInfo", std::move(info)).Set("instructions", options_.instructions);
}

Rpc<Json> Server::Ping(Incoming&) { return Json::MakeObject(); }

Rpc<Json> Server::Discover(Incoming&) {
  Json result = Json::MakeObject().Set("supportedVersions", Json::Array{Json(kModernVersion)});
  result.Set("capabilities", Capabilities(true)).Set("instructions", options_.instructions);
  return result.Set("ttlMs", kDiscoverTtlMs).Set("cacheScope", "public");
}

Rpc<Json> Server::SetLevel(Incoming& incoming) {
  auto level = NeedText(incoming.params(), "level");
  if (!level) return std::unexpected(level.error());
  const int severity = LogSeverity(*level);
  if (severity < 0) {
    return Refuse(
        kInvalidParams,
        fmt::format("unknown log level `{}`: use debug, info, notice, warning, error, critical, alert or emergency",
                    *level));
  }
  incoming.peer->SetLogSeverity(severity);
  return Json::MakeObject();
}

Rpc<Json> Server::Subscribe(Incoming& incoming) {
  auto uri = NeedText(incoming.params(), "uri");
  if (!uri) return std::unexpected(uri.error());
  if (auto settled = SettleNow(incoming); !settled) return std::unexpected(settled.error());
  const auto mark = MarkOf(*uri);
  if (!mark) return Refuse(kResourceNotFound, "resource not found", Json::MakeObject().Set("uri", *uri));
  incoming.peer->Subscribe(*uri, *mark);
  return Json::MakeObject();
}

Rpc<Json> Server::Unsubscribe(Incoming& incoming) {
  auto uri = NeedText(incoming.params(), "uri");
  if (!uri) return std::unexpected(uri.error());
  incoming.peer->Unsubscribe(*uri);
  return Json::MakeObject();
}

Rpc<Json> Server::Listen(Incoming& incoming) {
  const Json& wish = incoming.params()["notifications"];
  if (!wish.is_object()) return Refuse(kInvalidParams, "`params.notifications` must be an object");
  std::map<std::string, std::string> marks;
  for (const Json& uri : wish["resourceSubscriptions"].AsArray()) {
    if (auto mark = uri.is_string() ? MarkOf(uri.AsString()) : std::nullopt) marks[uri.AsString()] = *std::move(mark);
  }
  const Json filter = HonouredFilter(wish, marks);
  const Json& id = incoming.message.id;
  Json params = Json::MakeObject().Set("notifications", filter);
  params.Set("_meta", Json::MakeObject().Set(std::string(kSubscriptionKey), id));
  // The acknowledgement is the first message of the stream, so it is sent before any change can be announced.
  incoming.outlet->Send(MakeNotification("notifications/subscriptions/acknowledged", std::move(params)));
  incoming.peer->Listen(id, filter, marks, incoming.outlet);
  return Json::MakeObject();
}

Rpc<Json> Server::GetTask(Incoming& incoming) {
  auto id = TaskOf(incoming);
  return id ? tasks_.Get(*id) : std::unexpected(id.error());
}

Rpc<Json> Server::UpdateTask(Incoming& incoming) {
  auto id = TaskOf(incoming);
  if (!id) return std::unexpected(id.error());
  const Json& responses = incoming.params()["inputResponses"];
  if (!responses.is_object()) return Refuse(kInvalidParams, "`params.inputResponses` must be an object");
  return tasks_.Update(*id, responses);
}

Rpc<Json> Server::CancelTask(Incoming& incoming) {
  auto id = TaskOf(incoming);
  return id ? tasks_.Cancel(*id) : std::unexpected(id.error());
}

}  // namespace forge::mcp
