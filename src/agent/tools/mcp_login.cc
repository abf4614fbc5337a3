#include "agent/tools/mcp_login.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "agent/native/http_client.h"
#include "base/strings.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kPersonMs = 10 * 60 * 1000;  // to find the password
constexpr std::int64_t kProbeMs = 20'000;

bool HasOwnHeader(const McpServerSpec& server) {
  return std::ranges::any_of(server.headers,
                             [](const auto& header) { return EqualsIgnoreCase(header.first, "Authorization"); });
}

}  // namespace

std::shared_ptr<OauthSession> SessionOf(const McpServerSpec& server,
                                        const std::map<std::string, std::string>& environment, Browser* browser) {
  if (server.url.empty() || server.logins.empty() || HasOwnHeader(server)) return nullptr;
  return std::make_shared<OauthSession>(OauthPlace{server.name,
                                                   server.url,
                                                   {server.client_id, server.client_secret, server.client_document},
                                                   server.logins,
                                                   environment,
                                                   browser});
}

Status LogInToServer(const McpServerSpec& server, const std::map<std::string, std::string>& environment,
                     std::function<void(const std::string& address)> show, const std::stop_token& stop) {
  if (server.url.empty()) {
    return Fail(Code::kInvalid, fmt::format("`{}` is a program and needs no login", server.name),
                "give it what it needs by `env` in mcp.toml");
  }
  if (HasOwnHeader(server)) {
    return Fail(Code::kInvalid, fmt::format("`{}` has the header Authorization in mcp.toml", server.name),
                "remove the header to log in");
  }
  // Any request will do: we want to be refused.
  HttpRequest request;
  request.url = server.url;
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
  for (const auto& [name, value] : server.headers) request.headers.emplace_back(name, value);
  request.body = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
  request.wall = std::chrono::milliseconds(kProbeMs);
  HttpClient client(environment);
  HttpAnswer answer = client.Post(request, [](std::string_view) { return false; }, stop);
  if (answer.status == 0)
    return Fail(Code::kUnavailable, fmt::format("`{}` does not answer: {}", server.name, answer.error));
  if (answer.status != 401) {
    return Fail(Code::kInvalid, fmt::format("`{}` needs no login: it answers without one", server.name));
  }
  Browser browser = TRY(Browser::Open(std::move(show)));
  const std::shared_ptr<OauthSession> session = SessionOf(server, environment, &browser);
  return session->LogInNow(answer.headers["www-authenticate"], SteadyMs() + kPersonMs, stop);
}

void AddToken(McpServerSpec& server, const std::map<std::string, std::string>& environment,
              const std::stop_token& stop) {
  const std::shared_ptr<OauthSession> session = SessionOf(server, environment, nullptr);
  if (!session) return;
  const std::string token = session->FreshToken(SteadyMs() + server.start_ms, stop);
  if (!token.empty()) server.headers["Authorization"] = "Bearer " + token;
}

}  // namespace forge
