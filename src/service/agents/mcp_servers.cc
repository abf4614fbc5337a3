#include "service/agents/mcp_servers.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {
namespace {

constexpr std::string_view kToolPrefix = "mcp__";
constexpr std::size_t kLargestServersFile = std::size_t{1} << 20;

void ReadTexts(TableReader& reader, std::string_view key, std::map<std::string, std::string>& out) {
  const TomlValue* table = reader.Expect(key, TomlValue::Type::kTable, "a table");
  if (table == nullptr) return;
  for (const TomlMember& member : table->members) {
    if (member.value.type == TomlValue::Type::kString) {
      out[member.key] = member.value.text;
    } else {
      reader.problems().Add(member.value.begin, fmt::format("`{}.{}` of {} must be a string, not {}", key, member.key,
                                                            reader.where(), TypeName(member.value.type)));
    }
  }
}

void ReadClient(TableReader& reader, McpServerSpec& spec) {
  std::map<std::string, std::string> client;
  ReadTexts(reader, "oauth", client);
  for (const auto& [key, value] : client) {
    if (key == "client_id") {
      spec.client_id = value;
    } else if (key == "client_secret") {
      spec.client_secret = value;
    } else if (key == "client_metadata") {
      spec.client_document = value;
    } else {
      reader.problems().Add(reader.ValuePos("oauth"), fmt::format("`oauth.{}` of {} is unknown", key, reader.where()),
                            "use client_id, client_secret or client_metadata");
    }
  }
}

McpServerEntry ReadServerEntry(const TomlMember& member, ProblemList& problems) {
  TableReader reader(member.value, fmt::format("server `{}`", member.key), problems);
  reader.RefuseUnknown(
      {"command", "url", "env", "headers", "tools", "roles", "start", "timeout", "questions", "oauth"});
  McpServerEntry entry;
  entry.spec.name = member.key;
  reader.Strings("command", entry.spec.command);
  reader.String("url", entry.spec.url);
  ReadTexts(reader, "env", entry.spec.env);
  ReadTexts(reader, "headers", entry.spec.headers);
  reader.Strings("tools", entry.spec.tools);
  reader.Strings("roles", entry.roles);
  reader.Duration("start", entry.spec.start_ms);
  reader.Duration("timeout", entry.spec.call_ms);
  std::string questions = "decline";
  reader.String("questions", questions);
  entry.spec.accepts_defaults = questions == "defaults";
  if (questions != "decline" && questions != "defaults") {
    problems.Add(reader.ValuePos("questions"),
                 fmt::format("`questions` of server `{}` must be \"decline\" or \"defaults\"", member.key));
  }
  ReadClient(reader, entry.spec);
  // Two underscores part server and tool in a tool's name.
  if (!IsName(member.key) || member.key.find("__") != std::string::npos) {
    problems.Add(member.pos, fmt::format("`{}` is not a valid server name", member.key),
                 "use lower-case letters, digits, `-` and single `_`");
  }
  if (reader.Has("command") == reader.Has("url")) {
    problems.Add(member.pos, fmt::format("server `{}` needs either `command` or `url`", member.key));
  }
  const std::string& url = entry.spec.url;
  if (!url.empty() && !url.starts_with("http://") && !url.starts_with("https://") && !url.starts_with("$")) {
    problems.Add(reader.ValuePos("url"), fmt::format("`url` of server `{}` is not a URL", member.key),
                 "write http://HOST:PORT/PATH");
  }
  return entry;
}

// ${NAME} replaced once, by the environment's value. False: a variable is not set, and `missing` names it.
bool Expand(std::string& text, const std::map<std::string, std::string>& environment, std::string& missing) {
  std::string out;
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = text.find("${", at);
    const std::size_t close = open == std::string::npos ? open : text.find('}', open);
    if (close == std::string::npos) break;
    const std::string name = text.substr(open + 2, close - open - 2);
    const auto found = environment.find(name);
    if (found == environment.end()) {
      missing = name;
      return false;
    }
    out += text.substr(at, open - at) + found->second;
    at = close + 1;
  }
  text = out + text.substr(at);
  return true;
}

void Resolve(McpServerSpec& spec, const std::map<std::string, std::string>& environment) {
  std::string missing;
  bool all = Expand(spec.url, environment, missing);
  for (std::string& word : spec.command) all = all && Expand(word, environment, missing);
  for (auto& [name, value] : spec.env) all = all && Expand(value, environment, missing);
  for (auto& [name, value] : spec.headers) all = all && Expand(value, environment, missing);
  all = all && Expand(spec.client_id, environment, missing) && Expand(spec.client_secret, environment, missing);
  if (!all) spec.missing = fmt::format("the variable {} is not set", missing);
}

