#include "agent/tools/mcp_tools.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "agent/tools/mcp_client.h"
#include "agent/tools/mcp_login.h"
#include "agent/tools/tool_kinds.h"
#include "agent/unit_environment.h"
#include "base/strings.h"
#include "os/system.h"
#include "os/thread.h"

namespace forge {
namespace {

constexpr std::size_t kLongestName = 64;  // every provider accepts this length

// Providers accept only letters, digits, `_` and `-`.
std::string OfferedName(const std::string& server, const std::string& tool) {
  std::string name = fmt::format("mcp__{}__{}", server, tool);
  std::ranges::replace_if(name, [](char c) { return !(IsLetterOrDigit(c) || c == '_' || c == '-'); }, '_');
  return name;
}

struct Server {
  const McpServerSpec* spec = nullptr;
  std::unique_ptr<McpClient> client;  // null: not available
  std::string problem;
  std::atomic<bool> gone = false;
};

class Guests : public McpTools {
 public:
  Guests(const AgentRequest& request, const std::map<std::string, std::string>& environment, std::stop_token stop);

  std::vector<GuestTool> tools() override;
  std::vector<std::string> TakeNotices() override;

 private:
  void OpenOne(Server& server, const AgentRequest& request, const std::map<std::string, std::string>& environment,
               const std::stop_token& stop);
  ToolOutcome Call(Server& server, const std::string& tool, const Json& input, std::int64_t until_ms,
                   const std::stop_token& stop);
  void Notice(std::string text);

  std::mutex mutex_;  // guards notices_
  std::vector<std::string> notices_;
  std::vector<std::unique_ptr<Server>> servers_;  // last: their threads leave notices
};

Guests::Guests(const AgentRequest& request, const std::map<std::string, std::string>& environment,
               std::stop_token stop) {
  for (const McpServerSpec& spec : request.servers) {
    servers_.push_back(std::make_unique<Server>());
    servers_.back()->spec = &spec;
  }
  {
    std::vector<std::jthread> openers;
    for (auto& server : servers_) {
      auto open = [&, one = server.get()] { OpenOne(*one, request, environment, stop); };
      if (auto opener = StartThread(open)) {
        openers.push_back(*std::move(opener));
      } else {
        open();
      }
    }
  }
  for (const auto& server : servers_) {
    if (!server->client && !stop.stop_requested()) {
      Notice(WithoutServer(server->spec->name, server->problem));
    }
  }
}

void Guests::OpenOne(Server& server, const AgentRequest& request, const std::map<std::string, std::string>& environment,
                     const std::stop_token& stop) {
  const McpServerSpec& spec = *server.spec;
  const bool by_http = spec.command.empty();
  server.problem = ServerProblem(spec, request);
  if (!server.problem.empty()) return;
  McpPlace place;
  place.cwd = request.cwd;
  place.env = by_http ? environment : UnitEnvironment(request);
  place.withheld = request.withheld;
  place.sandbox = request.sandbox;
  place.authorizer = SessionOf(spec, environment, nullptr);
  auto transport = by_http ? MakeHttpTransport(spec, place) : MakeStdioTransport(spec, place);
  McpClientOptions options;
  options.accepts_defaults = spec.accepts_defaults;
  options.notice = [this, &spec](const std::string& text) {
    Notice(fmt::format("the MCP server `{}` {}", spec.name, text));
  };
  auto client = McpClient::Open(std::move(transport), std::move(options), SteadyMs() + spec.start_ms, stop);
  if (client) {
    server.client = *std::move(client);
  } else if (client.error().code == Code::kIo) {
    server.problem = fmt::format("{} ({})", client.error().message, FormatDuration(spec.start_ms));
  } else {
    server.problem = client.error().message;
  }
}

std::vector<GuestTool> Guests::tools() {
  std::vector<GuestTool> all;
  std::set<std::string> names;
  for (const auto& server : servers_) {
    if (!server->client) continue;
    for (const McpTool& tool : server->client->tools()) {
      const std::vector<std::string>& only = server->spec->tools;
      if (!only.empty() && std::ranges::find(only, tool.name) == only.end()) continue;
      const std::string name = OfferedName(server->spec->name, tool.name);
      if (name.size() > kLongestName || !names.insert(name).second) {
        Notice(fmt::format("the tool `{}` of the MCP server `{}` is not offered: its name {}", tool.name,
                           server->spec->name, name.size() > kLongestName ? "is too long" : "is taken"));
        continue;
      }
      all.push_back({{name, tool.description, tool.schema},
                     tool.reads_only,
                     [this, one = server.get(), tool = tool.name](const Json& input, std::int64_t until_ms,
                                                                  const std::stop_token& stop) {
                       return Call(*one, tool, input, until_ms, stop);
                     }});
    }
  }
  return all;
}

ToolOutcome Guests::Call(Server& server, const std::string& tool, const Json& input, std::int64_t until_ms,
                         const std::stop_token& stop) {
  if (server.gone) return ToolFailure(fmt::format("The server {} has ended.", server.spec->name));
  const std::int64_t until = std::min(until_ms, SteadyMs() + server.spec->call_ms);
  auto outcome = server.client->Call(tool, input, until, stop);
  if (outcome) return {CapToolText(ValidUtf8(outcome->text)), outcome->failed};
  if (outcome.error().code == Code::kUnavailable && !server.gone.exchange(true)) {
    Notice(fmt::format("lost the MCP server `{}`: {}", server.spec->name, outcome.error().message));
  }
  return ToolFailure(outcome.error());
}

void Guests::Notice(std::string text) {
  const std::scoped_lock lock(mutex_);
  notices_.push_back(std::move(text));
}

std::vector<std::string> Guests::TakeNotices() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(notices_, {});
}

}  // namespace

std::string ServerProblem(const McpServerSpec& server, const AgentRequest& request) {
  if (!server.missing.empty()) return server.missing;
  const bool cut_off = server.command.empty() && request.sandbox && !request.sandbox->network;
  return cut_off ? "its role has no network" : "";
}

std::string WithoutServer(const std::string& name, const std::string& problem) {
  return fmt::format("continuing without the MCP server `{}`: {}", name, problem);
}

std::unique_ptr<McpTools> McpTools::Open(const AgentRequest& request,
                                         const std::map<std::string, std::string>& environment, std::stop_token stop) {
  return std::make_unique<Guests>(request, environment, std::move(stop));
}

}  // namespace forge
