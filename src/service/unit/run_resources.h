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
#include "service/report/told_findings.h"
#include "service/transcript/secret_mask.h"
#include "service/unit/agent_logins.h"
#include "service/unit/lane_worktrees.h"
#include "service/unit/unit_context.h"

namespace forge {

struct Job;
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
  // What must not be kept of anything that a unit prints.
  const SecretMask mask;
  LaneWorktrees worktrees;
  AgentLogins logins;
  // A process of a unit has started. The engine journals it, so that a later engine can end what was left running.
  std::function<void(UnitId unit, std::int64_t pid, std::int64_t start)> on_process;

  // What a reviewer is told of the run's findings (service/report/known_findings.h); may be empty.
  std::function<ToldFindings(const Job& job, bool repeats)> known_findings;

  // Which findings of a review only repeat what a person decided (service/unit/findings_told.h); may be empty.
  std::function<std::vector<bool>(const Job& job, const UnitOutcome& outcome)> settled_points;

  // What people left as it is, for those who are shown reviews; may be empty.
  std::function<std::vector<DecidedPoint>(const Job& job)> decided_points;

  // FINDINGS.md as it is after the decisions (service/report/triage.h, FixPage); may be empty: as it was asked about.
  std::function<Result<std::string>(const Job& job)> findings_to_fix;

  // What a stage listed for others to judge, as it is now (service/report/known_findings.h); may be empty.
  std::function<Result<std::string>(const Job& job, const std::string& stage)> collected_points;

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
