#include "agent/vendors/cli_variables.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "agent/vendors/cli_program.h"
#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "text/passed_variables.h"

namespace forge {
namespace {

using Patterns = std::vector<std::string>;

constexpr std::size_t kLongestConfig = std::size_t{1} << 20;

void Add(Patterns& patterns, std::initializer_list<const char*> more) {
  patterns.insert(patterns.end(), more.begin(), more.end());
}

Patterns OfClaude(const EnvironmentMap& environment) {
  Patterns patterns = {"ANTHROPIC_*",
                       "CLAUDE_*",
                       "DISABLE_*",
                       "ENABLE_*",
                       "BASH_*",
                       "API_TIMEOUT_MS",
                       "IS_SANDBOX",
                       "MAX_THINKING_TOKENS",
                       "MAX_MCP_OUTPUT_TOKENS",
                       "MCP_TIMEOUT",
                       "MCP_TOOL_TIMEOUT",
                       "USE_BUILTIN_RIPGREP"};
  const auto uses = [&](const char* cloud) {
    return !ValueOf(environment, std::string("CLAUDE_CODE_USE_") + cloud).empty();
  };
  if (uses("BEDROCK")) Add(patterns, {"AWS_*"});
  if (uses("VERTEX")) Add(patterns, {"GOOGLE_*", "GCLOUD_*", "VERTEX_*", "CLOUD_ML_REGION"});
  if (uses("FOUNDRY")) Add(patterns, {"AZURE_*"});
  return patterns;
}

// The value of `key = "value"` in a line of TOML; empty: it is another line.
std::string_view ValueIn(std::string_view line, std::string_view key) {
  line = Trim(line);
  if (!line.starts_with(key)) return "";
  line = Trim(line.substr(key.size()));
  if (!line.starts_with('=')) return "";
  line = Trim(line.substr(1));
  if (line.size() < 2 || (line.front() != '"' && line.front() != '\'')) return "";
  const std::size_t end = line.find(line.front(), 1);
  return end == std::string_view::npos ? "" : line.substr(1, end - 1);
}

// Codex takes the key of a provider of the user's own from the variable that its configuration names.
Patterns OfCodex(const EnvironmentMap& environment) {
  Patterns patterns = {"OPENAI_*", "CODEX_*"};
  const auto text = ReadFile(JoinPath(HomeOr(environment, "CODEX_HOME", ".codex"), "config.toml"), kLongestConfig);
  if (!text) return patterns;
  std::string provider, section;
  bool has_profiles = false;
  std::vector<std::pair<std::string, std::string>> keys;  // of a section, the variable
  for (std::string_view line : Lines(*text)) {
    if (Trim(line).starts_with('[')) section = Trim(line);
    if (section.empty() && provider.empty()) provider = ValueIn(line, "model_provider");
    has_profiles = has_profiles || section.starts_with("[profiles");
    for (const char* key : {"env_key", "bearer_token_env_var"}) {
      if (const std::string_view name = ValueIn(line, key); !name.empty()) keys.emplace_back(section, name);
    }
  }
  for (auto& [from, name] : keys) {
    const bool other = from.starts_with("[model_providers.") && from != "[model_providers." + provider + "]" &&
                       from != "[model_providers.\"" + provider + "\"]";
    if (!other || has_profiles) patterns.push_back(std::move(name));
  }
  return patterns;
}

// By the first part of opencode's model names; of any other provider NAME_*.
struct Provider {
  std::string_view name;
  std::array<const char*, 3> patterns;
};
constexpr Provider kProviders[] = {{"anthropic", {"ANTHROPIC_*"}},
                                   {"openai", {"OPENAI_*"}},
                                   {"google", {"GEMINI_*", "GOOGLE_*"}},
                                   {"google-vertex", {"GOOGLE_*", "VERTEX_*", "GCLOUD_*"}},
                                   {"google-vertex-anthropic", {"GOOGLE_*", "VERTEX_*", "GCLOUD_*"}},
                                   {"amazon-bedrock", {"AWS_*"}},
                                   {"github-copilot", {"GITHUB_TOKEN"}},
                                   {"github-models", {"GITHUB_TOKEN"}},
                                   {"huggingface", {"HF_*"}}};

void AddProvider(std::string_view model, Patterns& patterns) {
  const std::string_view name = model.substr(0, model.find('/'));
  if (name.empty()) return;
  const auto known = std::ranges::find(kProviders, name, &Provider::name);
  if (known == std::end(kProviders)) {
    std::string upper;
    for (char c : name) upper += IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c == '-' ? '_' : c;
    return patterns.push_back(upper + "_*");
  }
  for (const char* pattern : known->patterns) {
    if (pattern != nullptr) patterns.emplace_back(pattern);
  }
}

// Its configuration may say {env:NAME}.
void AddNamed(std::string_view text, Patterns& patterns) {
  constexpr std::string_view kMark = "{env:";
  for (std::size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at + 1)) {
    const std::string_view rest = text.substr(at + kMark.size());
    patterns.emplace_back(Trim(rest.substr(0, rest.find('}'))));
  }
}

Patterns OfOpencode(const AgentRequest& request, const EnvironmentMap& environment) {
  Patterns patterns = {"OPENCODE_*"};
  std::string model = request.model;
  const std::string folder = JoinPath(HomeOr(environment, "XDG_CONFIG_HOME", ".config"), "opencode");
  std::vector<std::string> texts = {ValueOf(environment, "OPENCODE_CONFIG_CONTENT")};
  for (const char* name : {"opencode.json", "opencode.jsonc", "config.json"})
    texts.push_back(ReadFile(JoinPath(folder, name), kLongestConfig).value_or(""));
  for (const std::string& text : texts) {
    AddNamed(text, patterns);
    const Json json = ParseJson(text).value_or(Json());
    if (model.empty()) model = json["model"].AsString();
    AddProvider(json["small_model"].AsString(), patterns);
  }
  AddProvider(model, patterns);
  // It takes the first provider that it has a key for.
  if (model.empty()) {
    for (const char* name : {"anthropic", "openai", "google", "openrouter", "groq", "mistral", "deepseek", "xai"})
      AddProvider(name, patterns);
  }
  return patterns;
}

// $NAME or ${NAME}, as both programs and every shell read it.
bool Reads(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::string_view before = text.substr(0, at), after = text.substr(at + name.size());
    const bool goes_on = !after.empty() && (IsLetterOrDigit(after[0]) || after[0] == '_');
    if (!goes_on && (before.ends_with('$') || before.ends_with("${"))) return true;
  }
  return false;
}

