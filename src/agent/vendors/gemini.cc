// Gemini CLI, headless.
#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_servers.h"
#include "agent/vendors/cli_stream.h"
#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

bool HasReadersShell(const AgentRequest& request) {
  const bool listed = request.tools.empty() || IsOneOf("Bash", request.tools);
  return !request.may_write && request.sandbox && listed;
}

// Overrides the user's settings; everything else stays as the user has it.
Json Settings(const AgentRequest& request, const EnvironmentMap& environment, EnvironmentMap& variables) {
  Json general = Json::MakeObject().Set("enableAutoUpdate", false).Set("maxAttempts", 3);
  Json settings =
      Json::MakeObject()
          .Set("general", std::move(general))
          // A terminal of its own needs devices that the sandbox does not give.
          .Set("tools", Json::MakeObject().Set("shell", Json::MakeObject().Set("enableInteractiveShell", false)))
          .Set("privacy", Json::MakeObject().Set("usageStatisticsEnabled", false))
          .Set("telemetry", Json::MakeObject().Set("enabled", false));
  if (request.max_turns > 0) settings.Set("model", Json::MakeObject().Set("maxSessionTurns", request.max_turns));
  // With a key and a custom address it would choose a login method that it then refuses.
  if (!ValueOf(environment, "GEMINI_API_KEY").empty()) {
    Json auth = Json::MakeObject().Set("auth", Json::MakeObject().Set("selectedType", "gemini-api-key"));
    settings.Set("security", std::move(auth));
  }
  // Who reads gets a shell in the sandbox, which lets nothing be written; it has no way to ask for one call of it.
  if (HasReadersShell(request)) {
    Json writers = Json::Array{"write_file", "replace", "save_memory", "enter_plan_mode", "ask_user"};
    Json tools = settings["tools"];
    settings.Set("tools", std::move(tools.Set("exclude", std::move(writers))));
  }
  const std::vector<McpServerSpec> servers = UsableServers(request);
  if (!servers.empty()) {
    Json names = Json::MakeArray();
    for (const McpServerSpec& server : servers) names.Append(server.name);
    settings.Set("mcpServers", GeminiServers(servers, variables));
    settings.Set("mcp", Json::MakeObject().Set("allowed", std::move(names)));  // and none of the user's
  }
  return settings;
}

HomePlan GeminiHome(const EnvironmentMap& environment) {
  LentDirectory home{.source = JoinPath(HomeOr(environment, "GEMINI_CLI_HOME", ""), ".gemini"),
                     .at = ".gemini",
                     .folders = {"agents", "commands", "extensions", "hooks", "policies", "skills"},
                     .sessions = {"tmp", "projects.json"},
                     .left = {"*.log", "antigravity", "forge-*", "history"},
                     .linked = {"tmp/bin"}};
  home.login = {
      .file = "oauth_creds.json",
      .groups = {{"", {"access_token", "id_token", "refresh_token", "expiry_date"}, "expiry_date", kBeforeExpiryMs}}};
  HomePlan plan;
  plan.directories.push_back(std::move(home));
  plan.variables = {{"GEMINI_CLI_HOME", ""}};
  return plan;
}

CliLine GeminiLine(const AgentRequest& request, const EnvironmentMap& environment, const std::string&) {
  CliLine line;
  line.args = {"-o", "stream-json", "--skip-trust", "--approval-mode",
               request.may_write || HasReadersShell(request) ? "yolo" : "default"};
  if (!request.model.empty()) line.args.insert(line.args.end(), {"-m", request.model});
  if (!request.session.empty()) line.args.insert(line.args.end(), {"--resume", request.session});
  // In its home directory: it ignores settings below a directory that other users can write to.
  const std::string text = Settings(request, environment, line.env).Dump(2);
  const std::string settings = JoinPath(HomeOr(environment, "GEMINI_CLI_HOME", ""), ".gemini/forge-settings.json");
  line.files[settings] = text;
  // Otherwise it restarts itself, and a signal to the first process has no effect.
  line.env["GEMINI_CLI_NO_RELAUNCH"] = "true";
  line.env["GEMINI_CLI_TRUST_WORKSPACE"] = "true";
  line.env["GEMINI_CLI_SYSTEM_SETTINGS_PATH"] = settings;
  line.input = request.prompt;
  return line;
}

// tmp/PROJECT/chats/session-2026-11-18T20-12-01a1b2c3.jsonl: the name ends with the session's first eight characters.
std::string GeminiRecord(const EnvironmentMap& environment, const std::string& session) {
  if (session.empty()) return "";
  const std::string projects = JoinPath(HomeOr(environment, "GEMINI_CLI_HOME", ""), ".gemini/tmp");
  const auto names = ListDirectory(projects);
  if (!names) return "";
  const std::string end = "-" + session.substr(0, 8) + ".jsonl";
  for (const std::string& project : *names) {
    const std::string chats = JoinPath(JoinPath(projects, project), "chats");
    const auto records = ListDirectory(chats);
    if (!records) continue;
    for (const std::string& record : *records) {
      if (record.ends_with(end)) return JoinPath(chats, record);
    }
  }
  return "";
}

}  // namespace

constinit const CliProgram kGeminiProgram = {"gemini",         "@google/gemini-cli", "0.61.0",    GeminiLine,
                                             MakeGeminiStream, GeminiHome,           GeminiRecord};

}  // namespace forge