struct KnownServers {
  std::map<std::string, McpServerEntry> servers;
  std::string problem;  // of a file: its servers are not had
};

void AddServersOf(const std::string& path, KnownServers& known) {
  if (!Exists(path)) return;
  const auto text = ReadFile(path, kLargestServersFile);
  if (!text) {
    known.problem = text.error().message;
    return;
  }
  ParsedMcpServers parsed = ParseMcpServers(*text, path);
  if (!parsed.problems.empty()) {
    known.problem = Describe(parsed.problems[0]);
    return;
  }
  for (McpServerEntry& entry : parsed.servers) known.servers[entry.spec.name] = std::move(entry);
}

// "mcp__palace__recall": palace, recall. Nothing: no such tool, or all of a server's.
std::pair<std::string, std::string> ServerAndTool(std::string_view tool) {
  if (!tool.starts_with(kToolPrefix)) return {};
  tool.remove_prefix(kToolPrefix.size());
  const std::size_t end = std::min(tool.find("__"), tool.size());
  return {std::string(tool.substr(0, end)), end == tool.size() ? "" : std::string(tool.substr(end + 2))};
}

}  // namespace

ParsedMcpServers ParseMcpServers(std::string_view text, const std::string& file) {
  ParsedMcpServers out;
  const auto root = ParseToml(text);
  if (!root) {
    out.problems.push_back({file, root.error().pos, "not valid TOML: " + root.error().what, ""});
    return out;
  }
  ProblemList problems(file);
  for (const TomlMember& member : root->members) {
    if (member.value.type != TomlValue::Type::kTable) {
      problems.Add(member.pos, fmt::format("`{}` is not a server", member.key), "a server is a table: [NAME]");
      continue;
    }
    out.servers.push_back(ReadServerEntry(member, problems));
  }
  out.problems = problems.Take();
  return out;
}

std::string McpLoginsDirectory(const Machine& machine) { return machine.data_directory + "/mcp-logins"; }

Result<std::vector<McpServerEntry>> ListMcpServers(const Machine& machine, const std::optional<Project>& project) {
  KnownServers known;
  AddServersOf(machine.config_directory + "/mcp.toml", known);
  if (project) AddServersOf(project->forge + "/mcp.toml", known);
  if (!known.problem.empty()) return Fail(Code::kInvalid, known.problem);
  std::vector<McpServerEntry> all;
  for (auto& [name, entry] : known.servers) {
    Resolve(entry.spec, machine.environment);
    entry.spec.logins = McpLoginsDirectory(machine);
    all.push_back(std::move(entry));
  }
  return all;
}

std::vector<McpServerSpec> McpServersFor(const Machine& machine, const Project& project, const Role& role) {
  KnownServers known;
  AddServersOf(machine.config_directory + "/mcp.toml", known);
  AddServersOf(project.forge + "/mcp.toml", known);
  std::map<std::string, std::vector<std::string>> wanted;  // with the tools that the role names; none: all
  std::set<std::string> whole;
  for (const std::string& name : role.servers) whole.insert(name);
  for (const auto& [name, entry] : known.servers) {
    if (std::ranges::find(entry.roles, role.name) != entry.roles.end()) whole.insert(name);
  }
  for (const std::string& tool : role.tools) {
    const auto [server, name] = ServerAndTool(tool);
    if (server.empty()) continue;
    if (name.empty()) whole.insert(server);
    wanted[server].push_back(name);
  }
  for (const std::string& name : whole) wanted[name].clear();
  std::vector<McpServerSpec> specs;
  for (const auto& [name, tools] : wanted) {
    McpServerSpec spec;
    const auto found = known.servers.find(name);
    if (found != known.servers.end()) {
      spec = found->second.spec;
      if (!tools.empty()) spec.tools = tools;
      Resolve(spec, machine.environment);
      spec.logins = McpLoginsDirectory(machine);
    } else {
      spec.name = name;
      spec.missing = known.problem.empty() ? "mcp.toml has no such server" : known.problem;
    }
    specs.push_back(std::move(spec));
  }
  // A file that cannot be read may have named this role.
  if (specs.empty() && !known.problem.empty()) {
    McpServerSpec unknown;
    unknown.name = "mcp.toml";
    unknown.missing = known.problem;
    specs.push_back(std::move(unknown));
  }
  return specs;
}

}  // namespace forge
