// What a request over HTTP must look like before the server sees it: who may ask, and headers that repeat what the body
// says. Pure; sees headers through a function.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.h"
#include "surface/mcp/protocol/catalog.h"
#include "surface/mcp/protocol/wire.h"

namespace forge::mcp {

// The value of a header, whatever the case of its name; nothing when it is absent.
using Headers = std::function<std::optional<std::string>(const std::string& name)>;

// "localhost", "127.0.0.1" or "[::1]", with or without a port; or one of `own`: the hosts that we were told of.
bool IsOwnHost(std::string_view host, const std::vector<std::string>& own);
// Of a browser's page: the same, behind http:// or https://.
bool IsOwnOrigin(std::string_view origin, const std::vector<std::string>& own);

// Whether the value of `Authorization` brings this token. Takes as long for a wrong one as for the right one.
bool BringsToken(std::string_view authorization, std::string_view token);

// The decoded value: without surrounding spaces, and with =?base64?...?= decoded. Nothing: broken base64.
std::optional<std::string> DecodeHeader(std::string_view value);

// The headers of a stateless request against its body: version, method, name, and arguments that have a header of
// their own. kHeaderMismatch at the gate.
Rpc<void> CheckModernHeaders(const Headers& headers, const Json& body, const Catalog& catalog);

}  // namespace forge::mcp
