// Claude Code, headless.
#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_stream.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::string_view kReadTools = "Read,Glob,Grep,Bash";
constexpr std::string_view kReadToolsUnsandboxed = "Read,Glob,Grep";
constexpr std::string_view kWriteTools = "Bash,Edit,Glob,Grep,NotebookEdit,Read,WebFetch,WebSearch,Write";

std::string ClaudeEffort(const std::string& effort) {
  for (const char* word : {"low", "medium", "high", "xhigh", "max"}) {
    if (effort == word) return effort;
  }
  return effort == "minimal" ? "low" : "";
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
  constexpr std::string_view kWriters = "Write|Edit|MultiEdit|NotebookEdit";
  constexpr std::string_view kDoers = "Write|Edit|MultiEdit|NotebookEdit|Bash";
  Json hooks = Json::MakeObject()
                   .Set("PreToolUse", entry("pre-tool-use", kWriters))
                   .Set("PostToolUse", entry("post-tool-use", kDoers))
                   .Set("PostToolUseFailure", entry("post-tool-use", kDoers))
                   .Set("Stop", entry("stop", ""));
  return Json::MakeObject().Set("hooks", std::move(hooks)).Dump();
}

CliLine ClaudeLine(const AgentRequest& request, const EnvironmentMap& environment, const std::string&) {
  CliLine line;
  // Without --verbose it refuses to stream.
  line.args = {"-p", "--output-format", "stream-json", "--verbose"};
  auto add = [&](std::string flag, std::string value) {
    line.args.push_back(std::move(flag));
    line.args.push_back(std::move(value));
  };
  if (!request.model.empty()) add("--model", request.model);
  if (std::string effort = ClaudeEffort(request.effort); !effort.empty()) add("--effort", effort);
  if (request.max_turns > 0) add("--max-turns", std::to_string(request.max_turns));
  if (!request.session.empty()) add("--resume", request.session);
  if (request.result_schema.is_object()) add("--json-schema", request.result_schema.Dump());
  if (!request.tools.empty()) add("--tools", Join(request.tools, ","));
  if (!request.hook_program.empty()) add("--settings", HookSettings(request.hook_program));
  // No bypass of permissions: root may not use it, and naming the tools has the same effect.
  if (request.may_write) {
    add("--permission-mode", "acceptEdits");
    add("--allowedTools", std::string(kWriteTools));
  } else {
    add("--permission-mode", "default");
    if (request.tools.empty()) add("--tools", std::string(kReadTools));
    // Without a sandbox it would decide itself which commands only read.
    add("--allowedTools", std::string(request.sandbox ? kReadTools : kReadToolsUnsandboxed));
    add("--disallowedTools", "Write,Edit,NotebookEdit");
  }
  line.env = {{"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"},
              {"DISABLE_TELEMETRY", "1"},
              {"DISABLE_ERROR_REPORTING", "1"},
              {"DISABLE_AUTOUPDATER", "1"},
              // Ten retries with a bad key take three minutes; the engine retries instead.
              {"CLAUDE_CODE_MAX_RETRIES", "3"}};
  // Otherwise it renames a file in the home directory, which the sandbox forbids.
  if (request.sandbox) line.env["CLAUDE_CONFIG_DIR"] = HomeOr(environment, "CLAUDE_CONFIG_DIR", ".claude");
  line.unset = {"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT"};
  // A prompt that begins like a command would run as one.
  line.input = (Trim(request.prompt).starts_with('/') ? "Your task:\n" : "") + request.prompt;
  return line;
}

std::vector<std::string> ClaudeHomes(const EnvironmentMap& environment) {
  return {HomeOr(environment, "CLAUDE_CONFIG_DIR", ".claude"), HomeOr(environment, "", ".claude.json")};
}

}  // namespace

constinit const CliProgram kClaudeProgram = {
    "claude", "@anthropic-ai/claude-code", "2.1.325", ClaudeLine, MakeClaudeStream, ClaudeHomes};

}  // namespace forge
