#include "agent/vendors/installed.h"

#include <fmt/core.h>

#include <chrono>

#include "agent/acp/acp_programs.h"
#include "agent/vendors/cli_program.h"
#include "base/strings.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr std::chrono::seconds kVersionTime{15};  // the slowest takes four seconds for a cold start

void AskVersion(ListedRuntime& listed) {
  ProcessSpec command;
  command.argv = {listed.path, "--version"};
  command.env = {
      {"GEMINI_CLI_NO_RELAUNCH", "true"}, {"DISABLE_AUTOUPDATER", "1"}, {"OPENCODE_DISABLE_AUTOUPDATE", "1"}};
  command.timeout = kVersionTime;
  auto result = RunProcess(command);
  if (!result) {
    listed.note = result.error().message;
  } else if (result->end == ProcessEnd::kTimedOut) {
    listed.note = "`--version` timed out after 15 s";
  } else if (!result->ok()) {
    listed.note = fmt::format("`--version` failed with exit code {}", result->exit_code);
  } else {
    const auto lines = Lines(Trim(result->out));
    listed.version = lines.empty() ? "" : ValidUtf8(lines.back().substr(0, 80));
  }
  listed.health = listed.note.empty() ? ListedRuntime::Health::kReady : ListedRuntime::Health::kBroken;
}

ListedRuntime ListProgram(const CliProgram& program, const RuntimePlaces& places) {
  ListedRuntime listed;
  listed.name = program.name;
  listed.kind = "program";
  listed.tested = program.tested;
  listed.install = InstallHint(program);
  auto found = FindProgram(program.name, ValueOf(places.environment, "PATH"));
  if (!found) {
    listed.note = "not on PATH";
    return listed;
  }
  listed.path = *found;
  AskVersion(listed);
  if (listed.health == ListedRuntime::Health::kReady && listed.version.find(program.tested) == std::string::npos) {
    listed.note = fmt::format("tested with {}", program.tested);
  }
  return listed;
}

ListedRuntime ListNative(std::string name, const std::string& variable, const RuntimePlaces& places) {
  ListedRuntime listed;
  listed.name = std::move(name);
  listed.kind = "native";
  listed.install = fmt::format("export {}=...", variable);
  const bool set = !ValueOf(places.environment, variable).empty();
  listed.health = set ? ListedRuntime::Health::kReady : ListedRuntime::Health::kMissing;
  listed.note = set ? variable + " is set" : variable + " is not set";
  return listed;
}

// It would take seconds to ask each for its version.
ListedRuntime ListAcp(const AcpProgram& program, const RuntimePlaces& places) {
  ListedRuntime listed;
  listed.name = "acp:" + program.name;
  listed.kind = "acp";
  listed.tested = program.tested;
  listed.install = program.install;
  auto found = FindProgram(program.command[0], ValueOf(places.environment, "PATH"));
  listed.health = found ? ListedRuntime::Health::kReady : ListedRuntime::Health::kMissing;
  if (found) listed.path = *found;
  listed.note = found ? "" : program.command[0] + " is not on PATH";
  return listed;
}

ListedRuntime ListAny(std::string name, std::string note) {
  ListedRuntime listed;
  listed.name = std::move(name);
  listed.kind = "any";
  listed.health = ListedRuntime::Health::kReady;
  listed.note = std::move(note);
  return listed;
}

}  // namespace

std::vector<ListedRuntime> ListRuntimes(const RuntimePlaces& places) {
  std::vector<ListedRuntime> all;
  for (const CliProgram& program : CliPrograms()) all.push_back(ListProgram(program, places));
  all.push_back(ListNative("anthropic", "ANTHROPIC_API_KEY", places));
  all.push_back(ListNative("openai", "OPENAI_API_KEY", places));
  all.push_back(ListNative("openai-responses", "OPENAI_API_KEY", places));
  for (const AcpProgram& program : AcpPrograms()) all.push_back(ListAcp(program, places));
  all.push_back(ListAny("acp", "acp:COMMAND runs any program that speaks the Agent Client Protocol"));
  all.push_back(ListAny("command", "command:LINE runs any program"));
  all.push_back(ListAny("replay", "replay:FILE plays a script; record:FILE:SPEC writes one"));
  return all;
}

}  // namespace forge