// What a key helper that is a script reads.
std::string ScriptOf(std::string_view command, const EnvironmentMap& environment) {
  std::string path(Trim(command).substr(0, Trim(command).find(' ')));
  if (path.starts_with("~/")) path = JoinPath(ValueOf(environment, "HOME"), path.substr(2));
  return path.starts_with('/') && IsRegularFile(path) ? ReadFile(path, kLongestConfig).value_or("") : "";
}

// Every text in the settings; a command may name a variable without a `$`.
struct SettingTexts {
  std::vector<std::string> texts, commands;
};

void Collect(const Json& json, std::string_view member, const EnvironmentMap& environment, SettingTexts& into) {
  if (json.is_string()) {
    const bool is_command = member == "command" || member.ends_with("Helper") || member.starts_with("aws");
    (is_command ? into.commands : into.texts).push_back(json.AsString());
    if (member.ends_with("Helper")) into.commands.push_back(ScriptOf(json.AsString(), environment));
  }
  for (const Json& item : json.AsArray()) Collect(item, member, environment, into);
  for (const auto& [name, value] : json.AsObject()) Collect(value, name, environment, into);
}

SettingTexts SettingsOf(std::string_view program, const std::string& cwd, const EnvironmentMap& environment) {
  std::vector<std::string> files;
  if (program == "claude") {
    files = {JoinPath(HomeOr(environment, "CLAUDE_CONFIG_DIR", ".claude"), "settings.json"),
             JoinPath(HomeOr(environment, "CLAUDE_CONFIG_DIR", ""), ".claude.json"),
             JoinPath(cwd, ".claude/settings.json"), JoinPath(cwd, ".claude/settings.local.json"),
             JoinPath(cwd, ".mcp.json")};
  } else if (program == "gemini") {
    files = {JoinPath(HomeOr(environment, "GEMINI_CLI_HOME", ""), ".gemini/settings.json"),
             JoinPath(cwd, ".gemini/settings.json")};
  }
  SettingTexts found;
  for (const std::string& file : files) {
    const std::string text = ReadFile(file, kLongestConfig).value_or("");
    if (auto json = ParseJson(text)) {
      if (file.ends_with("/.claude.json")) json = (*json)["mcpServers"];  // the rest are notes of its own
      Collect(*json, "", environment, found);
    } else {
      found.texts.push_back(text);  // with comments, which gemini allows
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> MissedBySettings(std::string_view program, const std::string& cwd,
                                          const std::map<std::string, std::string>& environment,
                                          const std::vector<std::string>& withheld) {
  std::vector<std::string> missed;
  if (withheld.empty()) return missed;
  const SettingTexts settings = SettingsOf(program, cwd, environment);
  for (const std::string& name : withheld) {
    const auto reads = [&](const std::string& text) { return Reads(text, name); };
    const auto names = [&](const std::string& text) { return !NamedIn(text, {name}).empty(); };
    if (std::ranges::any_of(settings.texts, reads) || std::ranges::any_of(settings.commands, names))
      missed.push_back(name);
  }
  return missed;
}

std::string MissedNote(std::string_view program, const std::vector<std::string>& names) {
  return fmt::format(
      "the settings of {} name {}, which its units do not get; to pass a variable on, add its name to "
      "the setting pass_env",
      program, Join(names, ", "));
}

std::vector<std::string> CliVariables(std::string_view program, const AgentRequest& request,
                                      const std::map<std::string, std::string>& environment) {
  if (program == "claude") return OfClaude(environment);
  if (program == "codex") return OfCodex(environment);
  if (program == "gemini") return {"GEMINI_*", "GOOGLE_*", "CODE_ASSIST_*"};
  return program == "opencode" ? OfOpencode(request, environment) : Patterns();
}

}  // namespace forge
