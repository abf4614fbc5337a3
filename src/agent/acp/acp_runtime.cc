#include "agent/acp/acp_runtime.h"

#include <fmt/core.h>

#include <optional>
#include <utility>
#include <vector>

#include "agent/acp/acp_connection.h"
#include "agent/acp/acp_conversation.h"
#include "agent/acp/acp_programs.h"
#include "agent/acp/acp_services.h"
#include "agent/home/agent_home.h"
#include "agent/tools/mcp_login.h"
#include "agent/vendors/cli_program.h"
#include "agent/vendors/cli_runtime.h"
#include "agent/vendors/process_answer.h"
#include "agent/vendors/scratch.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr std::string_view kPrefix = "acp:";
constexpr std::size_t kKeptError = 16 * 1024;  // of its error output, for messages

class AcpRuntime : public Runtime {
 public:
  AcpRuntime(AcpCommand command, std::string found, const RuntimePlaces& places)
      : command_(std::move(command)),
        found_(std::move(found)),
        environment_(places.environment),
        homes_(HomesDirectory(places)) {}

  std::string name() const override { return command_.name; }

  RuntimeNeeds needs() const override {
    RuntimeNeeds needs;
    if (!found_.empty()) needs.read = {ProgramPlace(found_), ProgramRoot(found_)};
    // A script that an interpreter is to run.
    for (std::size_t i = 1; i < command_.argv.size(); ++i) {
      if (command_.argv[i].starts_with('/') && IsRegularFile(command_.argv[i])) needs.read.push_back(command_.argv[i]);
    }
    return needs;
  }

  std::vector<std::string> secrets() const override {
    const CliProgram* vendor = command_.known.vendor();
    return vendor == nullptr ? std::vector<std::string>() : LoginTokens(vendor->home(environment_));
  }

  AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) override {
    auto answer = Run(request, stop);
    return answer ? *std::move(answer) : StartFailure(answer.error());
  }

 private:
  Result<AgentAnswer> Run(AgentRequest request, const std::stop_token& stop) {
    const Scratch scratch = TRY(Scratch::Make());
    for (McpServerSpec& server : request.servers) AddToken(server, environment_, stop);
    std::optional<AgentHome> home;
    if (const CliProgram* vendor = command_.known.vendor()) {
      home.emplace(
          TRY_WITH("make the unit's home",
                   AgentHome::Make(vendor->home(environment_), homes_,
                                   request.session.empty() ? "" : request.session_directory, WaitUntil(stop))));
      home->Follow();
      if (request.on_event) {
        request.on_event = [&home, &request, tell = std::move(request.on_event)](const AgentEvent& event) {
          HideNewTokens(*home, request);
          tell(event);
        };
      }
    }
    AcpConnection connection(TRY(CommandFor(request, home, scratch.path())));
    const auto services = TRY(AcpServices::Open(
        request, [&](const std::string& id) { connection.Post({AcpNews::Kind::kTerminal, {}, id, 0}); }));
    AgentAnswer answer = AcpConversation(connection, *services, request, command_, environment_).Run(stop);
    connection.End();
    if (!home) return answer;
    HideNewTokens(*home, request);
    for (const std::string& said : home->Close(answer.session.empty() ? "" : request.session_directory)) {
      if (request.on_event) request.on_event({AgentEvent::Kind::kNotice, said, Json()});
    }
    return answer;
  }

  Result<ProcessSpec> CommandFor(const AgentRequest& request, const std::optional<AgentHome>& home,
                                 const std::string& scratch) {
    ProcessSpec command;
    FillCommand(request, command);
    command.first_output = std::chrono::milliseconds(0);  // the conversation has deadlines of its own
    command.argv = command_.argv;
    if (!command_.known.model_flag.empty() && !request.model.empty())
      command.argv.insert(command.argv.end(), {command_.known.model_flag, request.model});
    if (const CliProgram* vendor = command_.known.vendor()) {
      // The settings that the same program gets headless; the servers go with the session.
      AgentRequest plain = request;
      plain.servers.clear();
      EnvironmentMap environment = environment_;
      for (const auto& [name, place] : home->variables()) environment.insert_or_assign(name, place);
      CliLine line = vendor->line(plain, environment, scratch);
      for (const auto& [path, text] : line.files) {
        TRY(MakeDirectories(DirName(path)));
        TRY(WriteFileAtomic(path, text));
      }
      for (auto& [name, value] : line.env) command.env.insert_or_assign(name, std::move(value));
      PassOwn(*vendor, request, environment_, command);
      missed_.Say(*vendor, request, environment_, command.unset);
      command.unset.insert(command.unset.end(), line.unset.begin(), line.unset.end());
    }
    for (const std::string& variable : command_.known.env) {
      const std::size_t equals = variable.find('=');
      command.env.insert_or_assign(variable.substr(0, equals), variable.substr(equals + 1));
    }
    command.env.insert_or_assign("TMPDIR", scratch);
    command.keep_head = kKeptError;
    command.keep_tail = kKeptError;
    if (command.sandbox) AddNeeds(needs(), scratch, *command.sandbox);
    if (home) AddHome(*home, command);
    return command;
  }

  const AcpCommand command_;
  const std::string found_;  // its program; empty: only a shell knows it
  const EnvironmentMap environment_;
  const std::string homes_;
  MissedVariables missed_;
};

}  // namespace

bool IsAcpRuntime(std::string_view runtime) { return runtime.starts_with(kPrefix); }

Result<std::unique_ptr<Runtime>> MakeAcpRuntime(const std::string& rest, const RuntimePlaces& places) {
  AcpCommand command = TRY(ReadAcpCommand(rest, places.base_directory));
  if (command.program.empty()) return std::make_unique<AcpRuntime>(std::move(command), "", places);
  auto found = FindProgram(command.program, ValueOf(places.environment, "PATH"));
  if (!found) {
    const bool by_path = command.program.find('/') != std::string::npos;
    const std::string& install = command.known.install;
    return Fail(Code::kUnavailable,
                fmt::format("the ACP agent {} {}", command.program,
                            by_path ? "does not exist or is not executable" : "was not found on PATH"),
                install.empty() ? "install it, or give its path: acp:PATH ARGUMENTS"
                                : fmt::format("{}, or give its path: acp:PATH", install));
  }
  std::string path = RealPath(DirName(*found)).value_or(DirName(*found)) + "/" + BaseName(*found);
  if (!command.shell) command.argv[0] = path;
  return std::make_unique<AcpRuntime>(std::move(command), std::move(path), places);
}

}  // namespace forge
