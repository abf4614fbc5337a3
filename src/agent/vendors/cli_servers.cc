#include "agent/vendors/cli_servers.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "agent/tools/mcp_tools.h"
#include "base/strings.h"

namespace forge {
namespace {

using Servers = std::vector<McpServerSpec>;
using Texts = std::map<std::string, std::string>;

// The name of a new variable with this value.
std::string PutVariable(const std::string& value, EnvironmentMap& env) {
  std::string name = fmt::format("FORGE_MCP_{}", env.size() + 1);
  env[name] = value;
  return name;
}

// Each value as a reference to a variable, which the program replaces.
Json References(const Texts& texts, std::string_view form, EnvironmentMap& env) {
  Json out = Json::MakeObject();
  for (const auto& [name, value] : texts) out.Set(name, ReplaceAll(form, "NAME", PutVariable(value, env)));
  return out;
}

Json Strings(const std::vector<std::string>& words, std::size_t from = 0) {
  Json out = Json::MakeArray();
  for (std::size_t i = from; i < words.size(); ++i) out.Append(words[i]);
  return out;
}

Json Strings(const Texts& texts) {
  Json out = Json::MakeObject();
  for (const auto& [name, value] : texts) out.Set(name, value);
  return out;
}

// The programs replace other characters in the names of tools.
std::string PlainName(std::string name) {
  std::ranges::replace_if(name, [](char c) { return !(IsLetterOrDigit(c) || c == '_' || c == '-'); }, '_');
  return name;
}

std::int64_t Seconds(std::int64_t ms) { return (ms + 999) / 1000; }

bool IsVariableName(std::string_view name) {
  return !name.empty() && !IsDigit(name.front()) &&
         std::ranges::all_of(name, [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

bool IsAmong(const std::string& name, const Servers& servers) {
  return std::ranges::find(servers, name, &McpServerSpec::name) != servers.end();
}

bool IsSame(const OwnServer& own, const McpServerSpec& server) {
  if (own.transport.empty()) return true;  // it only switches one of the same name on or off
  return own.transport == "url" ? own.place.front() == server.url : own.place == server.command;
}

// Codex passes variables on only by their names. So a shell gets its own names for all words and sets the server's.
void AddCodexCommand(const McpServerSpec& server, Json& words, Json& passed, EnvironmentMap& env) {
  std::string line;
  const auto put = [&](const std::string& value) {
    const std::string name = PutVariable(value, env);
    passed.Append(name);
    return "\"$" + name + "\"";
  };
  for (const auto& [name, value] : server.env) {
    if (IsVariableName(name)) line += fmt::format("export {}={}; ", name, put(value));
  }
  line += "exec";
  for (const std::string& word : server.command) line += " " + put(word);
  words.Append("-c").Append(line);
}

}  // namespace

Servers UsableServers(const AgentRequest& request) {
  Servers usable;
  for (const McpServerSpec& server : request.servers) {
    if (ServerProblem(server, request).empty()) usable.push_back(server);
  }
  return usable;
}

Servers ApartFrom(const std::vector<OwnServer>& own, Servers servers) {
  for (McpServerSpec& server : servers) {
    const bool clashes =
        std::ranges::any_of(own, [&](const OwnServer& one) { return one.name == server.name && !IsSame(one, server); });
    if (!clashes) continue;
    std::string name = server.name;
    do {
      name += "_forge";
    } while (IsAmong(name, servers) || std::ranges::find(own, name, &OwnServer::name) != own.end());
    server.name = std::move(name);
  }
  return servers;
}

Json ClaudeServers(const Servers& servers, EnvironmentMap& env) {
  Json all = Json::MakeObject();
  for (const McpServerSpec& server : servers) {
    Json one = Json::MakeObject();
    if (server.command.empty()) {
      one.Set("type", "http").Set("url", server.url).Set("headers", References(server.headers, "${NAME}", env));
    } else {
      one.Set("type", "stdio").Set("command", server.command[0]).Set("args", Strings(server.command, 1));
      one.Set("env", References(server.env, "${NAME}", env));
    }
    all.Set(server.name, std::move(one));
  }
  return Json::MakeObject().Set("mcpServers", std::move(all));
}

std::vector<std::string> ClaudeServerTools(const Servers& servers) {
  std::vector<std::string> tools;
  for (const McpServerSpec& server : servers) {
    if (server.tools.empty()) tools.push_back("mcp__" + server.name);
    for (const std::string& tool : server.tools) {
      tools.push_back(fmt::format("mcp__{}__{}", server.name, PlainName(tool)));
    }
  }
  return tools;
}

// JSON's strings and lists are also TOML's.
std::vector<std::string> CodexServers(const Servers& servers, EnvironmentMap& env) {
  std::vector<std::string> settings;
  for (const McpServerSpec& server : servers) {
    const auto set = [&](std::string_view key, const std::string& value) {
      settings.push_back(fmt::format("mcp_servers.{}.{}={}", server.name, key, value));
    };
    if (server.command.empty()) {
      set("url", Json(server.url).Dump());
      std::vector<std::string> headers;
      for (const auto& [name, value] : server.headers) {
        headers.push_back(fmt::format("{}={}", Json(name).Dump(), Json(PutVariable(value, env)).Dump()));
      }
      if (!headers.empty()) set("env_http_headers", "{" + Join(headers, ",") + "}");
    } else {
      Json words = Json::MakeArray(), passed = Json::MakeArray();
      AddCodexCommand(server, words, passed, env);
      set("command", "\"/bin/sh\"");
      set("args", words.Dump());
      set("env_vars", passed.Dump());
    }
    if (!server.tools.empty()) set("enabled_tools", Strings(server.tools).Dump());
    set("startup_timeout_sec", std::to_string(Seconds(server.start_ms)));
    set("tool_timeout_sec", std::to_string(Seconds(server.call_ms)));
    set("default_tools_approval_mode", "\"approve\"");  // it cannot ask
  }
  return settings;
}

Json GeminiServers(const Servers& servers, EnvironmentMap& env) {
  Json all = Json::MakeObject();
  for (const McpServerSpec& server : servers) {
    Json one = Json::MakeObject();
    if (server.command.empty()) {
      one.Set("httpUrl", server.url).Set("headers", References(server.headers, "${NAME}", env));
    } else {
      one.Set("command", server.command[0]).Set("args", Strings(server.command, 1));
      one.Set("env", References(server.env, "${NAME}", env));
    }
    if (!server.tools.empty()) one.Set("includeTools", Strings(server.tools));
    all.Set(server.name, one.Set("timeout", server.call_ms).Set("trust", true));
  }
  return all;
}

std::vector<std::string> CodexWithout(const std::vector<OwnServer>& own, const Servers& servers) {
  std::vector<std::string> settings;
  std::set<std::string> names;
  for (const OwnServer& one : own) {
    // It refuses other names itself.
    if (PlainName(one.name) != one.name || IsAmong(one.name, servers) || !names.insert(one.name).second) continue;
    // A file that it does not trust it does not read: the setting must be a whole server by itself. Not the user's own
    // words: an address may hold a key, and a command line is for all to read.
    const char* anything = one.transport == "url" ? "http://127.0.0.1/" : "true";
    settings.push_back(fmt::format("mcp_servers.{}.{}=\"{}\"", one.name, one.transport, anything));
    settings.push_back(fmt::format("mcp_servers.{}.enabled=false", one.name));
  }
  return settings;
}

Json OpencodeServers(const Servers& servers, const std::vector<OwnServer>& own) {
  Json all = Json::MakeObject();
  for (const OwnServer& one : own) {
    if (!IsAmong(one.name, servers)) all.Set(one.name, Json::MakeObject().Set("enabled", false));
  }
  for (const McpServerSpec& server : servers) {
    Json one = Json::MakeObject();
    if (server.command.empty()) {
      one.Set("type", "remote").Set("url", server.url).Set("headers", Strings(server.headers)).Set("oauth", false);
    } else {
      one.Set("type", "local").Set("command", Strings(server.command)).Set("environment", Strings(server.env));
    }
    all.Set(server.name, one.Set("enabled", true).Set("timeout", server.start_ms));
  }
  return all;
}

// The last rule that fits decides.
void AddOpencodePermissions(const Servers& servers, Json& permissions) {
  for (const McpServerSpec& server : servers) {
    permissions.Set(server.name + "_*", server.tools.empty() ? "allow" : "deny");
    for (const std::string& tool : server.tools) permissions.Set(server.name + "_" + PlainName(tool), "allow");
  }
}

}  // namespace forge
