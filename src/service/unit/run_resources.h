// What units of one run work with: its files and settings, its worktrees, its agents. The seam between the engine and
// the place where units are carried out. Knows no unit.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
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

  // FINDINGS.md as it is after the decisions (service/report/triage.h, FixPage); may be empty: as it was asked about.
  std::function<Result<std::string>(const Job& job)> findings_to_fix;

  // Of every process of the run.
  std::map<std::string, std::string> CommonEnvironment() const;
  std::map<std::string, std::string> EnvironmentFor(const Job& job);
  // What the next check of the lane runs on the work of this unit. Where nothing is set, what the project's files
  // suggest, as the check itself does; looked up once.
  std::vector<std::string> CommandsAfter(const Job& job);
  Result<std::optional<Sandbox>> SandboxFor(const std::string& cwd, const std::string& temp, bool may_write,
                                            bool network, const RuntimeNeeds& needs,
                                            const std::string& sealed = "") const;

 private:
  RunResources(UnitContext given, ModelTable table, std::string hidden);

  std::once_flag looked_;
  std::vector<std::string> detected_;  // written once, by `looked_`
};

}  // namespace forge
