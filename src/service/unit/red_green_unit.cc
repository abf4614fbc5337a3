#include "service/unit/red_green_unit.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "service/proof/verify_directory.h"
#include "service/unit/baseline_memo.h"
#include "service/unit/job.h"
#include "service/unit/run_resources.h"
#include "service/unit/throwaway_worktree.h"
#include "service/unit/unit_verify.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

void Append(std::vector<std::string>& files, const std::vector<std::string>& more) {
  for (const std::string& file : more) {
    if (std::ranges::find(files, file) == files.end()) files.push_back(file);
  }
}

// What the tree with the runners says. A failure that was shown without them stands if nothing else of the work is left
// to be missed, or if it is certain which files are tests; its lines name the files that it lacked.
void Judge(const PlannedProof& proof, bool shown, RedGreen& evidence) {
  const std::string why = WhyNotRedWithRunners(evidence);
  if (!shown || why.empty()) {
    evidence.problem = why;
    return;
  }
  if (!evidence.run.results.empty() && AreGuessedTests(proof, evidence.tests)) {
    evidence.problem = WhyNotRedForGuessed(evidence);
    return;
  }
  evidence.runners.clear();
  evidence.with_runners.clear();
  evidence.run = evidence.bare_run = {};
}

}  // namespace

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
  VerifyChoice choice{job.step->verify, resources.context.settings.verify_reports, ""};
  // No step has such a name, and steps that are proved side by side have one each.
  ThrowawayWorktree place(*work, fmt::format("(before {})", job.step->id.value));
  const auto runner = [&](const std::string& at, const std::string& tree, UnitVerify::Record record) {
    return [&, at, tree, record](const VerifyChoice& unknown) -> Result<UnitVerify::Outcome> {
      const std::string cwd = TRY(place.MakeAt(at));
      UnitVerify::Outcome outcome = TRY(verify.Run(job, cwd, unknown, tree, stop, record));
      // The failure is compared with that in a worktree that may have another name.
      for (VerifyResult& result : outcome.report.results) result.output = ReplaceAll(result.output, cwd, ".");
      return outcome;
    };
  };
  const BaselineAnswer red =
      TRY(known.Take(choice, evidence.before, runner(commit, evidence.before, UnitVerify::Record::kRed)));
  if (red.report.cancelled || stop.stop_requested()) return std::optional<RedGreen>{};
  evidence.red = red.report;
  choice.commands = FailedCommands(evidence.red);
  if (!evidence.tests.empty() && !choice.commands.empty()) {
    // Not the baseline of the step: it was taken elsewhere, and what it printed may name that directory.
    const BaselineAnswer bare =
        TRY(known.Take(choice, "bare " + evidence.base, runner(base, evidence.base, UnitVerify::Record::kBare)));
    if (bare.report.cancelled || stop.stop_requested()) return std::optional<RedGreen>{};
    evidence.bare = bare.report;
  }
  evidence.problem = WhyNotRed(proof, evidence.tests, changed, evidence.red, evidence.bare);
  if (evidence.tests.empty() || choice.commands.empty()) return std::optional(std::move(evidence));
  evidence.added = TRY(work->AddedFiles(job.snapshot));
  const bool shown = evidence.problem.empty();
  std::vector<std::string> runners = LackedFiles(evidence.red, evidence, {});
  if (!shown) Append(runners, RunnersOf(job.step->verify, evidence.added, evidence.tests));
  if (!shown) choice.commands = CouldNotRun(evidence, runners);
  if (choice.commands.empty() || runners.empty()) return std::optional(std::move(evidence));
  // On the tree with these files the command may lack the next one.
  constexpr int kMostRounds = 4;
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<std::string> files = evidence.tests;
    Append(files, runners);
    if (files.size() >= changed.size()) break;
    const std::string with = TRY(work->MixFiles(base, job.snapshot, files));
    evidence.with_runners = TRY(work->TreeOf(with));
    const BaselineAnswer run = TRY(
        known.Take(choice, evidence.with_runners, runner(with, evidence.with_runners, UnitVerify::Record::kRunner)));
    if (run.report.cancelled || stop.stop_requested()) return std::optional<RedGreen>{};
    evidence.run = run.report;
    evidence.bare_run = {};
    evidence.runners = runners;
    const VerifyChoice failed{FailedCommands(evidence.run), choice.reports, ""};
    if (failed.commands.empty()) break;
    const std::string without = TRY(work->MixFiles(base, job.snapshot, runners));
    const std::string tree = TRY(work->TreeOf(without));
    const BaselineAnswer bare =
        TRY(known.Take(failed, "bare " + tree, runner(without, tree, UnitVerify::Record::kBareRunner)));
    if (bare.report.cancelled || stop.stop_requested()) return std::optional<RedGreen>{};
    evidence.bare_run = bare.report;
    // A command that showed a failure before may owe it to these files: it is asked until it lacks none.
    const VerifyReport unclear = shown ? evidence.run : ShowingNothing(evidence.run, evidence.bare_run);
    const std::vector<std::string> more = LackedFiles(unclear, evidence, runners);
    if (more.empty()) break;
    Append(runners, more);
  }
  if (evidence.run.results.empty()) evidence.runners = std::move(runners);
  Judge(proof, shown, evidence);
  return std::optional(std::move(evidence));
}

}  // namespace forge
