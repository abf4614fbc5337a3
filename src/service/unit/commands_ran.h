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
  // Of an agent's events those that start a command, and how it ended.
  void Take(const AgentEvent& event);
  const std::vector<std::string>& commands() const { return commands_; }
  // Whether the agent's program reports its commands at all: without that nothing can be said about them.
  bool reports = true;
  // A command failed, or printed that something did, and the agent went on working after it.
  bool failed_before_work() const { return failed_before_work_; }

 private:
  std::vector<std::string> commands_;  // in order, each once
  std::set<std::string> known_;
  bool command_runs_ = false;  // among the calls since the last result
  bool result_came_ = false;   // since the last call
  bool failed_ = false;
  bool failed_before_work_ = false;
};

// Whether the agent's program reports its commands at all: without that nothing can be said about them.
bool ReportsCommands(const Runtime& runtime);

// What an answer says was done, and no event shows.
struct Unsupported {
  std::vector<std::string> commands;
  std::vector<std::string> statements = {};  // that a test was written first and failed, while nothing failed
  std::vector<std::string> files = {};       // that were changed, while they are as they were
};
// The answer, with the texts of its result block: all that it says.
Unsupported FindUnsupported(const std::string& answer, const Json& result, const CommandsRan& ran);

// "The commands that `implement` ran (reported by its program): ..."
std::string CommandsPage(const std::string& stage, int round, const std::vector<std::string>& ran,
                         const Unsupported& unsupported, bool reports = true);

// The pages of a lane's earlier units with the new one below them, in place of an earlier one of the same stage and
// round. Of what is too long the oldest pages are left out.
std::string JoinCommandsPages(std::string_view earlier, const std::string& stage, int round, const std::string& page);

// The same of an answer whose author changes no file: only what it says that it ran itself. How a command ended it may
// know from the engine, which ran `known` of them.
Unsupported FindUnsupportedOfReader(const std::string& answer, const CommandsRan& ran, std::string_view known);

// After a unit: keeps the page for the reviewers of its lane, and marks in the outcome what the answer says was done
// and no event shows (result.unsupported: commands, and statements in quotes). `outcome.result.unwritten` names files
// that the answer says were changed, and were not: the page tells of them too. Of who does not write, only where there
// is such a mark; what a member of a panel says stays sealed. A plan says what will be run, not what was.
Status KeepCommands(const RunFiles& files, const Job& job, bool writes, const CommandsRan& ran,
                    const std::string& answer, UnitOutcome& outcome);

}  // namespace forge
