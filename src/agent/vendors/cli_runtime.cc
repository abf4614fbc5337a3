#include "agent/vendors/cli_runtime.h"

#include <fmt/core.h>

#include <chrono>
#include <utility>

#include "agent/tools/mcp_login.h"
#include "agent/tools/mcp_tools.h"
#include "agent/unit_environment.h"
#include "agent/vendors/process_answer.h"
#include "agent/vendors/scratch.h"
#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

using std::chrono::milliseconds;

// Standard output is parsed as it arrives; we keep some of it for error messages.
constexpr std::size_t kKept = 16 * 1024;

class CliRuntime : public Runtime {
 public:
  CliRuntime(const CliProgram& program, std::string path, EnvironmentMap environment)
      : program_(program), path_(std::move(path)), environment_(std::move(environment)) {}

  std::string name() const override { return std::string(program_.name); }

  RuntimeNeeds needs() const override {
    return {.read = {ProgramPlace(path_), ProgramRoot(path_)}, .write = program_.homes(environment_)};
  }

  AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) override {
    auto answer = Run(request, std::move(stop));
    return answer ? *std::move(answer) : StartFailure(answer.error());
  }

 private:
  Result<AgentAnswer> Run(const AgentRequest& request, std::stop_token stop) {
    const Scratch scratch = TRY(Scratch::Make());
    SayOfServers(request);
    CliLine line = LineFor(request, scratch.path(), stop);
    for (const auto& [path, text] : line.files) {
      TRY(MakeDirectories(DirName(path)));
      TRY(WriteFileAtomic(path, text));
    }
    ProcessSpec command;
    command.argv = {path_};
    command.argv.insert(command.argv.end(), line.args.begin(), line.args.end());
    FillCommand(request, command);
    for (auto& [name, value] : line.env) command.env.insert_or_assign(name, std::move(value));
    command.env.insert_or_assign("TMPDIR", scratch.path());  // some programs leave megabytes there
    command.unset = std::move(line.unset);
    command.stdin_text = std::move(line.input);
    command.keep_head = kKept;
    command.keep_tail = kKept;
    if (command.sandbox) AddNeeds(needs(), scratch.path(), *command.sandbox);
    if (command.sandbox && !request.hook_program.empty()) command.sandbox->read.push_back(request.hook_program);

    std::unique_ptr<CliStream> stream = program_.stream(request);
    std::stop_source end;
    std::stop_callback pass_on(stop, [&] { end.request_stop(); });
    command.on_stdout = [&](std::string_view chunk) {
      stream->Feed(chunk);
      if (stream->over()) end.request_stop();
    };
    const ProcessResult result = TRY(RunProcess(command, end.get_token()));
    return stream->Finish(result);
  }

  CliLine LineFor(const AgentRequest& request, const std::string& scratch, const std::stop_token& stop) const {
    if (request.servers.empty()) return program_.line(request, environment_, scratch);
    AgentRequest with_tokens = request;
    for (McpServerSpec& server : with_tokens.servers) AddToken(server, environment_, stop);
    return program_.line(with_tokens, environment_, scratch);
  }

  static void SayOfServers(const AgentRequest& request) {
    for (const McpServerSpec& server : request.servers) {
      const std::string problem = ServerProblem(server, request);
      if (problem.empty() || !request.on_event) continue;
      request.on_event({AgentEvent::Kind::kNotice, WithoutServer(server.name, problem), Json()});
    }
  }

  const CliProgram& program_;
  const std::string path_;
  const EnvironmentMap environment_;
};

}  // namespace

std::string ProgramRoot(const std::string& path) {
  const std::string real = RealPath(path).value_or(path);
  const std::size_t modules = real.find("/node_modules/");
  return modules == std::string::npos ? ProgramPlace(real)
                                      : real.substr(0, modules + std::string("/node_modules").size());
}

void AddNeeds(const RuntimeNeeds& needs, const std::string& scratch, Sandbox& sandbox) {
  sandbox.read.insert(sandbox.read.end(), needs.read.begin(), needs.read.end());
  sandbox.write.push_back(scratch);
  for (const std::string& path : needs.write) {
    // Sandbox rules need existing paths; a program that was never used has no directory yet.
    if (!path.ends_with(".json") && !Exists(path)) (void)MakeDirectories(path);
    sandbox.write.push_back(path);
  }
}

void FillCommand(const AgentRequest& request, ProcessSpec& command) {
  const AgentDeadlines& deadlines = request.deadlines;
  command.cwd = request.cwd;
  command.env = UnitEnvironment(request);
  // Some programs trust PWD: opencode would work in our directory.
  if (!request.cwd.empty()) command.env.insert_or_assign("PWD", request.cwd);
  command.timeout = milliseconds(deadlines.wall_ms > 0 ? deadlines.wall_ms : kDefaultTimeoutMs);
  command.start = milliseconds(deadlines.start_ms);
  command.first_output = milliseconds(deadlines.first_event_ms);
  command.silence = milliseconds(deadlines.silence_ms);
  command.watched = request.cwd;
  command.sandbox = request.sandbox;
  command.marker = {"FORGE_PROCESS_KEY", NewProcessKey()};
  if (request.on_start) {
    command.on_start = [&request](const ProcessId& id) { request.on_start(id.pid, id.start); };
  }
}

Result<std::unique_ptr<Runtime>> MakeCliRuntime(const CliProgram& program, const std::string& path,
                                                const RuntimePlaces& places) {
  const std::string wanted = path.empty() ? std::string(program.name) : JoinPath(places.base_directory, path);
  auto found = FindProgram(wanted, ValueOf(places.environment, "PATH"));
  if (!found) {
    const std::string where = path.empty() ? "was not found on PATH" : "does not exist or is not executable";
    return Fail(Code::kUnavailable, fmt::format("the agent program {} {}", wanted, where),
                fmt::format("{}, or give its path: {}:PATH", InstallHint(program), program.name));
  }
  return std::make_unique<CliRuntime>(
      program, RealPath(DirName(*found)).value_or(DirName(*found)) + "/" + BaseName(*found), places.environment);
}

}  // namespace forge
