#include "surface/mcp/protocol/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace forge::mcp {
namespace {

constexpr std::array<std::string_view, 4> kLegacy = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

std::unexpected<BadMessage> Bad(const Json& id, std::string message) {
  return std::unexpected(BadMessage{id, RpcError{kInvalidRequest, std::move(message), {}, true}});
}

bool IsId(const Json& id) { return id.is_string() || id.is_int(); }

std::expected<Message, BadMessage> ReadResponse(const Json& json, const Json& id) {
  Message message;
  message.kind = Message::Kind::kResponse;
  message.id = id;
  if (json.Has("result") == json.Has("error")) return Bad(id, "a response has either `result` or `error`");
  if (const Json* result = json.Find("result")) message.result = *result;
  if (const Json* error = json.Find("error")) message.error = *error;
  return message;
}

Json SupportedModern(const Json& requested) {
  return Json::MakeObject().Set("supported", Json::Array{Json(kModernVersion)}).Set("requested", requested);
}

}  // namespace

std::span<const std::string_view> LegacyVersions() { return kLegacy; }

int RpcError::http_status() const {
  if (code == kMissingCapability) return 400;
  if (!at_gate) return 200;
  return code == kMethodNotFound ? 404 : 400;
}

std::unexpected<RpcError> Refuse(int code, std::string message, Json data) {
  return std::unexpected(RpcError{code, std::move(message), std::move(data), false});
}

std::unexpected<RpcError> RefuseAtGate(int code, std::string message, Json data) {
  return std::unexpected(RpcError{code, std::move(message), std::move(data), true});
}

std::expected<Message, BadMessage> ReadMessage(const Json& json) {
  if (!json.is_object()) return Bad({}, fmt::format("a message must be an object, not {}", json.type_name()));
  const Json* id = json.Find("id");
  const Json known = id != nullptr && IsId(*id) ? *id : Json();
  if (json["jsonrpc"].AsString() != "2.0") return Bad(known, "`jsonrpc` must be \"2.0\"");
  if (id != nullptr && known.is_null()) {
    return Bad({}, fmt::format("`id` must be a string or an integer, not {}", id->type_name()));
  }
  const Json* method = json.Find("method");
  if (method == nullptr) {
    if (known.is_null()) return Bad({}, "the message has no `method` and is no response");
    return ReadResponse(json, known);
  }
  if (!method->is_string()) return Bad(known, fmt::format("`method` must be a string, not {}", method->type_name()));
  Message message;
  message.kind = known.is_null() ? Message::Kind::kNotification : Message::Kind::kRequest;
  message.id = known;
  message.method = method->AsString();
  if (const Json* params = json.Find("params")) {
    if (!params->is_object()) return Bad(known, fmt::format("`params` must be an object, not {}", params->type_name()));
    message.params = *params;
  }
  return message;
}

Json MakeRequest(const Json& id, std::string_view method, Json params) {
  return Json::MakeObject().Set("jsonrpc", "2.0").Set("id", id).Set("method", method).Set("params", std::move(params));
}

Json MakeNotification(std::string_view method, Json params) {
  Json json = Json::MakeObject().Set("jsonrpc", "2.0").Set("method", method);
  if (!params.is_null()) json.Set("params", std::move(params));
  return json;
}

Json MakeResult(const Json& id, Json result) {
  return Json::MakeObject().Set("jsonrpc", "2.0").Set("id", id).Set("result", std::move(result));
}

Json MakeError(const Json& id, const RpcError& error) {
  Json json = Json::MakeObject().Set("code", error.code).Set("message", error.message);
  if (!error.data.is_null()) json.Set("data", error.data);
  return Json::MakeObject().Set("jsonrpc", "2.0").Set("id", id).Set("error", std::move(json));
}

bool ClaimsModern(const Json& params) { return params["_meta"].Has(kVersionKey); }

Rpc<void> CheckModernMeta(const Json& params) {
  const Json* meta = params.Find("_meta");
  if (meta == nullptr) return RefuseAtGate(kInvalidParams, "`params._meta` is missing");
  if (!meta->is_object()) {
    return RefuseAtGate(kInvalidParams, fmt::format("`params._meta` must be an object, not {}", meta->type_name()));
  }
  const Json* version = meta->Find(kVersionKey);
  if (version == nullptr || !version->is_string()) {
    return RefuseAtGate(kInvalidParams, fmt::format("`params._meta` needs \"{}\", a string", kVersionKey));
  }
  if (version->AsString() != kModernVersion) {
    return RefuseAtGate(kUnsupportedVersion, "this protocol version is not supported", SupportedModern(*version));
  }
  const Json* capabilities = meta->Find(kCapabilitiesKey);
  if (capabilities == nullptr || !capabilities->is_object()) {
    return RefuseAtGate(kInvalidParams, fmt::format("`params._meta` needs \"{}\", an object", kCapabilitiesKey));
  }
  return {};
}

int LogSeverity(std::string_view level) {
  constexpr std::array<std::string_view, 8> kLevels = {"debug", "info",     "notice", "warning",
                                                       "error", "critical", "alert",  "emergency"};
  const auto* found = std::ranges::find(kLevels, level);
  return found == kLevels.end() ? -1 : static_cast<int>(found - kLevels.begin());
}

}  // namespace forge::mcp
