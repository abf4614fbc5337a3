// forge mcp servers, login, logout: the MCP servers that agents may use.
#include <fmt/core.h>

#include "base/strings.h"
#include "model/json_array.h"
#include "service/agents/mcp_logins.h"
#include "service/agents/mcp_servers.h"
#include "surface/cli/commands.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

Result<McpServerSpec> NamedServer(const Context& context, const std::string& name) {
  std::vector<std::string> names;
  for (const McpServerEntry& entry : TRY(ListMcpServers(context.host.machine, context.project))) {
    if (entry.spec.name == name) return entry.spec;
    names.push_back(entry.spec.name);
  }
  const auto close = Closest(name, names);
  return Fail(Code::kNotFound, fmt::format("mcp.toml has no server `{}`", name),
              close ? fmt::format("did you mean `{}`?", *close) : "`forge mcp servers` lists them");
}

// With the values of variables: only what reaches no secret is shown.
std::string HowToReach(const McpServerSpec& server) {
  return server.command.empty() ? server.url.substr(0, server.url.find('?')) : server.command[0];
}

Form McpServersForm() {
  return {
      .notes =
          "Lists the servers of mcp.toml in the project and in your configuration directory, the roles that get them "
          "without naming them, and whether you are logged in. Starts none of them.",
      .examples = {{"forge mcp servers", "which servers agents can use"}}};
}

Json ServerJson(const McpServerEntry& entry) {
  Json roles = Json::MakeArray();
  for (const std::string& role : entry.roles) roles.Append(role);
  return Json::MakeObject()
      .Set("server", entry.spec.name)
      .Set("address", HowToReach(entry.spec))
      .Set("roles", std::move(roles))
      .Set("logged_in", IsLoggedIn(entry.spec))
      .Set("problem", OrNull(entry.spec.missing));
}

Result<Exit> RunMcpServers(Context& context, const Args&) {
  const std::vector<McpServerEntry> all = TRY(ListMcpServers(context.host.machine, context.project));
  if (context.json) return context.Print(Json::MakeObject().Set("servers", JsonArray(all, ServerJson)));
  if (all.empty()) {
    context.out.Line("no servers: docs/mcp.md describes mcp.toml");
    return Exit::kOk;
  }
  std::vector<std::vector<Cell>> rows;
  for (const McpServerEntry& entry : all) {
    std::string state = IsLoggedIn(entry.spec) ? "logged in" : "-";
    if (!entry.spec.missing.empty()) state = entry.spec.missing;
    rows.push_back({{entry.spec.name, Tone::kStrong},
                    {HowToReach(entry.spec)},
                    {entry.roles.empty() ? "-" : Join(entry.roles, ", ")},
                    {std::move(state)}});
  }
  context.Table({"server", "address", "roles", "login"}, rows);
  return Exit::kOk;
}

Form McpLoginForm() {
  return {
      .json = false,
      .positionals = {{"SERVER", "the server's name in mcp.toml"}},
      .notes =
          "Prints an address. Open it in a browser on this machine and agree; Forge waits for the answer on 127.0.0.1, "
          "for ten minutes at most. The login is kept in a private file below your data directory and renewed while "
          "the server allows it.",
      .examples = {{"forge mcp login docs", "log in to the server [docs] of mcp.toml"}}};
}

Result<Exit> RunMcpLogin(Context& context, const Args& args) {
  const McpServerSpec server = TRY(NamedServer(context, args.Get("SERVER")));
  const auto show = [&](const std::string& address) {
    context.out.Complain("open this address in a browser on this machine:");
    context.out.Complain("  " + address);
  };
  const std::size_t tools = TRY(LogInTo(server, context.host.machine, show));
  context.out.Line(fmt::format("logged in to {}: it offers {} {}", server.name, tools, tools == 1 ? "tool" : "tools"));
  return Exit::kOk;
}

Form McpLogoutForm() {
  return {.positionals = {{"SERVER", "the server's name in mcp.toml"}},
          .notes = "Deletes the login from this machine. The server itself is not told.",
          .examples = {{"forge mcp logout docs", "forget the login to the server [docs] of mcp.toml"}}};
}

Result<Exit> RunMcpLogout(Context& context, const Args& args) {
  const McpServerSpec server = TRY(NamedServer(context, args.Get("SERVER")));
  const bool was = TRY(LogOutOf(server));
  return context.Tell(
      Json::MakeObject().Set("server", server.name).Set("was_logged_in", was),
      was ? fmt::format("logged out of {}", server.name) : fmt::format("you were not logged in to {}", server.name));
}

}  // namespace

constinit const Command kMcpServersCommand = {"mcp servers",  "list the MCP servers that agents can use",
                                              Group::kSetUp,  Needs::kSettings,
                                              McpServersForm, RunMcpServers};

constinit const Command kMcpLoginCommand = {
    "mcp login", "log in to an MCP server by a browser", Group::kSetUp, Needs::kSettings, McpLoginForm, RunMcpLogin};

constinit const Command kMcpLogoutCommand = {
    "mcp logout", "forget the login to an MCP server", Group::kSetUp, Needs::kSettings, McpLogoutForm, RunMcpLogout};

}  // namespace forge::cli
