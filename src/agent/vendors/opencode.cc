// opencode, headless.
#include <fmt/core.h>

#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_servers.h"
#include "agent/vendors/cli_stream.h"
#include "os/files/files.h"

namespace forge {
namespace {

// "ask" counts as no, and opencode would then stop as if it had succeeded. So nothing is set to "ask".
Json Permissions(const AgentRequest& request, const std::vector<McpServerSpec>& servers) {
  const bool sandboxed = request.sandbox.has_value();
  const char* write = request.may_write ? "allow" : "deny";
  Json permissions = Json::MakeObject();
  permissions.Set("edit", write)
      .Set("bash", request.may_write || sandboxed ? "allow" : "deny")
      .Set("webfetch", "allow")
      .Set("external_directory", sandboxed ? "allow" : "deny")
      .Set("doom_loop", "deny");
  AddOpencodePermissions(servers, permissions);
  return permissions;
}

Json Config(const AgentRequest& request, const EnvironmentMap& environment) {
  auto own = ParseJson(ValueOf(environment, "OPENCODE_CONFIG_CONTENT"));
  Json config = own && own->is_object() ? *std::move(own) : Json::MakeObject();
  std::vector<McpServerSpec> servers = UsableServers(request);
  if (!servers.empty()) {
    const std::vector<OwnServer> others = OpencodeOwnServers(environment, request.cwd);
    servers = ApartFrom(others, std::move(servers));
    config.Set("mcp", OpencodeServers(servers, others));
  }
  return config.Set("autoupdate", false).Set("share", "disabled").Set("permission", Permissions(request, servers));
}

std::string TitleFor(const AgentRequest& request) {
  const UnitLabel& label = request.label;
  if (label.stage.empty()) return "Forge";
  return fmt::format("Forge run {} {}{}{}", label.run.value, label.step, label.step.empty() ? "" : " ", label.stage);
}

CliLine OpencodeLine(const AgentRequest& request, const EnvironmentMap& environment, const std::string&) {
  CliLine line;
  line.args = {"run", "--format", "json"};
  // Without a title it asks its model for one, which its stream does not count.
  if (request.session.empty()) line.args.insert(line.args.end(), {"--title", TitleFor(request)});
  if (!request.model.empty()) line.args.insert(line.args.end(), {"-m", request.model});
  if (!request.session.empty()) line.args.insert(line.args.end(), {"--session", request.session});
  line.env = {{"OPENCODE_DISABLE_AUTOUPDATE", "1"},
              {"OPENCODE_DISABLE_LSP_DOWNLOAD", "1"},
              {"OPENCODE_CONFIG_CONTENT", Config(request, environment).Dump()}};
  line.input = request.prompt;  // as an argument it would arrive in quotes
  return line;
}

HomePlan OpencodeHome(const EnvironmentMap& environment) {
  const std::string config = HomeOr(environment, "XDG_CONFIG_HOME", ".config");
  const std::string data = HomeOr(environment, "XDG_DATA_HOME", ".local/share");
  const std::string state = HomeOr(environment, "XDG_STATE_HOME", ".local/state");
  const std::string cache = HomeOr(environment, "XDG_CACHE_HOME", ".cache");
  HomePlan plan;
  plan.directories = {
      {.source = JoinPath(config, "opencode"),
       .at = "config/opencode",
       .folders = {"agent", "agents", "command", "commands", "mode", "modes", "plugin", "plugins", "skill", "skills",
                   "themes", "tool", "tools"},
       .sessions = {},
       .left = {},
       .linked = {"node_modules"}},
      {.source = JoinPath(data, "opencode"),
       .at = "data/opencode",
       .folders = {},
       .sessions = {"opencode.db*", "storage"},
       .left = {"*.log", "log", "project", "repos", "snapshot", "tool-output", "worktree"},
       .linked = {"bin"},
       .login = {.file = "auth.json", .groups = {{"*", {"access", "refresh", "expires"}, "expires", 0}}}},
      {.source = JoinPath(state, "opencode"),
       .at = "state/opencode",
       .folders = {},
       .sessions = {},
       .left = {"*.jsonl", "*.lock", "locks"}},
      {.source = JoinPath(cache, "opencode"),
       .at = "cache/opencode",
       .folders = {},
       .sessions = {},
       .left = {},
       .linked = {"bin", "node_modules", "packages"}}};
  // git, package managers and compilers look there too, when the model's commands start them.
  plan.shared = {{config, "config"}, {data, "data"}, {state, "state"}, {cache, "cache"}};
  plan.variables = {{"XDG_CONFIG_HOME", "config"},
                    {"XDG_DATA_HOME", "data"},
                    {"XDG_STATE_HOME", "state"},
                    {"XDG_CACHE_HOME", "cache"}};
  return plan;
}

// Its log names the model that it asked; its stream does not.
std::string OpencodeRecord(const EnvironmentMap& environment, const std::string&) {
  const std::string log =
      JoinPath(JoinPath(HomeOr(environment, "XDG_DATA_HOME", ".local/share"), "opencode"), "log/opencode.log");
  return IsRegularFile(log) ? log : "";
}

}  // namespace

constinit const CliProgram kOpencodeProgram = {"opencode",         "opencode-ai", "1.18.33",     OpencodeLine,
                                               MakeOpencodeStream, OpencodeHome,  OpencodeRecord};

}  // namespace forge
