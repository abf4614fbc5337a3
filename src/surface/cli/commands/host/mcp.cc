#include <fmt/core.h>

#include <algorithm>
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
      .options = {{"http", "HOST:PORT", "serve at http://HOST:PORT/mcp, or at a socket file with unix:PATH"},
                  {"token", "TOKEN", "set the token that clients must send; without it one is made and printed"},
                  {"allow-host", "NAME", "let clients reach the server by a further name", ValueType::kText, true}},
      .notes =
          "Serves the Model Context Protocol for one project: tools, resources and prompts; see docs/mcp.md. The "
          "project is the directory in FORGE_CWD, else the client's root, else the current directory. It serves until "
          "the client disconnects or you press Ctrl-C. The token may also be in FORGE_MCP_TOKEN, where other users of "
          "this machine cannot read it in the list of processes. A socket file needs none: only you can open it. Port "
          "0 picks a free port and prints it on standard error.",
      .examples = {{"forge mcp", "for a client that starts the server itself"},
                   {"forge mcp --http 127.0.0.1:3001", "for clients that connect over HTTP"},
                   {"forge mcp --http unix:/tmp/forge.sock", "for programs of yours on this machine"}}};
}

constexpr const char* kTokenVariable = "FORGE_MCP_TOKEN";

struct Address {
  std::string host;
  int port = 0;
  std::string socket_file;  // instead
};

Result<Address> ReadAddress(const std::string& text) {
  constexpr std::string_view kFile = "unix:";
  if (text.starts_with(kFile) && text.size() > kFile.size()) return Address{"", 0, text.substr(kFile.size())};
  const std::size_t colon = text.rfind(':');
  const auto port = colon == std::string::npos ? std::nullopt : ParseInt(text.substr(colon + 1));
  std::string host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (!port || *port < 0 || *port > 65535 || host.empty()) {
    return Fail(Code::kInvalid, fmt::format("mcp: invalid --http `{}`", text),
                "for example 127.0.0.1:3001, [::1]:3001 or unix:PATH");
  }
  return Address{std::move(host), static_cast<int>(*port), ""};
}

// The token that was given; empty: none was.
Result<std::string> GivenToken(const Context& context, const Args& args) {
  const auto& environment = context.host.machine.environment;
  const auto found = environment.find(kTokenVariable);
  const bool in_variable = found != environment.end() && !found->second.empty();
  if (!args.Has("token") && !in_variable) return "";
  const std::string token = args.Has("token") ? args.Get("token") : found->second;
  const bool sendable = std::ranges::all_of(token, [](char c) { return c > ' ' && c < 0x7f; });
  if (token.empty() || !sendable) {
    return Fail(Code::kInvalid, "mcp: the token is blank, or has characters that a header cannot hold",
                fmt::format("use visible ASCII without spaces, or leave out {} and one is made",
                            args.Has("token") ? "--token" : kTokenVariable));
  }
  return token;
}

// Where it serves and, of a token that was made, what clients send: this is the only place that shows it.
std::string Greeting(const Address& address, int port, const std::string& made) {
  if (!address.socket_file.empty())
    return fmt::format("serving http://localhost/mcp at the socket {}", address.socket_file);
  std::string text = fmt::format("serving http://{}:{}/mcp", mcp::HostInUrl(address.host), port);
  if (!made.empty())
    text += fmt::format("\n  token: {}\n  clients must send the header `Authorization: Bearer TOKEN`", made);
  return text;
}

Status ServeOverHttp(Context& context, const Args& args, const std::string& given, mcp::Server& server) {
  const Address address = TRY(ReadAddress(args.Get("http")));
  const bool makes = given.empty() && address.socket_file.empty();
  const std::string made = makes ? TRY(MakeSecret()) : "";
  mcp::HttpOptions options;
  options.host = address.host;
  options.port = address.port;
  options.socket_file = address.socket_file;
  options.token = makes ? made : given;
  options.more_hosts = args.All("allow-host");
  options.interrupts = context.host.interrupts;
  options.now_ms = MonotonicMs;
  options.make_secret = MakeSecret;
  options.on_ready = [&](int port) { context.out.Complain(Greeting(address, port, made)); };
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
  for (const char* option : {"token", "allow-host"}) {
    if (args.Has(option) && !args.Has("http")) {
      return Fail(Code::kInvalid, fmt::format("mcp: --{} needs --http", option));
    }
  }
  const std::string token = args.Has("http") ? TRY(GivenToken(context, args)) : "";
  const Start start = TRY(FindStart(context.host.machine));
  context.host.catch_interrupts();
  // No process of an agent or of a test may ask this server for anything, and no log shows the token.
  ForgetVariable(kTokenVariable);
  Machine machine = context.host.machine;
  if (!token.empty()) machine.environment[kTokenVariable] = token;
  // Over HTTP there may be many clients: the project is the one that you started the server in.
  const bool asks_roots = !start.named && !args.Has("http");
  mcp::ForgeCatalog forge({std::move(machine), start.project, context.user(), context.host.now, asks_roots});
  mcp::ServerOptions options;
  options.name = "forge";
  options.title = "Forge";
  options.version = VersionText();
  options.instructions = kInstructions;
  options.secret = TRY(MakeSecret());
  options.now = context.host.now;
  // Outlives the watcher, which may be telling something when the client ends.
  const std::unique_ptr<MessagePipe> pipe = args.Has("http") ? nullptr : OpenStandardPipe();
  mcp::Server server(forge.Make(), std::move(options));
  const mcp::ResourceWatcher watcher(forge.world(), server, context.host.sleep);
  if (pipe == nullptr) {
    TRY(ServeOverHttp(context, args, token, server));
  } else {
    mcp::ServePipe(server, *pipe);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kMcpCommand = {
    "mcp", "serve tools, resources and prompts to other agents", Group::kSetUp, Needs::kSettings, McpForm, RunMcp};

}  // namespace forge::cli
