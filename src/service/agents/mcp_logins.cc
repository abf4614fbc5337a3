#include "service/agents/mcp_logins.h"

#include <fmt/core.h>

#include <memory>
#include <utility>

#include "agent/oauth/login_store.h"
#include "agent/tools/mcp_client.h"
#include "agent/tools/mcp_login.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kLookMs = 20'000;

}  // namespace

Result<std::size_t> LogInTo(const McpServerSpec& server, const Machine& machine,
                            std::function<void(const std::string& address)> show) {
  if (!server.missing.empty()) return Fail(Code::kInvalid, fmt::format("`{}`: {}", server.name, server.missing));
  TRY(LogInToServer(server, machine.environment, std::move(show), {}));
  McpPlace place;
  place.env = machine.environment;
  place.authorizer = SessionOf(server, machine.environment, nullptr);
  auto client = McpClient::Open(MakeHttpTransport(server, place), {}, SteadyMs() + kLookMs, {});
  if (!client) {
    return Fail(Code::kUnavailable, fmt::format("you are logged in to `{}`, but it cannot be used: {}", server.name,
                                                client.error().message));
  }
  return (*client)->tools().size();
}

Result<bool> LogOutOf(const McpServerSpec& server) {
  return server.url.empty() ? Result<bool>(false) : LoginStore(server.logins).Remove(server.url);
}

bool IsLoggedIn(const McpServerSpec& server) {
  if (server.url.empty()) return false;
  const auto login = LoginStore(server.logins).Read(server.url);
  return login && !login->access_token.empty();
}

}  // namespace forge
