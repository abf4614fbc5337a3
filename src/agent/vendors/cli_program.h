// The agent programs that Forge runs headless, as a table: command line, stream format, directories. Runs nothing:
// cli_runtime.h does. docs/agents.md has the measurements.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/home/agent_home.h"
#include "agent/runtime.h"
#include "agent/vendors/cli_stream.h"

namespace forge {

using EnvironmentMap = std::map<std::string, std::string>;

// How a program is started for one request.
struct CliLine {
  std::vector<std::string> args;  // after the program
  EnvironmentMap env;
  std::vector<std::string> unset;
  std::string input;                         // then closed; several programs wait for ever on an open one
  std::map<std::string, std::string> files;  // by path, written before the start
};

struct CliProgram {
  std::string_view name;     // also of the file on PATH
  std::string_view package;  // on npm
  std::string_view tested;   // the tested version
  // `environment` already leads to the unit's home; `scratch` is a directory of this request only.
  CliLine (*line)(const AgentRequest& request, const EnvironmentMap& environment, const std::string& scratch);
  std::unique_ptr<CliStream> (*stream)(const AgentRequest& request);
  // What a unit's own home has of the user's.
  HomePlan (*home)(const EnvironmentMap& environment);
  // A file to which it adds what its stream does not tell: what each answer used, or which model it was. Empty: it is
  // not there yet. A stream reads it in FeedSession.
  std::string (*record)(const EnvironmentMap& environment, const std::string& session) = nullptr;
};

std::span<const CliProgram> CliPrograms();  // in the order of `auto`
const CliProgram* FindCliProgram(std::string_view name);
std::string InstallHint(const CliProgram& program);

// A variable's value, "" if not set.
std::string ValueOf(const EnvironmentMap& environment, const std::string& name);
// $VARIABLE, or `below` in the home directory.
std::string HomeOr(const EnvironmentMap& environment, const std::string& variable, std::string_view below);

extern const CliProgram kClaudeProgram;
extern const CliProgram kCodexProgram;
extern const CliProgram kGeminiProgram;
extern const CliProgram kOpencodeProgram;

}  // namespace forge
