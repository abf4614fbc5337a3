#include "service/unit/evidence_unit.h"

#include <fmt/core.h>

#include <chrono>

#include "service/proof/evidence.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "service/unit/throwaway_worktree.h"
#include "service/unit/unit_temp.h"
#include "verify/verify.h"
#include "workspace/workspace.h"

namespace forge {

Result<std::optional<EvidenceReport>> ProveCriteria(RunResources& resources, const Job& job, ProofRuns runs,
                                                    std::stop_token stop) {
  const bool twice = runs == ProofRuns::kTwice;
  const std::vector<EvidenceItem> items = twice ? CriteriaOf(job.criteria) : WrittenCriteria(job.criteria);
  if (!twice && items.empty()) return std::optional(EvidenceReport{});
  const std::string cwd = TRY(resources.worktrees.Prepare(job, false));
  const std::int64_t timeout =
      job.stage.timeout_ms > 0 ? job.stage.timeout_ms : resources.context.settings.verify_timeout_ms;
  std::string fresh = cwd;
  std::optional<ThrowawayWorktree> checkout;  // removed when the criteria have run: the report has what they printed
  std::string commit;
  if (resources.worktrees.isolated()) {
    commit = TRY(resources.worktrees.CommitOf(job));
    // What only works because of uncommitted files, or because of what an earlier build left, fails here.
    // No step has such a name, and steps that are proved side by side have one each.
    const std::string lane = job.step ? fmt::format("(audit {})", job.step->id.value) : "(audit)";
    if (twice) fresh = TRY(checkout.emplace(*TRY(resources.worktrees.Open()), lane).MakeAt(commit));
  }
  std::optional<Error> error;
  bool cancelled = false;
  auto runner = [&](const std::string& directory) -> RunCriterion {
    return [&, directory](const std::string& command) -> EvidenceRun {
      if (error || cancelled) return {-1, ""};
      const auto run = [&]() -> Result<VerifyReport> {
        const UnitTemp temp = TRY(UnitTemp::Make(resources.context.process_marker));
        VerifyRequest request;
        request.commands = {command};
        request.cwd = directory;
        request.env = resources.EnvironmentFor(job);
        request.withheld = resources.withheld;
        request.timeout = std::chrono::milliseconds(timeout);
        request.on_start = [&](std::int64_t pid, std::int64_t start) { resources.on_process(job.unit.id, pid, start); };
        request.sandbox = TRY(
            resources.SandboxFor(directory, temp.path(), true, resources.context.settings.sandbox.verify_network, {}));
        if (request.sandbox) request.env["TMPDIR"] = temp.path();
        return RunCommands(request, stop);
      }();
      if (!run) error = run.error();
      if (run && run->shortage) error = run->shortage;
      cancelled = stop.stop_requested() || (run && run->cancelled);
      if (!run || run->results.empty()) return {-1, ""};
      return {run->results[0].exit_code, run->results[0].output};
    };
  };
  // Where there is no checkout of its own, there is no other reason for what is printed otherwise.
  RunCriterion anew;
  std::optional<std::string> another;
  if (checkout) {
    anew = [&](const std::string& command) -> EvidenceRun {
      if (!another && !error) {
        auto place = checkout->MakeAt(commit);
        if (!place) error = place.error();
        if (place) another = *place;
      }
      return another ? runner(*another)(command) : EvidenceRun{-1, ""};
    };
  }
  EvidenceReport report = GatherEvidence(items, runner(cwd), twice ? runner(fresh) : RunCriterion(), anew);
  if (error) return std::unexpected(*error);
  if (cancelled) return std::optional<EvidenceReport>{};
  Weigh(report, job.ran_before);
  // Only now: the criteria are about what the commands printed.
  for (EvidenceEntry& entry : report.entries) {
    entry.run.output = resources.mask.Apply(entry.run.output);
    entry.second.output = resources.mask.Apply(entry.second.output);
  }
  return std::optional(std::move(report));
}

}  // namespace forge
