// What units of one run work with: its files and settings, its worktrees, its agents. The seam between the engine and
// the place where units are carried out. Knows no unit.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/model_table.h"
#include "base/result.h"
#include "os/sandbox.h"
#include "service/transcript/secret_mask.h"
#include "service/unit/agent_logins.h"
#include "service/unit/lane_worktrees.h"
#include "service/unit/secrets_gate.h"
#include "service/unit/spend_ledger.h"
#include "service/unit/unit_context.h"
#include "text/made_decisions.h"

namespace forge {

struct Job;
struct RunFinding;
struct RuntimeNeeds;
struct VerifyChoice;

// Opens worktrees and runtimes when the first unit needs them. Used from any number of threads.
class RunResources {
 public:
  static Result<std::unique_ptr<RunResources>> Open(UnitContext context);  // reads the model table

  const UnitContext context;
  const ModelTable models;
  // The variable with the secret of notifications: no unit gets its value. Empty: none.
  const std::string secret_variable;
  // Variables of ours that no process of a unit gets.
  const std::vector<std::string> withheld;
  // What must not be kept of anything that a unit prints.
  const SecretMask mask;
  LaneWorktrees worktrees;
  AgentLogins logins;
  SpendLedger spending;
  SeenSecrets secrets;
  // A process of a unit has started. The engine journals it, so that a later engine can end what was left running.
  std::function<void(UnitId unit, std::int64_t pid, std::int64_t start)> on_process;

  // The findings of the run, read from its journal: a unit asks once (service/unit/findings_told.h). May be empty.
  std::function<Result<std::vector<RunFinding>>()> list_findings;

  // What the run that did this step leaves open, with its numbers (service/report/finding_above.h). May be empty.
  std::function<Result<std::string>(const StepId& step)> points_left;

  // What agents decided in the run and in those around it, read from their journals. May be empty.
  std::function<Result<std::vector<MadeDecision>>()> list_decisions;

  // Which findings of a review only repeat what a person decided (service/unit/findings_told.h); may be empty.
  std::function<Result<std::vector<bool>>(const Job& job, const UnitOutcome& outcome)> settled_points;

  // Of every process of the run.
  std::map<std::string, std::string> CommonEnvironment() const;
  std::map<std::string, std::string> EnvironmentFor(const Job& job);
  // What the check or integration runs in this directory. The word "project", and a stage that comes to no command,
  // stand for the setting `verify`; else for what the run's baseline ran; else for what the files of the directory
  // suggest.
  VerifyChoice ChoiceFor(const Job& job, const std::string& directory) const;
  // What the next check of the lane runs on the work of this unit, as far as the files of the checkout say.
  std::vector<std::string> CommandsAfter(const Job& job) const;
  Result<std::optional<Sandbox>> SandboxFor(const std::string& cwd, const std::string& temp, bool may_write,
                                            bool network, const RuntimeNeeds& needs,
                                            std::vector<std::string> sealed = {}) const;

 private:
  RunResources(UnitContext given, ModelTable table, std::string hidden);

  VerifyChoice ChoiceOf(const Job& job, const std::vector<std::string>& words, const std::string& directory) const;
};

}  // namespace forge
