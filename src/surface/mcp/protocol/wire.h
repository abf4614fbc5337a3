// The words of the Model Context Protocol on the wire: JSON-RPC messages, versions, error codes. Pure; knows no method
// and no transport. docs/mcp.md describes what of the protocol is served.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "model/json.h"

namespace forge::mcp {

// Stateless: every request says who asks. The ones before it open with `initialize`.
inline constexpr std::string_view kModernVersion = "2026-07-28";
std::span<const std::string_view> LegacyVersions();  // newest first

inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kLogLevelKey = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kServerKey = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kSubscriptionKey = "io.modelcontextprotocol/subscriptionId";
inline constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";

enum ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kResourceNotFound = -32002,  // before the stateless protocol
  kHeaderMismatch = -32020,
  kMissingCapability = -32021,
  kUnsupportedVersion = -32022,
};

struct RpcError {
  int code = kInternalError;
  std::string message;
  Json data;             // null: none
  bool at_gate = false;  // refused before any method saw it: over HTTP a 4xx of its own
  int http_status() const;
};

template <typename T>
using Rpc = std::expected<T, RpcError>;

std::unexpected<RpcError> Refuse(int code, std::string message, Json data = {});
std::unexpected<RpcError> RefuseAtGate(int code, std::string message, Json data = {});

struct Message {
  enum class Kind { kRequest, kNotification, kResponse };
  Kind kind = Kind::kNotification;
  Json id;             // of requests and responses: a string or an integer
  std::string method;  // of requests and notifications
  Json params;         // an object, or null
  Json result, error;  // of responses
};

struct BadMessage {
  Json id;  // null: not known
  RpcError error;
};

std::expected<Message, BadMessage> ReadMessage(const Json& json);

Json MakeRequest(const Json& id, std::string_view method, Json params);
Json MakeNotification(std::string_view method, Json params);
Json MakeResult(const Json& id, Json result);
Json MakeError(const Json& id, const RpcError& error);

// What a request says of itself in `params._meta`.
bool ClaimsModern(const Json& params);
// kInvalidParams naming the member that is missing or wrong; kUnsupportedVersion with the list.
Rpc<void> CheckModernMeta(const Json& params);

// Severity of a log level from 0 (debug) to 7 (emergency); -1: no such level.
int LogSeverity(std::string_view level);

}  // namespace forge::mcp
