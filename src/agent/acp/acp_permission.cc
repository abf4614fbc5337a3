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

bool IsToolLetter(char c) { return IsLetterOrDigit(c) || c == '_' || c == '-'; }

// `rest` is a tool's name, and its arguments if they cannot be a part of a name.
bool NamesOneOf(std::string_view rest, const std::vector<std::string>& tools) {
  const auto end = std::ranges::find_if_not(rest, IsToolLetter);
  const std::string_view tool(rest.begin(), end);
  const std::string_view arguments = Trim(std::string_view(end, rest.end()));
  if (!tools.empty()) return NamesTool(tools, tool) && (arguments.empty() || *end == ' ' || *end == '(' || *end == '{');
  return !tool.empty() && (arguments.empty() || arguments[0] == '(' || arguments[0] == '{');
}

// The name of a server's tool as agents build it: mcp__box__add, mcp_box_add, mcp.box.add, add (box MCP Server), and
// "box: add".
// box_add and box/add can be something else, so only a tool that the server is known to have may be written so.
bool NamesServer(std::string_view title, const McpServerSpec& server) {
  const std::string in_brackets = " (" + server.name + " MCP Server)";
  if (title.ends_with(in_brackets)) {
    title.remove_suffix(in_brackets.size());
    return std::ranges::all_of(title, IsToolLetter) && NamesOneOf(title, server.tools);
  }
  struct Form {
    std::string_view before, between;
    bool is_sure;
  };
  constexpr Form kForms[] = {{"mcp__", "__", true}, {"mcp_", "_", true}, {"mcp.", ".", true}, {"", ": ", true},
                             {"", "__", false},     {"", "_", false},    {"", "/", false},    {"", ".", false}};
  return std::ranges::any_of(kForms, [&](const Form& form) {
    const std::string start = fmt::format("{}{}{}", form.before, server.name, form.between);
    return title.starts_with(start) && (form.is_sure || !server.tools.empty()) &&
           NamesOneOf(title.substr(start.size()), server.tools);
  });
}

bool CallsServer(const Json& call, const AcpRights& rights) {
  const std::string& title = call["title"].AsString();
  const std::string& tool = call["_meta"]["claudeCode"]["toolName"].AsString();
  return std::ranges::any_of(
      rights.servers, [&](const McpServerSpec& server) { return NamesServer(tool.empty() ? title : tool, server); });
}

// Whether an argument of this name is a path, in the words of any agent.
bool IsPathName(std::string_view name) {
  const std::string lower = Lower(name);
  for (const std::string_view end : {"path", "paths", "file", "files", "filename", "file_name", "uri"}) {
    if (lower.ends_with(end)) return true;
  }
  return IsOneOf(lower, {"source", "destination", "target", "from", "to"});
}

bool IsOutside(std::string_view path, const std::vector<std::string>& roots) {
  if (path.starts_with("file://")) path.remove_prefix(std::string_view("file://").size());
  return !path.empty() && (path.starts_with('~') || !IsOwnPath(std::string(path), roots));
}

// The first path outside in the arguments of a call, at any depth.
std::optional<std::string> InputOutside(const Json& input, bool is_path, const std::vector<std::string>& roots) {
  if (input.is_string()) {
    const std::string& text = input.AsString();
    return is_path && IsOutside(text, roots) ? std::optional(text) : std::nullopt;
  }
  for (const Json& item : input.AsArray()) {
    if (auto outside = InputOutside(item, is_path, roots)) return outside;
  }
  for (const auto& [name, value] : input.AsObject()) {
    // codex has its changes by their paths.
    if (name.starts_with('/') && IsOutside(name, roots)) return name;
    if (auto outside = InputOutside(value, IsPathName(name), roots)) return outside;
  }
  return std::nullopt;
}

// Every path that the call names.
std::optional<std::string> PathOutside(const Json& call, const std::vector<std::string>& roots) {
  const auto check = [&](const Json& path) { return path.is_string() && IsOutside(path.AsString(), roots); };
  for (const Json& location : call["locations"].AsArray()) {
    if (check(location["path"])) return location["path"].AsString();
  }
  for (const Json& part : call["content"].AsArray()) {
    if (check(part["path"])) return part["path"].AsString();
  }
  return InputOutside(call["rawInput"], false, roots);
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
