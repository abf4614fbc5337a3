#include "agent/acp/acp_permission.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

bool NamesTool(const std::vector<std::string>& tools, std::string_view tool) {
  return std::ranges::find(tools, tool) != tools.end();
}

// The name of a server's tool as agents build it: mcp__box__add, mcp_box_add, box_add, "box: add", box/add.
bool NamesServer(std::string_view title, const McpServerSpec& server) {
  for (const std::string_view prefix : {"mcp__", "mcp_", ""}) {
    if (!title.starts_with(prefix)) continue;
    std::string_view rest = title.substr(prefix.size());
    if (!rest.starts_with(server.name)) continue;
    rest.remove_prefix(server.name.size());
    const std::size_t tool = rest.find_first_not_of("_:./- ");
    if (tool == 0 || tool == std::string_view::npos) continue;
    if (server.tools.empty()) return true;
    rest = rest.substr(tool);
    rest = rest.substr(0, rest.find_first_of(" ({:"));
    if (NamesTool(server.tools, rest)) return true;
  }
  return false;
}

bool CallsServer(const Json& call, const AcpRights& rights) {
  const std::string& title = call["title"].AsString();
  const std::string& tool = call["_meta"]["claudeCode"]["toolName"].AsString();
  return std::ranges::any_of(
      rights.servers, [&](const McpServerSpec& server) { return NamesServer(tool.empty() ? title : tool, server); });
}

// Every path that the call names.
std::optional<std::string> PathOutside(const Json& call, const std::vector<std::string>& roots) {
  const auto check = [&](const Json& path) { return path.is_string() && !IsOwnPath(path.AsString(), roots); };
  for (const Json& location : call["locations"].AsArray()) {
    if (check(location["path"])) return location["path"].AsString();
  }
  for (const Json& part : call["content"].AsArray()) {
    if (check(part["path"])) return part["path"].AsString();
  }
  return std::nullopt;
}

// Why the role may not; empty: it may.
std::string Objection(const Json& call, const AcpRights& rights) {
  const std::string& kind = call["kind"].AsString();
  const auto without = [](bool may, std::string_view what) {
    return may ? "" : fmt::format("the role may not {}", what);
  };
  if (kind == "read") return without(rights.read, "read files");
  if (kind == "search") return without(rights.search, "search files");
  if (kind == "think") return "";
  if (kind == "edit" || kind == "delete" || kind == "move") {
    if (!rights.edit) return "the role may not change files";
    const auto outside = PathOutside(call, rights.roots);
    return outside ? fmt::format("{} is not in the workspace", *outside) : "";
  }
  if (kind == "execute") return without(rights.execute, "run commands");
  if (kind == "fetch") return without(rights.fetch, "fetch pages");
  if (kind == "switch_mode") return "Forge chooses the mode";
  // A call of no known kind can do anything: a server's tool, or what a command could do as well.
  if (CallsServer(call, rights)) return "";
  return without(rights.execute && rights.edit, "call a tool of an unknown kind");
}

std::string FindOption(const Json& options, std::initializer_list<std::string_view> kinds) {
  for (const std::string_view kind : kinds) {
    for (const Json& option : options.AsArray()) {
      if (option["kind"].AsString() == kind && option["optionId"].is_string()) return option["optionId"].AsString();
    }
  }
  return "";
}

}  // namespace

bool IsOwnPath(const std::string& path, const std::vector<std::string>& roots) {
  for (std::string_view part : Split(path, '/')) {
    if (part == "..") return false;
  }
  return std::ranges::any_of(roots, [&](const std::string& root) {
    std::string_view rest = path;
    if (path.starts_with('/')) {
      if (root.empty() || !path.starts_with(root) || path.size() <= root.size() || path[root.size()] != '/')
        return false;
      rest.remove_prefix(root.size() + 1);
    }
    const std::vector<std::string_view> parts = Split(rest, '/');
    return !rest.empty() && std::ranges::find(parts, ".git") == parts.end();
  });
}

AcpRights AcpRightsOf(const AgentRequest& request) {
  const std::vector<std::string>& tools = request.tools;
  const auto given = [&](std::initializer_list<std::string_view> names, bool by_default) {
    if (tools.empty()) return by_default;
    return std::ranges::any_of(names, [&](std::string_view name) { return NamesTool(tools, name); });
  };
  AcpRights rights;
  rights.read = given({"Read"}, true);
  rights.search = given({"Glob", "Grep"}, true);
  rights.edit = request.may_write && given({"Write", "Edit"}, true);
  rights.execute = given({"Bash"}, request.may_write);
  rights.fetch = given({"WebFetch", "WebSearch"}, request.may_write) && (!request.sandbox || request.sandbox->network);
  rights.roots = {request.cwd};
  if (auto real = RealPath(request.cwd); real && *real != request.cwd) rights.roots.push_back(*real);
  rights.servers = request.servers;
  return rights;
}

AcpRuling RuleOn(const Json& call, const Json& options, const AcpRights& rights) {
  AcpRuling ruling;
  ruling.why = Objection(call, rights);
  ruling.allowed = ruling.why.empty();
  // Once: so that each call is seen.
  ruling.option = ruling.allowed ? FindOption(options, {"allow_once", "allow_always"})
                                 : FindOption(options, {"reject_once", "reject_always"});
  if (ruling.allowed && ruling.option.empty()) {
    ruling.allowed = false;
    ruling.why = "the agent offers no option to allow it";
    ruling.option = FindOption(options, {"reject_once", "reject_always"});
  }
  return ruling;
}

}  // namespace forge
