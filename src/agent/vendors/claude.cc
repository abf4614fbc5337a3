// Claude Code, headless.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_servers.h"
#include "agent/vendors/cli_stream.h"
#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

constexpr std::string_view kReadTools = "Read,Glob,Grep,Bash";
constexpr std::string_view kReadToolsUnsandboxed = "Read,Glob,Grep";
constexpr std::string_view kWriteTools = "Bash,Edit,Glob,Grep,NotebookEdit,Read,WebFetch,WebSearch,Write";

// The prompt asks every agent for a block of JSON. This one would be asked again, for its own tool.
constexpr std::string_view kGiveResult =
    "\n\nGive the result that is asked for above with the tool StructuredOutput, in the same message as your final "
    "text, "
    "and not as a block of JSON. It is your last call: everything else that is asked for stands in that message.\n";

std::string ClaudeEffort(const std::string& effort) {
  for (const char* word : {"low", "medium", "high", "xhigh", "max"}) {
    if (effort == word) return effort;
  }
  return effort == "minimal" ? "low" : "";
}

// It refuses 0 and takes no exponent. What it holds against the limit is the total of the session, with what earlier
// answers cost.
std::string LimitText(const AgentRequest& request) {
  const double before = request.session.empty() ? 0 : request.session_usage.usd;
  return fmt::format("{:.6f}", std::max(*request.share.usd + before, 0.000001));
}

// The hooks for the step's write guard, the activity log and the evidence check at the end: docs/hooks.md.
std::string HookSettings(const std::string& program) {
  const auto entry = [&](std::string_view event, std::string_view matcher) {
    const std::string line = "'" + ReplaceAll(program, "'", R"('\'')") + "' hook " + std::string(event);
    Json hook = Json::MakeObject().Set("type", "command").Set("command", line).Set("timeout", 10);
    Json group = Json::MakeObject();
    if (!matcher.empty()) group.Set("matcher", matcher);
    return Json(Json::Array{group.Set("hooks", Json::Array{std::move(hook)})});
  };
  constexpr std::string_view kDoers = "Write|Edit|MultiEdit|NotebookEdit|Bash";
  Json hooks = Json::MakeObject()
                   .Set("PreToolUse", entry("pre-tool-use", kDoers))
                   .Set("PostToolUse", entry("post-tool-use", kDoers))
                   .Set("PostToolUseFailure", entry("post-tool-use", kDoers))
                   .Set("Stop", entry("stop", ""));
  return Json::MakeObject().Set("hooks", std::move(hooks)).Dump();
}

// Of the unit's servers: the configuration, and the tools that need no permission.
void AddServers(const std::vector<McpServerSpec>& servers, const std::string& scratch, CliLine& line) {
  if (servers.empty()) return;
  EnvironmentMap variables;
  const std::string file = JoinPath(scratch, "mcp.json");
  line.files[file] = ClaudeServers(servers, variables).Dump(2);
  line.args.insert(line.args.end(), {"--mcp-config", file, "--strict-mcp-config"});
  line.env.insert(variables.begin(), variables.end());
  std::int64_t start = 0, call = 0;
  for (const McpServerSpec& server : servers) {
    start = std::max(start, server.start_ms);
    call = std::max(call, server.call_ms);
  }
  line.env["MCP_TIMEOUT"] = std::to_string(start);
  line.env["MCP_TOOL_TIMEOUT"] = std::to_string(call);
  line.env["ENABLE_TOOL_SEARCH"] = "false";  // otherwise it hides their schemas behind a tool that we do not allow
}

// Those of servers are not its own.
std::string OwnTools(const std::vector<std::string>& tools) {
  std::vector<std::string> own;
  std::ranges::copy_if(tools, std::back_inserter(own),
                       [](const std::string& tool) { return !tool.starts_with("mcp__"); });
  return Join(own, ",");
}

