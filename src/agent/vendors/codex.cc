// Codex, headless.
#include <fmt/core.h>

#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_servers.h"
#include "agent/vendors/cli_stream.h"
#include "os/files/files.h"

namespace forge {
namespace {

// After that time it refreshes its login, whatever the token says.
constexpr std::int64_t kCodexRefreshesMs = std::int64_t{8} * 24 * 3'600'000;

std::string CodexEffort(const std::string& effort) {
  for (const char* word : {"minimal", "low", "medium", "high", "xhigh"}) {
    if (effort == word) return effort;
  }
  return effort == "max" ? "xhigh" : "";
}

// Its own sandbox cannot work inside ours, because it must mount.
std::string_view SandboxMode(const AgentRequest& request) {
  if (request.sandbox) return "danger-full-access";
  return request.may_write ? "workspace-write" : "read-only";
}

CliLine CodexLine(const AgentRequest& request, const EnvironmentMap& environment, const std::string&) {
  CliLine line;
  line.args = {"exec", "--json", "--skip-git-repo-check"};
  auto set = [&](std::string setting) {
    line.args.emplace_back("-c");
    line.args.push_back(std::move(setting));
  };
  if (!request.model.empty()) line.args.insert(line.args.end(), {"-m", request.model});
  set(fmt::format("sandbox_mode=\"{}\"", SandboxMode(request)));
  set("approval_policy=\"never\"");
  if (std::string effort = CodexEffort(request.effort); !effort.empty()) {
    set(fmt::format("model_reasoning_effort=\"{}\"", effort));
  }
  set("analytics.enabled=false");
  set("check_for_update_on_startup=false");
  // Plugins use the network at start and end; the other feature retries a dead address for ever.
  line.args.insert(line.args.end(), {"--disable", "plugins", "--disable", "unbounded_connection_retries"});
  if (auto usable = UsableServers(request); !usable.empty()) {
    const std::vector<OwnServer> own = CodexOwnServers(environment, request.cwd);
    const std::vector<McpServerSpec> servers = ApartFrom(own, std::move(usable));
    for (std::string& setting : CodexServers(servers, line.env)) set(std::move(setting));
    for (std::string& setting : CodexWithout(own, servers)) set(std::move(setting));
  }
  if (!request.session.empty()) line.args.insert(line.args.end(), {"resume", request.session});
  line.args.emplace_back("-");  // the prompt is on standard input
  line.input = request.prompt;
  return line;
}

HomePlan CodexHome(const EnvironmentMap& environment) {
  LentDirectory home{.source = HomeOr(environment, "CODEX_HOME", ".codex"),
                     .at = "",
                     .folders = {"agents", "hooks", "memories", "plugins", "prompts", "rules", "skills", "themes"},
                     .sessions = {"sessions"},
                     .left = {"*.jsonl", "*.log", "*.lock", "*.sqlite", "*.sqlite-shm", "*.sqlite-wal",
                              "archived_sessions", "cache", "log", "shell_snapshots", "tmp", "worktrees"}};
  home.login = {.file = "auth.json",
                .groups = {{"",
                            {"tokens.id_token", "tokens.access_token", "tokens.refresh_token", "last_refresh"},
                            "last_refresh",
                            kCodexRefreshesMs}}};
  HomePlan plan;
  plan.directories.push_back(std::move(home));
  plan.variables = {{"CODEX_HOME", ""}};
  return plan;
}

// sessions/2026/11/18/rollout-2026-11-18T20-12-43-ID.jsonl, of the last days first.
std::string CodexRecord(const EnvironmentMap& environment, const std::string& session) {
  if (session.empty()) return "";
  constexpr int kLevels = 3;
  constexpr std::size_t kNewest = 3;  // of each: a session may go on after midnight
  std::vector<std::string> folders = {JoinPath(HomeOr(environment, "CODEX_HOME", ".codex"), "sessions")};
  for (int level = 0; level < kLevels; ++level) {
    std::vector<std::string> below;
    for (const std::string& folder : folders) {
      const auto names = ListDirectory(folder);
      if (!names) continue;
      for (auto name = names->rbegin(); name != names->rend() && below.size() < kNewest; ++name)
        below.push_back(JoinPath(folder, *name));
    }
    folders = std::move(below);
  }
  for (const std::string& folder : folders) {
    const auto names = ListDirectory(folder);
    if (!names) continue;
    for (const std::string& name : *names) {
      if (name.ends_with(session + ".jsonl")) return JoinPath(folder, name);
    }
  }
  return "";
}

}  // namespace

constinit const CliProgram kCodexProgram = {"codex",         "@openai/codex", "0.166.0",  CodexLine,
                                            MakeCodexStream, CodexHome,       CodexRecord};

}  // namespace forge
