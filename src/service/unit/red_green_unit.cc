#include "service/unit/red_green_unit.h"

#include <fmt/core.h>

#include "service/proof/verify_directory.h"
#include "service/unit/baseline_memo.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "service/unit/unit_verify.h"
#include "workspace/workspace.h"

namespace forge {

Result<std::optional<RedGreen>> ShowRed(RunResources& resources, UnitVerify& verify, BaselineMemo& known,
                                        const Job& job, const std::string& after, const std::stop_token& stop) {
  if (!resources.worktrees.isolated() || job.snapshot.empty()) {
    return Fail(Code::kUnavailable,
                fmt::format("step {} has `Proof: red-green`, and the work is in your checkout: there is no tree before "
                            "it to run the tests on",
                            job.step->id.value),
                "run with `--isolation worktree`, or write `Proof: waived because REASON` in the plan");
  }
  const PlannedProof proof = ProofOf(*job.step);
  Workspaces* work = TRY(resources.worktrees.Open());
  RedGreen evidence;
  evidence.after = after;
  const std::string base = TRY(work->BaseOf(job.snapshot));
  evidence.base = TRY(work->TreeOf(base));
  const std::vector<std::string> changed = TRY(work->ChangedFiles(job.snapshot));
  evidence.tests = TestsOfChange(proof, changed, job.step->verify);
  const std::string commit = TRY(work->MixFiles(base, job.snapshot, evidence.tests));
  evidence.before = TRY(work->TreeOf(commit));
  const VerifyChoice choice{job.step->verify, resources.context.settings.verify_reports, ""};
  // No step has such a name, and steps that are proved side by side have one each.
  const std::string lane = fmt::format("(before {})", job.step->id.value);
  const auto run = [&](const VerifyChoice& unknown) -> Result<UnitVerify::Outcome> {
    const std::string cwd = TRY(work->MakeAt(lane, commit));
    return verify.Run(job, cwd, unknown, evidence.before, stop, UnitVerify::Record::kAside);
  };
  const BaselineAnswer answer = TRY(known.Take(choice, evidence.before, run));
  if (answer.report.cancelled || stop.stop_requested()) return std::optional<RedGreen>{};
  evidence.red = answer.report;
  evidence.problem = WhyNotRed(proof, evidence.tests, changed, evidence.red);
  return std::optional(std::move(evidence));
}

}  // namespace forge
