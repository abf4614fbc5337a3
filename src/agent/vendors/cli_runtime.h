// Runs one of the programs of cli_program.h for a request.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "agent/home/agent_home.h"
#include "agent/runtime.h"
#include "agent/vendors/cli_program.h"
#include "base/result.h"

namespace forge {

// An empty `path` looks the program up on PATH. If it is missing, the error says how to install it.
Result<std::unique_ptr<Runtime>> MakeCliRuntime(const CliProgram& program, const std::string& path,
                                                const RuntimePlaces& places);

// Copies deadlines, directory, variables, marker and sandbox of a request into a command.
void FillCommand(const AgentRequest& request, ProcessSpec& command);
// Lets a sandbox reach what a program needs, and its directory for temporary files.
void AddNeeds(const RuntimeNeeds& needs, const std::string& scratch, Sandbox& sandbox);
// The program works in that home: its variables lead there, and a sandbox lets it.
void AddHome(const AgentHome& home, ProcessSpec& command);
// What the program has refreshed is hidden from now on.
void HideNewTokens(AgentHome& home, const AgentRequest& request);
// Its provider's key and address are for the program, not for everything that we start.
void PassOwn(const CliProgram& program, const AgentRequest& request, const EnvironmentMap& environment,
             ProcessSpec& command);
// The variables that the program's own settings name and its units do not get: each is said once.
class MissedVariables {
 public:
  void Say(const CliProgram& program, const AgentRequest& request, const EnvironmentMap& environment,
           const std::vector<std::string>& withheld);

 private:
  std::mutex mutex_;
  std::set<std::string> said_;
};

// Another unit may be refreshing the login: waits until it has, or `stop`.
TurnPatience WaitUntil(const std::stop_token& stop);
// Where the homes of units are made.
std::string HomesDirectory(const RuntimePlaces& places);
// The whole package folder of a program from npm, because it loads other packages in it; else ProgramPlace.
std::string ProgramRoot(const std::string& path);

}  // namespace forge