CliLine ClaudeLine(const AgentRequest& request, const EnvironmentMap&, const std::string& scratch) {
  CliLine line;
  // Without --verbose it refuses to stream.
  line.args = {"-p", "--output-format", "stream-json", "--verbose", "--include-partial-messages"};
  auto add = [&](std::string flag, std::string value) {
    line.args.push_back(std::move(flag));
    line.args.push_back(std::move(value));
  };
  if (!request.model.empty()) add("--model", request.model);
  if (std::string effort = ClaudeEffort(request.effort); !effort.empty()) add("--effort", effort);
  if (request.max_turns > 0) add("--max-turns", std::to_string(request.max_turns));
  if (request.share.usd) add("--max-budget-usd", LimitText(request));
  if (!request.session.empty()) add("--resume", request.session);
  if (request.result_schema.is_object()) add("--json-schema", request.result_schema.Dump());
  if (!request.tools.empty()) add("--tools", OwnTools(request.tools));
  if (!request.hook_program.empty()) add("--settings", HookSettings(request.hook_program));
  const std::vector<McpServerSpec> servers = UsableServers(request);
  const auto allowed = [&](std::string_view own) {
    std::vector<std::string> tools = ClaudeServerTools(servers);
    tools.insert(tools.begin(), std::string(own));
    return Join(tools, ",");
  };
  // No bypass of permissions: root may not use it, and naming the tools has the same effect.
  if (request.may_write) {
    add("--permission-mode", "acceptEdits");
    add("--allowedTools", allowed(kWriteTools));
  } else {
    add("--permission-mode", "default");
    if (request.tools.empty()) add("--tools", std::string(kReadTools));
    // Without a sandbox it would decide itself which commands only read.
    add("--allowedTools", allowed(request.sandbox ? kReadTools : kReadToolsUnsandboxed));
    add("--disallowedTools", "Write,Edit,NotebookEdit");
  }
  line.env = {{"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"},
              {"DISABLE_TELEMETRY", "1"},
              {"DISABLE_ERROR_REPORTING", "1"},
              {"DISABLE_AUTOUPDATER", "1"},
              // Ten retries with a bad key take three minutes; the engine retries instead.
              {"CLAUDE_CODE_MAX_RETRIES", "3"}};
  AddServers(servers, scratch, line);
  line.unset = {"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT"};
  // A prompt that begins like a command would run as one.
  line.input = (Trim(request.prompt).starts_with('/') ? "Your task:\n" : "") + request.prompt;
  if (request.result_schema.is_object()) line.input += kGiveResult;
  return line;
}

HomePlan ClaudeHome(const EnvironmentMap& environment) {
  HomePlan plan;
  const std::string own = ValueOf(environment, "CLAUDE_CONFIG_DIR");
  LentDirectory home{.source = HomeOr(environment, "CLAUDE_CONFIG_DIR", ".claude"),
                     .at = "",
                     .folders = {"agents", "commands", "hooks", "output-styles", "plugins", "rules", "skills"},
                     .sessions = {"projects"},
                     .left = {".claude.json", "*.jsonl",     "*.log",           "backups",
                              "cache",        "debug",       "file-history",    "ide",
                              "image-cache",  "jobs",        "paste-cache",     "plans",
                              "session-env",  "sessions",    "shell-snapshots", "stats-cache.json",
                              "statsig",      "tasks",       "teams",           "telemetry",
                              "todos",        "transcripts", "usage-data"}};
  home.login = {.file = ".credentials.json",
                .groups = {{"claudeAiOauth",
                            {"accessToken", "refreshToken", "expiresAt", "refreshTokenExpiresAt"},
                            "expiresAt",
                            kBeforeExpiryMs},
                           {"mcpOAuth.*", {"accessToken", "refreshToken", "expiresAt"}, "expiresAt"}}};
  plan.directories.push_back(std::move(home));
  // Beside its directory, unless a variable names that. What it knows of projects holds prompts of other work.
  plan.files = {{own.empty() ? HomeOr(environment, "", ".claude.json") : JoinPath(own, ".claude.json"), ".claude.json",
                 "projects"}};
  plan.variables = {{"CLAUDE_CONFIG_DIR", ""}};
  return plan;
}

}  // namespace

constinit const CliProgram kClaudeProgram = {
    "claude", "@anthropic-ai/claude-code", "2.1.325", ClaudeLine, MakeClaudeStream, ClaudeHome};

}  // namespace forge
