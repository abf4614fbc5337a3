// The JSON-RPC messages of ACP, for both of its ends: Forge as a client (agent/acp) and Forge as an agent
// (surface/acp). Pure; knows no methods.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/json.h"

namespace forge {

inline constexpr std::int64_t kAcpVersion = 1;

inline constexpr std::int64_t kAcpNoSuchMethod = -32601;
inline constexpr std::int64_t kAcpBadParams = -32602;
inline constexpr std::int64_t kAcpInternal = -32603;
inline constexpr std::int64_t kAcpNotFound = -32002;

Json AcpAsk(Json id, std::string_view method, Json params);
Json AcpTell(std::string_view method, Json params);
Json AcpResult(const Json& id, Json result);
Json AcpRefusal(const Json& id, std::int64_t code, std::string message);

// A request has an id, which may be 0 or a string; a notification has none, and a response has no method.
bool IsAcpRequest(const Json& message);
bool IsAcpResponse(const Json& message);

// {"type": "text", "text": ...}
Json AcpText(std::string text);

}  // namespace forge
