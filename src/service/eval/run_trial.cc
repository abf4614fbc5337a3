#include "service/eval/run_trial.h"

#include <fmt/core.h>

#include <memory>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "model/words.h"
#include "os/files/files.h"
#include "service/agents/models.h"
#include "service/drive_run.h"
#include "service/eval/busy_time.h"
#include "service/eval/form_rounds.h"
#include "service/eval/suite_files.h"
#include "service/forge.h"
#include "service/proof/verify_directory.h"
#include "service/report/cost.h"
#include "service/report/findings.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "service/unit/run_files.h"
#include "store/store.h"
#include "text/first_line.h"
#include "workspace/git.h"
#include "workspace/names.h"

namespace forge {
namespace {

constexpr std::size_t kKeptOutput = 4000;
constexpr std::size_t kLongestWhy = 160;

bool IsResting(RunStatus status) { return status == RunStatus::kPaused || status == RunStatus::kParked; }

// No engine can bring it further without a person, and no person is here.
bool IsOver(RunStatus status) {
  return IsEnd(status) || status == RunStatus::kFailed || status == RunStatus::kWaiting ||
         status == RunStatus::kBlocked;
}

Result<RunId> RootRun(Forge& forge, const StartRequest& request) {
  for (const RunRow& row : TRY(forge.store().ListRuns())) {
    if (row.parent.value == 0) return row.id;
  }
  return StartRun(forge, request);
}

Result<RunStatus> DriveTrial(Forge& forge, RunId run, const TrialHooks& hooks) {
  const RunStatus before = TRY(ViewRun(forge, run)).run.status;
  if (IsOver(before)) return before;
  if (IsResting(before)) {
    Control resume;
    resume.kind = ControlKind::kResume;
    resume.by = "forge eval";
    TRY(SendCommand(forge, run, resume));
  }
  DriveOptions options;
  options.interrupts = hooks.interrupts;
  return DriveRun(forge, run, options);
}

Status Measure(Forge& forge, RunId root, TrialResult& trial) {
  const ModelTable models = TRY(LoadModels(forge.machine(), forge.project()));
  for (const RunRow& run : TRY(forge.store().ListRuns())) {
    const CostReport cost = TRY(CostOf(forge.store(), forge.project(), models, run));
    trial.units += cost.total.units;
    trial.tokens += cost.total.usage.tokens();
    trial.usd += cost.total.usage.usd;
    trial.unreported += cost.total.unreported;
    trial.unpriced += cost.total.unpriced;
    const auto journal = TRY(forge.store().ReadJournal(run.id, {.inputs_only = true}));
    trial.form_rounds += TRY(CountFormRounds(journal, TRY(forge.store().ListUnits(run.id))));
    if (run.id == root) trial.time_ms = TRY(BusyMs(journal));
    const RunFiles files(forge.project(), run.id, run.slug);
    trial.findings += static_cast<std::int64_t>(TRY(ListFindings(forge.store(), run.id, &files)).size());
  }
  return {};
}

std::string WhyItStopped(const RunView& view) {
  for (const StoredQuestion& stored : view.questions) {
    if (stored.question.status == QuestionStatus::kOpen)
      return "the run waits for an answer: " + FirstLine(stored.question.text, kLongestWhy);
  }
  return fmt::format("the run is {}{}", Name(view.run.status),
                     view.run.reason.empty() ? "" : ": " + FirstLine(view.run.reason, kLongestWhy));
}

// The commit that the run delivers; empty: it has none.
Result<std::string> DeliveredCommit(const std::string& repository, RunId run) {
  const GitAnswer found = TRY(Git(repository).Try({"rev-parse", "--verify", "-q", RunNames(run).branch_ref()}));
  return found.exit_code == 0 ? std::string(Trim(found.out)) : std::string();
}

Status MakeCheckout(const std::string& repository, const std::string& commit, const std::string& directory) {
  TRY(RemoveTree(directory));
  TRY(Git(repository).Run({"clone", "-q", "--no-checkout", repository, directory}));
  const Git git(directory);
  // The commit need not be on a branch that a clone brings along.
  TRY(git.Run({"-c", "protocol.version=2", "fetch", "-q", repository, commit}));
  TRY(git.Run({"checkout", "-q", "--detach", commit}));
  return {};
}

// False: the check was stopped.
Result<bool> CheckTrial(const EvalWorld& world, const TrialPlan& plan, const TrialPlace& place, RunId run,
                        std::stop_token stop, TrialResult& trial) {
  const std::string commit = TRY(DeliveredCommit(place.project.root, run));
  if (commit.empty()) return true;
  const CheckRun check = TRY(RunHiddenCheck(world, *plan.task, place.project.root, commit,
                                            JoinPath(plan.directory, "check"), std::move(stop)));
  if (check.cancelled) return false;
  trial.check = check.passed ? CheckResult::kPassed : CheckResult::kFailed;
  trial.output = check.output;
  return true;
}

std::string WhyUnsolved(const TrialResult& trial, const RunView& view) {
  if (trial.solved) return "";
  std::string why = view.run.status == RunStatus::kCompleted ? "" : WhyItStopped(view);
  if (trial.check == CheckResult::kFailed && why.empty()) why = "the hidden check failed";
  if (trial.check == CheckResult::kNotRun && why.empty()) why = "the run delivered no commit";
  if (trial.check == CheckResult::kPassed) why += "; the hidden check would have passed";
  return why;
}

}  // namespace

Result<CheckRun> RunHiddenCheck(const EvalWorld& world, const EvalTask& task, const std::string& repository,
                                const std::string& commit, const std::string& directory, std::stop_token stop) {
  TRY(MakeCheckout(repository, commit, directory));
  for (const std::string& path : task.remove) TRY(RemoveTree(JoinPath(directory, path)));
  TRY(WriteSuiteFiles(directory, task.check_files));
  VerifyWish wish;
  wish.directory = TRY(RealPath(directory));
  wish.commands = task.check;
  wish.from = "the hidden check";
  wish.timeout_ms = task.timeout_ms;
  const Verified verified = TRY(VerifyDirectory(world.machine, world.settings, wish, std::move(stop)));
  TRY(RemoveTree(directory));
  CheckRun check{verified.report.passed, verified.report.cancelled, ""};
  for (const VerifyResult& result : verified.report.results) {
    if (result.passed) continue;
    const std::string how = result.timed_out ? "timed out" : fmt::format("exit {}", result.exit_code);
    check.output = fmt::format("$ {} ({})\n{}", result.command, how, KeepHeadAndTail(result.output, 0, kKeptOutput));
    break;
  }
  return check;
}

Result<std::optional<TrialResult>> ReadTrial(const std::string& directory) {
  const std::string path = JoinPath(directory, kResultFile);
  if (TRY(LookAtPath(path)) == PathKind::kNothing) return std::nullopt;
  return TRY_WITH(path, TrialFromJson(TRY_WITH(path, ParseJson(TRY(ReadFile(path))))));
}

Result<std::optional<TrialResult>> RunTrial(const EvalWorld& world, const TrialPlan& plan, const TrialHooks& hooks) {
  if (auto finished = TRY(ReadTrial(plan.directory))) return finished;
  const TrialPlace place = TRY(MakeTrialPlace(world, plan));
  TrialResult trial;
  {
    const std::unique_ptr<Forge> forge = TRY(Forge::Open(place.machine, place.settings, place.project, true));
    const RunId run = TRY(RootRun(*forge, place.request));
    const RunStatus status = TRY(DriveTrial(*forge, run, hooks));
    if (!IsOver(status)) return std::nullopt;
    trial.task = plan.task->name;
    trial.variant = plan.variant;
    trial.number = plan.number;
    trial.path = plan.path;
    trial.task_fingerprint = plan.task->fingerprint;
    trial.fingerprint = plan.fingerprint;
    trial.status = std::string(Name(status));
    if (!TRY(CheckTrial(world, plan, place, run, hooks.stop, trial))) return std::nullopt;
    trial.solved = status == RunStatus::kCompleted && trial.check == CheckResult::kPassed;
    TRY(Measure(*forge, run, trial));
    trial.why = WhyUnsolved(trial, TRY(ViewRun(*forge, run)));
  }
  TRY(RemoveTrialWorktrees(place));
  TRY(WriteFileAtomic(JoinPath(plan.directory, kResultFile), ToJson(trial).Dump() + "\n"));
  return trial;
}

}  // namespace forge
