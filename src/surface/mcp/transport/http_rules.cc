#include "surface/mcp/transport/http_rules.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/hmac.h"
#include "base/strings.h"

namespace forge::mcp {
namespace {

std::unexpected<RpcError> Mismatch(std::string message) { return RefuseAtGate(kHeaderMismatch, std::move(message)); }

int Digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool last = i + 4 == text.size();
    const int pad = last && text[i + 3] == '=' ? (text[i + 2] == '=' ? 2 : 1) : 0;
    unsigned value = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const bool padding = k >= 4U - static_cast<unsigned>(pad);
      const int digit = padding ? 0 : Digit(text[i + k]);
      if (digit < 0) return std::nullopt;
      value = value << 6U | static_cast<unsigned>(digit);
    }
    for (int k = 2; k >= pad; --k) bytes.push_back(static_cast<char>(value >> (8U * static_cast<unsigned>(k)) & 0xffU));
  }
  return bytes;
}

// Which member of the params a header must repeat; empty: none.
std::string_view NamedMember(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  if (method == "tasks/get" || method == "tasks/update" || method == "tasks/cancel") return "taskId";
  return "";
}

Rpc<void> CheckOne(const Headers& headers, const std::string& name, const std::string& wanted) {
  const auto value = headers(name);
  if (!value) return Mismatch(fmt::format("the header {} is missing", name));
  const auto meant = DecodeHeader(*value);
  if (!meant) return Mismatch(fmt::format("the header {} is not base64", name));
  if (*meant != wanted)
    return Mismatch(fmt::format("the header {} says `{}`, but the body says `{}`", name, *meant, wanted));
  return {};
}

std::string HeaderText(const Json& value) { return value.is_string() ? value.AsString() : value.Dump(); }

Rpc<void> CheckArguments(const Headers& headers, const Json& params, const Catalog& catalog) {
  const auto tool = std::ranges::find(catalog.tools, params["name"].AsString(), &Tool::name);
  if (tool == catalog.tools.end()) return {};
  for (const auto& [name, schema] : tool->input_schema["properties"].AsObject()) {
    const Json* header = schema.Find("x-mcp-header");
    if (header == nullptr) continue;
    const std::string full = "Mcp-Param-" + header->AsString();
    const Json* argument = params["arguments"].Find(name);
    if (argument == nullptr || argument->is_null()) {
      if (headers(full))
        return Mismatch(fmt::format("the header {} is set, but the argument `{}` is missing", full, name));
      continue;
    }
    if (auto same = CheckOne(headers, full, HeaderText(*argument)); !same) return same;
  }
  return {};
}

}  // namespace

bool IsOwnHost(std::string_view host, const std::vector<std::string>& own) {
  std::string_view name = host;
  if (name.starts_with('[')) {
    name = name.substr(0, name.find(']') + 1);
  } else {
    name = name.substr(0, name.find(':'));
  }
  const std::string_view rest = host.substr(name.size());
  const bool port = rest.empty() || (rest.front() == ':' && ParseInt(rest.substr(1)).value_or(0) > 0);
  constexpr std::array<std::string_view, 3> kLocal = {"localhost", "127.0.0.1", "[::1]"};
  const auto is_name = [&](std::string_view one) { return !one.empty() && EqualsIgnoreCase(name, one); };
  return port && (std::ranges::any_of(kLocal, is_name) || std::ranges::any_of(own, is_name));
}

bool IsOwnOrigin(std::string_view origin, const std::vector<std::string>& own) {
  for (std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return IsOwnHost(origin.substr(scheme.size()), own);
  }
  return false;
}

bool BringsToken(std::string_view authorization, std::string_view token) {
  constexpr std::string_view kBearer = "bearer ";
  const bool bearer = EqualsIgnoreCase(authorization.substr(0, kBearer.size()), kBearer);
  return SameSecret(bearer ? Trim(authorization.substr(kBearer.size())) : "", token) && bearer && !token.empty();
}

std::optional<std::string> DecodeHeader(std::string_view value) {
  value = Trim(value);
  constexpr std::string_view kOpen = "=?base64?";
  constexpr std::string_view kClose = "?=";
  if (!value.starts_with(kOpen) || !value.ends_with(kClose) || value.size() < kOpen.size() + kClose.size()) {
    return std::string(value);
  }
  return DecodeBase64(value.substr(kOpen.size(), value.size() - kOpen.size() - kClose.size()));
}

Rpc<void> CheckModernHeaders(const Headers& headers, const Json& body, const Catalog& catalog) {
  const Json& params = body["params"];
  // The server reports what the body lacks.
  if (const Json& version = params["_meta"][kVersionKey]; version.is_string()) {
    if (auto same = CheckOne(headers, "MCP-Protocol-Version", version.AsString()); !same) return same;
  }
  const std::string& method = body["method"].AsString();
  if (auto same = CheckOne(headers, "Mcp-Method", method); !same) return same;
  const std::string_view member = NamedMember(method);
  if (const Json& name = params[member]; !member.empty() && name.is_string()) {
    if (auto same = CheckOne(headers, "Mcp-Name", name.AsString()); !same) return same;
  }
  return method == "tools/call" ? CheckArguments(headers, params, catalog) : Rpc<void>();
}

}  // namespace forge::mcp
