// The check `evidence`: the plan's criteria run by us on the tree that ships, and a sample of them again on a fresh
// checkout.
#include <chrono>
#include <optional>

#include "service/proof/evidence.h"
#include "service/unit/unit_executor.h"
#include "service/unit/unit_sandbox.h"
#include "service/unit/unit_temp.h"
#include "verify/verify.h"

namespace forge {

Result<std::optional<EvidenceReport>> UnitExecutor::ProveCriteria(const Job& job, std::stop_token stop) {
  const std::string cwd = TRY(WorkDirectory(job, false));
  const std::int64_t timeout = job.stage.timeout_ms > 0 ? job.stage.timeout_ms : context_.settings.verify_timeout_ms;
  std::string fresh = cwd;
  std::string tree;
  if (isolated()) {
    const std::string commit = TRY(CommitOf(job));
    tree = TRY(TRY(OpenWorkspaces())->TreeOf(commit));
    // What only works because of files that nobody committed fails here.
    if (job.snapshot.empty()) fresh = TRY(TRY(OpenWorkspaces())->PrepareAt("audit", commit));
  }
  std::optional<Error> error;
  bool cancelled = false;
  auto runner = [&](const std::string& directory) -> RunCriterion {
    return [&, directory](const std::string& command) -> EvidenceRun {
      if (error || cancelled) return {-1, ""};
      const auto run = [&]() -> Result<VerifyReport> {
        const UnitTemp temp = TRY(UnitTemp::Make());
        SandboxPlaces places;
        places.workspace = directory;
        places.temp = temp.path();
        places.worktrees = context_.machine.cache_directory + "/worktrees";
        places.may_write = true;
        places.network = context_.settings.sandbox.verify_network;
        const std::optional<Sandbox> sandbox =
            TRY(UnitSandbox(context_.settings.sandbox, places, context_.machine, context_.project, {}));
        std::map<std::string, std::string> env = UnitEnvironment(job);
        if (sandbox) env["TMPDIR"] = temp.path();
        return RunCommands(
            {command}, directory, env, std::chrono::milliseconds(timeout), stop,
            [&](std::int64_t pid, std::int64_t start) { queue_.Post(Began{job.unit.id, pid, start}); }, sandbox);
      }();
      if (!run) error = run.error();
      cancelled = stop.stop_requested() || (run && run->cancelled);
      if (!run || run->results.empty()) return {-1, ""};
      return {run->results[0].exit_code, run->results[0].output};
    };
  };
  EvidenceReport report =
      GatherEvidence(CriteriaOf(job.criteria), EvidenceSeed(tree + job.plan_hash), runner(cwd), runner(fresh));
  if (error) return std::unexpected(*error);
  if (cancelled) return std::optional<EvidenceReport>{};
  return std::optional(std::move(report));
}

}  // namespace forge
