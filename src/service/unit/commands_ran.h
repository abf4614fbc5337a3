// The commands that an agent really ran, as its program reports them, beside what its answer says it ran. For those who
// review its work.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "agent/runtime.h"
#include "base/result.h"
#include "model/outcome.h"

namespace forge {

class RunFiles;
struct Job;

class CommandsRan {
 public:
  // Of an agent's events those that start a command.
  void Take(const AgentEvent& event);
  const std::vector<std::string>& commands() const { return commands_; }

 private:
  std::vector<std::string> commands_;  // in order, each once
  std::set<std::string> known_;
};

// Whether the agent's program reports its commands at all: without that nothing can be said about them.
bool ReportsCommands(const Runtime& runtime);

// "The commands that `implement` ran (reported by its program): ..."
std::string CommandsPage(const std::string& stage, int round, const std::vector<std::string>& ran,
                         const std::vector<std::string>& unsupported);

// The pages of a lane's earlier units with the new one below them, in place of an earlier one of the same stage and
// round. Of what is too long the oldest pages are left out.
std::string JoinCommandsPages(std::string_view earlier, const std::string& stage, int round, const std::string& page);

// After a unit that writes: keeps the page for the reviewers of its lane, and marks in the outcome what the answer says
// was run and no event shows (result.unsupported).
Status KeepCommands(const RunFiles& files, const Job& job, const std::vector<std::string>& ran,
                    const std::string& answer, UnitOutcome& outcome);

}  // namespace forge
