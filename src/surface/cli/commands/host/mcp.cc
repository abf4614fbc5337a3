#include <fmt/core.h>

#include <memory>

#include "base/strings.h"
#include "service/host/mcp_pipe.h"
#include "surface/cli/commands.h"
#include "surface/cli/version.h"
#include "surface/mcp/protocol/server.h"
#include "surface/mcp/tools/forge_catalog.h"
#include "surface/mcp/tools/resource_watch.h"
#include "surface/mcp/transport/http.h"
#include "surface/mcp/transport/stdio.h"

namespace forge::cli {
namespace {

constexpr std::string_view kInstructions =
    "Forge takes objectives through pipelines of agents, checks and approvals. `run_status` reports the state of a "
    "run; `validate` checks a module's work. Call `memory_recall` before you plan, and `memory_save` when you have "
    "learned something.";

Form McpForm() {
  return {
      .json = false,
      .options = {{"http", "HOST:PORT", "serve over HTTP at http://HOST:PORT/mcp instead of standard input and output"},
                  {"token", "TOKEN",
                   "the token that clients must send (Authorization: Bearer); required unless HOST is this machine"}},
      .notes =
          "Serves the Model Context Protocol for one project: tools, resources and prompts; see docs/mcp.md. The "
          "project is the directory in FORGE_CWD, else the client's root, else the current directory. It serves until "
          "the client disconnects or you press Ctrl-C. The token may also be in FORGE_MCP_TOKEN. Port 0 picks a free "
          "port and prints it on standard error.",
      .examples = {{"forge mcp", "for a client that starts the server itself"},
                   {"forge mcp --http 127.0.0.1:3001", "for clients that connect over HTTP"}}};
}

struct Address {
  std::string host;
  int port = 0;
};

Result<Address> ReadAddress(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const auto port = colon == std::string::npos ? std::nullopt : ParseInt(text.substr(colon + 1));
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (!port || *port < 0 || *port > 65535 || host.empty()) {
    return Fail(Code::kInvalid, fmt::format("mcp: invalid --http `{}`", text), "for example 127.0.0.1:3001");
  }
  return Address{std::move(host), static_cast<int>(*port)};
}

Result<std::string> TokenFor(const Context& context, const Args& args, const Address& address) {
  const auto& environment = context.host.machine.environment;
  const auto found = environment.find("FORGE_MCP_TOKEN");
  std::string token = args.Get("token");
  if (token.empty() && found != environment.end()) token = found->second;
  if (token.empty() && !mcp::IsLoopback(address.host)) {
    return Fail(Code::kInvalid, fmt::format("mcp: {} is reachable from other machines", address.host),
                "pass --token or set FORGE_MCP_TOKEN, or listen on 127.0.0.1");
  }
  return token;
}

Status ServeOverHttp(Context& context, const Args& args, mcp::Server& server) {
  const Address address = TRY(ReadAddress(args.Get("http")));
  mcp::HttpOptions options;
  options.host = address.host;
  options.port = address.port;
  options.token = TRY(TokenFor(context, args, address));
  options.interrupts = context.host.interrupts;
  options.make_secret = MakeSecret;
  options.on_ready = [&](int port) {
    context.out.Complain(fmt::format("serving http://{}:{}/mcp", address.host, port));
  };
  return ServeHttp(server, options);
}

// The project before any client has said something.
struct Start {
  Project project;
  bool named = false;  // by FORGE_CWD
};

Result<Start> FindStart(const Machine& machine) {
  const auto named = machine.environment.find("FORGE_CWD");
  if (named == machine.environment.end() || named->second.empty()) return Start{TRY(ProjectAt(machine.cwd))};
  const std::string& directory = named->second;
  auto project = ProjectAt(directory.starts_with('/') ? directory : machine.cwd + "/" + directory);
  if (!project)
    return Fail(project.error().code, "mcp: FORGE_CWD: " + project.error().message, "name a directory, or unset it");
  return Start{*std::move(project), true};
}

Result<Exit> RunMcp(Context& context, const Args& args) {
  if (args.Has("token") && !args.Has("http")) return Fail(Code::kInvalid, "mcp: --token needs --http");
  const Start start = TRY(FindStart(context.host.machine));
  context.host.catch_interrupts();
  // Over HTTP there may be many clients: the project is the one that you started the server in.
  const bool asks_roots = !start.named && !args.Has("http");
  mcp::ForgeCatalog forge({context.host.machine, start.project, context.user(), context.host.now, asks_roots});
  mcp::ServerOptions options;
  options.name = "forge";
  options.title = "Forge";
  options.version = VersionText();
  options.instructions = kInstructions;
  options.secret = TRY(MakeSecret());
  options.now = context.host.now;
  mcp::Server server(forge.Make(), std::move(options));
  const mcp::ResourceWatcher watcher(forge.world(), server, context.host.sleep);
  if (args.Has("http")) {
    TRY(ServeOverHttp(context, args, server));
  } else {
    mcp::ServePipe(server, *OpenStandardPipe());
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kMcpCommand = {
    "mcp", "serve tools, resources and prompts to other agents", Group::kSetUp, Needs::kSettings, McpForm, RunMcp};

}  // namespace forge::cli
