// Agent units: the question to the agent, its process, and what is kept of it.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/outcome.h"
#include "service/proof/checkout_guard.h"
#include "service/unit/outcome_reader.h"

namespace forge {

class PromptMaker;
class RunResources;
class Runtime;
class UnitEventLog;
struct AgentLogin;
struct AgentRequest;
struct Job;
struct Resolution;
struct Role;

// Used from any number of threads.
class AgentUnit {
 public:
  AgentUnit(RunResources& resources, PromptMaker& prompts);

  UnitOutcome CarryOut(const Job& job, std::stop_token stop);

 private:
  struct Places {
    std::string cwd, temp;
  };
  Result<AgentRequest> RequestFor(const Job& job, const Role& role, const AgentLogin& login, const Resolution& resolved,
                                  const Places& places);
  // Whether a unit that may not write has changed its worktree, which is then set back.
  Result<bool> SetBackWritten(const Job& job, const std::string& cwd);
  Status MarkUnwritten(const Job& job, const std::string& snapshot, UnitOutcome& outcome, UnitEventLog& events);
  Result<std::vector<std::string>> TouchedFiles(const Job& job, const std::string& snapshot);
  std::string AgentFor(const Job& job) const;
  Result<Resolution> ResolveFor(const Job& job, const Role& role, const Runtime& runtime,
                                const std::string& spec) const;

  RunResources& resources_;
  PromptMaker& prompts_;
  OutcomeReader answers_;
};

}  // namespace forge
