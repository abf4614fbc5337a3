#include "service/unit/child_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "service/proof/verify_directory.h"
#include "service/proof/verify_outcome.h"
#include "service/unit/commit_message.h"
#include "service/unit/integrate_unit.h"
#include "service/unit/job.h"
#include "service/unit/merge_queue.h"
#include "service/unit/refused_runs.h"
#include "service/unit/run_files.h"
#include "service/unit/run_resources.h"
#include "service/unit/secrets_gate.h"
#include "service/unit/unit_verify.h"
#include "text/first_line.h"
#include "verify/scope.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kMostOfAWhy = 300;

// What a person or the pipeline of the child let pass is not asked again here.
Job WithExcuses(const Job& job, const UnitOutcome& outcome) {
  Job excused = job;
  for (const Json& command : outcome.result[kExcusedCommands].AsArray()) excused.accepted.push_back(command.AsString());
  return excused;
}

UnitOutcome Refuse(const UnitOutcome& done, const std::string& why) {
  UnitOutcome refused = done;
  refused.status = UnitStatus::kFailed;
  refused.error_class = ErrorClass::kExternal;
  refused.error = fmt::format("{}, but its work is refused: {}", done.summary, Trim(why));
  return refused;
}

UnitOutcome NotTaken(const UnitOutcome& done, const Error& error) {
  UnitOutcome failed =
      FailedUnit(error.code == Code::kUnavailable ? ErrorClass::kExternal : ErrorClass::kTooling, error);
  if (error.code == Code::kCancelled) failed.status = UnitStatus::kCancelled;
  failed.usage = done.usage;
  failed.result = done.result;
  return failed;
}

}  // namespace

std::optional<UnitOutcome> ChildUnit::CarryOut(const Job& job, std::stop_token stop) {
  while (true) {
    std::optional<UnitOutcome> outcome = drive_(job, stop);
    // A step that reads or audits changes nothing, whatever its run did.
    const bool reads = job.rules >= 6 && ChangesNothing(*job.step);
    if (!outcome || outcome->status != UnitStatus::kDone || reads) return outcome;
    const Result<std::string> why = TakeWork(job, *outcome, stop);
    if (!why) return NotTaken(*outcome, why.error());
    if (why->empty()) return WithRefused(job, *std::move(outcome));
    // Another run does the step, once; what that one made a retry tries first.
    const Result<bool> replaced = NoteRefusal(job, RunId{outcome->result["run"].AsInt()}, *why);
    if (!replaced) return NotTaken(*outcome, replaced.error());
    if (!*replaced) return WithRefused(job, Refuse(*outcome, *why));
  }
}

// Its commits become part of this run, so that the user need not find another branch. Why they do not; empty: they did.
Result<std::string> ChildUnit::TakeWork(const Job& job, UnitOutcome& outcome, const std::stop_token& stop) {
  if (!resources_.worktrees.isolated()) return Prove(job, outcome, stop);
  std::optional<Workspaces::ChildWork> made;
  {
    auto work = TRY(resources_.worktrees.Enter());
    work.ForgetAll();
    made = TRY(
        work->TakeChild(RunId{outcome.result["run"].AsInt()}, job.lane, job.unit.id, TitleOfAll(job, resources_.mask)));
  }
  if (!made) return "";
  if (const auto found = CheckScopeOfRun(*job.step, made->files); !found.empty()) return Join(found, "\n");
  const SecretsReport secrets = TRY(FindNewSecrets(resources_, made->snapshot));
  if (!secrets.findings.empty()) return Join(secrets.findings, "\n");
  const Job own = WithExcuses(job, outcome);
  const MergeAnswer answer = TRY(integrate_.MergeChild(own, made->snapshot, stop));
  if (!answer.merged()) return integrate_.WhyRefused(own, answer);
  outcome.result.Set("commit", answer.commit);
  return "";
}

// In one checkout there is nothing to merge: what the step is proved by must pass there.
Result<std::string> ChildUnit::Prove(const Job& job, UnitOutcome& outcome, const std::stop_token& stop) {
  VerifyChoice choice{{}, resources_.context.settings.verify_reports, ""};
  const Job own = WithExcuses(job, outcome);
  for (const std::string& command : job.step->verify) {
    if (std::ranges::find(own.accepted, command) == own.accepted.end()) AddCommand(choice.commands, command);
  }
  if (choice.commands.empty()) return "";
  UnitVerify::Outcome run = TRY(verify_.Run(job, resources_.context.project.root, choice, "", stop));
  if (run.missing) return std::unexpected(*std::move(run.missing));
  return run.report.passed ? "" : "in your checkout\n" + FailuresOf(run.report);
}

// The journal tells of the runs whose place another one took.
UnitOutcome ChildUnit::WithRefused(const Job& job, UnitOutcome outcome) {
  const auto kept = resources_.context.files.ReadArtifact(job.lane, kRefusedRuns);
  if (!kept) return NotTaken(outcome, kept.error());
  Json told = Json::MakeArray();
  for (const RefusedRun& one : ReadRefusedRuns(kept->value_or(""))) {
    if (!one.replaced) continue;
    told.Append(Json::MakeObject().Set("run", one.run.value).Set("reason", FirstLine(one.why, kMostOfAWhy)));
  }
  if (!told.AsArray().empty()) outcome.result.Set("refused", std::move(told));
  return outcome;
}

Result<bool> ChildUnit::NoteRefusal(const Job& job, RunId child, const std::string& why) {
  const RunFiles& files = resources_.context.files;
  std::vector<RefusedRun> refused = ReadRefusedRuns(TRY(files.ReadArtifact(job.lane, kRefusedRuns)).value_or(""));
  const bool replaced = AddRefusal(refused, child, why);
  TRY(files.WriteArtifact(job.lane, kRefusedRuns, PrintRefusedRuns(refused)));
  return replaced;
}

}  // namespace forge
