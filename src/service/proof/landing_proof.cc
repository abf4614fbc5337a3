#include "service/proof/landing_proof.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "model/json.h"
#include "service/forge.h"
#include "service/proof/verify_directory.h"
#include "service/proof/verify_evidence.h"
#include "service/proof/verify_outcome.h"
#include "service/run_queries.h"
#include "service/unit/run_files.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

// No step is called so: LaneName makes a name of its own for it.
constexpr const char* kLandLane = "(land)";

CheckedCommands CommandsIn(const RunFiles& files, UnitId unit) {
  CheckedCommands commands;
  const auto text = files.ReadUnitText(unit, "verify.json").value_or(std::nullopt);
  const auto record = text ? ParseJson(*text) : Result<Json>(Json());
  if (!record) return commands;
  for (const Json& result : (*record)["results"].AsArray())
    (result["passed"].AsBool() ? commands.passed : commands.failed).push_back(result["command"].AsString());
  return commands;
}

// The worktree goes back to the pool, whatever happened there.
class LentWorktree {
 public:
  LentWorktree(Workspaces& workspaces, std::string lane) : workspaces_(workspaces), lane_(std::move(lane)) {}
  ~LentWorktree() { (void)workspaces_.Release(lane_); }  // `forge workspaces clean` removes what is left
  LentWorktree(const LentWorktree&) = delete;
  LentWorktree& operator=(const LentWorktree&) = delete;

 private:
  Workspaces& workspaces_;
  std::string lane_;
};

}  // namespace

CheckedCommands CommandsOfRun(const Project& project, const RunView& view) {
  const RunFiles files(project, view.run.id, view.run.slug);
  std::vector<std::vector<std::string>> checks;  // the newest first
  std::set<StepId> seen;
  CheckedCommands commands;
  bool steps_after = false;
  for (auto unit = view.units.rbegin(); unit != view.units.rend(); ++unit) {
    if (!unit->step.empty()) steps_after = true;
    if (unit->kind != UnitKind::kCheck || unit->status != UnitStatus::kDone || seen.contains(unit->step)) continue;
    CheckedCommands check = CommandsIn(files, unit->id);
    for (const std::string& command : check.failed) AddCommand(commands.failed, command);
    if (check.passed.empty()) continue;
    seen.insert(unit->step);
    checks.push_back(std::move(check.passed));
    if (unit->step.empty() && !steps_after) break;
  }
  for (auto check = checks.rbegin(); check != checks.rend(); ++check) {
    for (const std::string& command : *check) AddCommand(commands.passed, command);
  }
  return commands;
}

Result<VerifyReport> ProveLanding(Forge& forge, const RunView& view, Workspaces& workspaces,
                                  const LandingProofWish& wish) {
  const RunFiles files(forge.project(), view.run.id, view.run.slug);
  const EvidenceFiles evidence(
      files.directory(), wish.tree,
      Surroundings(forge.machine().environment) + forge.settings().Get("sandbox") + forge.settings().Get("pass_env"));
  VerifyReport report;
  VerifyWish unproved;
  for (const std::string& command : wish.commands) {
    if (auto pass = evidence.FindPass(command)) {
      report.results.push_back(*std::move(pass));
    } else {
      unproved.commands.push_back(command);
    }
  }
  if (!unproved.commands.empty()) {
    const LentWorktree lent(workspaces, kLandLane);
    unproved.directory = TRY(workspaces.PrepareAt(kLandLane, wish.commit));
    unproved.env = workspaces.EnvironmentOf(kLandLane);
    unproved.project = forge.project();
    unproved.from = "the run";
    unproved.on_begin = wish.on_begin;
    Verified verified = TRY(VerifyDirectory(forge.machine(), forge.settings(), unproved, wish.stop));
    report.cancelled = verified.report.cancelled;
    for (VerifyResult& result : verified.report.results) {
      // A failure is not kept: the command runs again.
      if (result.passed && !verified.tree_changed) TRY(evidence.Keep(result, UnitId{}));
      report.results.push_back(std::move(result));
    }
  }
  FillScore(report, wish.commands.size());
  return report;
}

}  // namespace forge
