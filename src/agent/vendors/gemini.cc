// Gemini CLI, headless.
#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_servers.h"
#include "agent/vendors/cli_stream.h"
#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

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
  const std::vector<McpServerSpec> servers = UsableServers(request);
  if (!servers.empty()) {
    Json names = Json::MakeArray();
    for (const McpServerSpec& server : servers) names.Append(server.name);
    settings.Set("mcpServers", GeminiServers(servers, variables));
    settings.Set("mcp", Json::MakeObject().Set("allowed", std::move(names)));  // and none of the user's
  }
  return settings;
}

std::vector<std::string> GeminiHomes(const EnvironmentMap& environment) {
  return {JoinPath(HomeOr(environment, "GEMINI_CLI_HOME", ""), ".gemini")};
}

CliLine GeminiLine(const AgentRequest& request, const EnvironmentMap& environment, const std::string&) {
  CliLine line;
  line.args = {"-o", "stream-json", "--skip-trust", "--approval-mode", request.may_write ? "yolo" : "default"};
  if (!request.model.empty()) line.args.insert(line.args.end(), {"-m", request.model});
  if (!request.session.empty()) line.args.insert(line.args.end(), {"--resume", request.session});
  // In its home directory: it ignores settings below a directory that other users can write to.
  const std::string text = Settings(request, environment, line.env).Dump(2);
  const std::string settings = JoinPath(GeminiHomes(environment)[0], "forge-" + Sha256(text).substr(0, 12) + ".json");
  line.files[settings] = text;
  // Otherwise it restarts itself, and a signal to the first process has no effect.
  line.env["GEMINI_CLI_NO_RELAUNCH"] = "true";
  line.env["GEMINI_CLI_TRUST_WORKSPACE"] = "true";
  line.env["GEMINI_CLI_SYSTEM_SETTINGS_PATH"] = settings;
  line.input = request.prompt;
  return line;
}

}  // namespace

constinit const CliProgram kGeminiProgram = {"gemini",   "@google/gemini-cli", "0.61.0",
                                             GeminiLine, MakeGeminiStream,     GeminiHomes};

}  // namespace forge
