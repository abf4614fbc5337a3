#include "agent/vendors/cli_runtime.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "agent/tools/mcp_login.h"
#include "agent/tools/mcp_tools.h"
#include "agent/unit_environment.h"
#include "agent/vendors/cli_variables.h"
#include "agent/vendors/process_answer.h"
#include "agent/vendors/scratch.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "text/passed_variables.h"

namespace forge {
namespace {

using std::chrono::milliseconds;

// Standard output is parsed as it arrives; we keep some of it for error messages.
constexpr std::size_t kKept = 16 * 1024;
// Below the directory for temporary files, if the caller names no place.
constexpr std::string_view kHomes = "forge-homes";
constexpr std::size_t kMostOfRecord = std::size_t{64} << 20;

// What a program adds to the record of its session, so that its usage is known while it works.
class SessionTail {
 public:
  // Only what is added from now: a session may go on, and a log may be shared.
  SessionTail(const CliProgram& program, EnvironmentMap environment, std::string home, const std::string& session)
      : program_(program), environment_(std::move(environment)), home_(std::move(home)) {
    if (program_.record == nullptr) return;
    file_ = program_.record(environment_, session);
    if (!file_.empty()) read_ = FileSize(file_).value_or(0);
  }

  void Pass(CliStream& stream) {
    if (program_.record == nullptr || stream.session().empty()) return;
    if (file_.empty()) file_ = program_.record(environment_, stream.session());
    // The program's own, and it may have put anything there, also links.
    if (file_.empty() || !IsAtOrBelow(RealPath(file_).value_or(""), home_) || !IsRegularFile(file_)) return;
    // A record that cannot be read now is read with the next output, and the stream's end has the total.
    const auto added = ReadFileFrom(file_, read_, kMostOfRecord);
    if (!added || added->empty()) return;
    read_ += static_cast<std::int64_t>(added->size());
    stream.FeedSession(*added);
  }

 private:
  const CliProgram& program_;
  const EnvironmentMap environment_;
  const std::string home_;
  std::string file_;
  std::int64_t read_ = 0;
};

class CliRuntime : public Runtime {
 public:
  CliRuntime(const CliProgram& program, std::string path, const RuntimePlaces& places)
      : program_(program), path_(std::move(path)), environment_(places.environment), homes_(HomesDirectory(places)) {}

  std::string name() const override { return std::string(program_.name); }

  RuntimeNeeds needs() const override { return {.read = {ProgramPlace(path_), ProgramRoot(path_)}}; }

  std::vector<std::string> secrets() const override { return LoginTokens(program_.home(environment_)); }

  AgentAnswer Ask(const AgentRequest& request, std::stop_token stop) override {
    auto answer = Run(request, std::move(stop));
    return answer ? *std::move(answer) : StartFailure(answer.error());
  }

 private:
  Result<AgentAnswer> Run(const AgentRequest& request, std::stop_token stop) {
    const Scratch scratch = TRY(Scratch::Make());
    AgentHome home =
        TRY_WITH("make the unit's home",
                 AgentHome::Make(program_.home(environment_), homes_,
                                 request.session.empty() ? "" : request.session_directory, WaitUntil(stop)));
    SayOfServers(request);
    CliLine line = LineFor(request, home, scratch.path(), stop);
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
    PassOwn(program_, request, environment_, command);
    missed_.Say(program_, request, environment_, command.unset);
    command.unset.insert(command.unset.end(), line.unset.begin(), line.unset.end());
    command.stdin_text = std::move(line.input);
    command.keep_head = kKept;
    command.keep_tail = kKept;
    if (command.sandbox) AddNeeds(needs(), scratch.path(), *command.sandbox);
    AddHome(home, command);
    if (command.sandbox && !request.hook_program.empty()) command.sandbox->read.push_back(request.hook_program);

    std::unique_ptr<CliStream> stream = program_.stream(request);
    std::stop_source end;
    std::stop_callback pass_on(stop, [&] { end.request_stop(); });
    EnvironmentMap seen = command.env;
    seen.insert(environment_.begin(), environment_.end());
    SessionTail tail(program_, std::move(seen), home.path(), request.session);
    command.on_stdout = [&](std::string_view chunk) {
      HideNewTokens(home, request);
      tail.Pass(*stream);
      stream->Feed(chunk);
      if (stream->over()) end.request_stop();
      home.Exchange(SteadyMs());
    };
    home.Follow();
    const ProcessResult result = TRY(RunProcess(command, end.get_token()));
    HideNewTokens(home, request);
    tail.Pass(*stream);
    AgentAnswer answer = stream->Finish(result);
    for (const std::string& said : home.Close(answer.session.empty() ? "" : request.session_directory)) {
      if (request.on_event) request.on_event({AgentEvent::Kind::kNotice, said, Json()});
    }
    return answer;
  }

  CliLine LineFor(const AgentRequest& request, const AgentHome& home, const std::string& scratch,
                  const std::stop_token& stop) const {
    EnvironmentMap environment = environment_;
    for (const auto& [name, place] : home.variables()) environment.insert_or_assign(name, place);
    if (request.servers.empty()) return program_.line(request, environment, scratch);
    AgentRequest with_tokens = request;
    for (McpServerSpec& server : with_tokens.servers) AddToken(server, environment_, stop);
    return program_.line(with_tokens, environment, scratch);
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
  const std::string homes_;
  MissedVariables missed_;
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
}

void AddHome(const AgentHome& home, ProcessSpec& command) {
  for (const auto& [name, place] : home.variables()) command.env.insert_or_assign(name, place);
  if (!command.sandbox) return;
  command.sandbox->read.insert(command.sandbox->read.end(), home.read().begin(), home.read().end());
  command.sandbox->write.push_back(home.path());
}

void HideNewTokens(AgentHome& home, const AgentRequest& request) {
  if (!request.on_secret) return;
  for (const std::string& token : home.TakeNewTokens()) request.on_secret(token);
}

void PassOwn(const CliProgram& program, const AgentRequest& request, const EnvironmentMap& environment,
             ProcessSpec& command) {
  const std::vector<std::string> own = CliVariables(program.name, request, environment);
  std::erase_if(command.unset, [&](const std::string& name) {
    return std::ranges::any_of(own, [&](const std::string& pattern) { return FitsVariable(name, pattern); });
  });
}

void MissedVariables::Say(const CliProgram& program, const AgentRequest& request, const EnvironmentMap& environment,
                          const std::vector<std::string>& withheld) {
  if (!request.on_event) return;
  std::vector<std::string> names = MissedBySettings(program.name, request.cwd, environment, withheld);
  const std::scoped_lock lock(mutex_);
  std::erase_if(names, [&](const std::string& name) { return !said_.insert(name).second; });
  if (names.empty()) return;
  request.on_event({AgentEvent::Kind::kNotice, MissedNote(program.name, names), Json()});
}

TurnPatience WaitUntil(const std::stop_token& stop) {
  return {WallClock().ms, [stop](std::int64_t ms) {
            PauseMs(ms);
            return !stop.stop_requested();
          }};
}

std::string HomesDirectory(const RuntimePlaces& places) {
  return places.homes_directory.empty() ? JoinPath(TempRoot(), kHomes) : places.homes_directory;
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
  command.unset = request.withheld;
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
      program, RealPath(DirName(*found)).value_or(DirName(*found)) + "/" + BaseName(*found), places);
}

}  // namespace forge
