#include "service/step_shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "engine/handovers.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "service/forge.h"
#include "service/library.h"
#include "service/ownership.h"
#include "service/run_queries.h"
#include "service/run_settings.h"
#include "service/unit/job.h"
#include "service/unit/lane_worktrees.h"
#include "service/workspaces.h"
#include "store/store.h"
#include "workspace/names.h"

namespace forge {
namespace {

constexpr std::size_t kMostFilesTold = 20;  // in the journal; the ref has all of them

Holder ThisHolder() {
  const Owner me = ThisOwner();
  return {me.pid, me.pid_start, me.boot, me.host, me.pid_namespace};
}

bool IsAlive(const Holder& holder) {
  return OwnerAlive({holder.pid, holder.pid_start, holder.boot, holder.host, holder.pid_namespace});
}

bool IsRunning(const State& state, const StepId& step, bool any_step) {
  return std::ranges::any_of(state.units, [&](const auto& entry) {
    return any_step ? !entry.second.step.empty() : entry.second.step == step;
  });
}

// An engine that was killed leaves units in flight that nobody carries out any more.
Status StopUnitsOfDeadEngine(Forge& forge, RunId run) {
  const State state = TRY(LoadState(forge, run));
  if (state.units.empty() || IsEnd(state.status)) return {};
  const auto lease = TRY(forge.store().FindLease(run));
  if (lease && IsHeld(*lease, LeaseMs(forge.settings()))) return {};
  Control stop;
  stop.kind = ControlKind::kStop;
  stop.reason = "its engine has died";
  TRY(SendCommand(forge, run, stop));
  return {};
}

// What to type instead.
std::string HintFor(const State& state, RunId run, const StepTaken& in) {
  const std::int64_t id = run.value;
  if (IsEnd(state.status))
    return fmt::format("its work is on the branch {}: forge land {}, or git switch {}", RunNames(run).branch(), id,
                       RunNames(run).branch());
  if (IsRunning(state, in.step, in.alone))
    return fmt::format("pause it first: forge pause {0}; when it has stopped: forge shell {0} {1}", id, in.step.value);
  if (const auto hold = state.holds.find(in.step); hold != state.holds.end()) {
    const Holder& holder = hold->second.holder;
    const Holder here = ThisHolder();
    if (holder.host == here.host && holder.pid_namespace == here.pid_namespace) return "leave that shell first";
    return fmt::format("leave that shell first, on {}; if it is gone: forge shell {} {} --take-over",
                       holder.host == here.host ? holder.host + " (in another container)" : holder.host, id,
                       in.step.value);
  }
  return fmt::format("forge status {}", id);
}

bool HasLane(const State& state, const StepId& step) {
  const int place = state.graph.Find(step.value);
  return place >= 0 && state.steps[static_cast<std::size_t>(place)].lane.has_value();
}

// What the step's next unit begins from. What a person gave back may not have come to the lane yet.
std::string SnapshotBefore(const State& state, const StepId& step) {
  const auto work = state.handwork.find(step);
  if (work != state.handwork.end() && !work->second.snapshot.empty()) return work->second.snapshot;
  if (!HasLane(state, step)) return "";
  return state.steps[static_cast<std::size_t>(state.graph.Find(step.value))].lane->snapshot;
}

// The first stage of the step whose agent may write files.
std::string FirstWriter(const Pipeline& pipeline, const Library& library) {
  const auto writes = [&](const Stage& stage) { return Works(stage) && library.role_writes(stage.role); };
  const auto found = std::ranges::find_if(pipeline.stages, writes);
  return found == pipeline.stages.end() ? "" : found->name;
}

}  // namespace

HandMark StepShell::MarkOf(const Forge& forge, RunId run, const StepId& step) {
  return {forge.project().run_directory(run.value), step};
}

Result<StepShell> StepShell::Open(Forge& forge, RunId run, const StepId& step, const std::string& by, bool take_over) {
  TRY(StopUnitsOfDeadEngine(forge, run));
  const State state = TRY(LoadState(forge, run));
  const RunSettings settings = RunSettings::FromJson(state.start.settings);
  if (settings.isolation == "shared" && !IsEnd(state.status)) {
    return Fail(
        Code::kInvalid,
        fmt::format("run {} works in your checkout: step `{}` has no worktree of its own", run.value, step.value),
        fmt::format("forge pause {0}, edit the files, forge resume {0}", run.value));
  }
  StepShell shell(forge, run, step, by);
  const auto hold = state.holds.find(step);
  // A plan that was edited since does not move the files of the shell that died.
  shell.alone_ = hold != state.holds.end()
                     ? hold->second.alone
                     : settings.isolation == "branch" || (state.plan && ShareWorktree(state.plan->steps));
  shell.take_over_ = take_over;
  TRY(shell.OpenWorkspaces(state));
  if (hold != state.holds.end() && IsEnd(state.status)) return std::unexpected(shell.KeepAfterTheEnd(state));
  TRY(shell.Take(state));
  const Status leased = shell.Lease();
  if (leased) return shell;
  // Without a worktree nothing was typed; an older shell's edits are where they were.
  if (!shell.is_continued_) {
    StepGivenBack back{step, ThisHolder(), GiveBack::kAsItWas, "", "", false, "", by};
    (void)SendCommand(forge, run, back);
  }
  return std::unexpected(WithContext(fmt::format("open step `{}` of run {}", step.value, run.value), leased.error()));
}

Status StepShell::OpenWorkspaces(const State& state) {
  const RunSettings settings = RunSettings::FromJson(state.start.settings);
  const Settings now = TRY(Settings::Load(forge_->machine(), forge_->project()));
  Workspaces::Options options = WorkspaceOptions(now, forge_->machine(), forge_->project(), run_, settings.sandbox);
  options.parent = state.start.parent;
  options.start = settings.base;
  workspaces_ = TRY(Workspaces::Open(options));
  if (alone_) workspaces_->Share(step_.value, kStepsLane);
  return {};
}

Status StepShell::Take(const State& state) {
  StepTaken in{step_, ThisHolder(), {}, alone_, by_};
  const auto hold = state.holds.find(step_);
  if (hold != state.holds.end() && (take_over_ || !IsAlive(hold->second.holder))) in.instead_of = hold->second.holder;
  before_ = SnapshotBefore(state, step_);
  had_lane_ = HasLane(state, step_);
  if (std::string why = WhyNotTaken(state, in); !why.empty())
    return Fail(Code::kConflict, fmt::format("run {}: {}", run_.value, why), HintFor(state, run_, in));
  if (in.instead_of.pid != 0) {
    TRY(RefuseIfStillThere());
    // Before the step is ours: should we die in between, the next shell knows what is in the worktree.
    TRY(mark_.Add(hold->second.holder, in.holder));
    is_continued_ = TRY(mark_.Has(in.holder));
  }
  const auto taken = SendCommand(*forge_, run_, in);
  CrashPoint("hand-taken");
  if (taken) return {};
  // The engine takes it when it can, and then we are gone: what follows in its inbox gives the step back. Another
  // shell's files stay held: the next shell finds us dead, and them by the mark.
  if (taken.error().code == Code::kUnavailable && in.instead_of.pid == 0)
    TRY(forge_->store().Post(run_, StepGivenBack{step_, in.holder, GiveBack::kAsItWas, "", "", false, "", by_},
                             WallClock()));
  Error error = WithContext(fmt::format("run {}", run_.value), taken.error());
  if (error.hint.empty())
    error.hint = fmt::format("forge pause {}, then forge shell {} {}", run_.value, run_.value, step_.value);
  return std::unexpected(error);
}

// The process that we know of has died; the shell that it started may have outlived it.
Status StepShell::RefuseIfStillThere() const {
  if (take_over_) return {};
  const auto environment = workspaces_->EnvironmentOf(step_.value);
  const auto directory = environment.find("FORGE_WORKTREE");
  if (directory == environment.end()) return {};
  for (const ProcessId& process : FindByEnvironment("FORGE_WORKTREE", directory->second)) {
    if (process.pid == ThisOwner().pid) continue;
    return Fail(Code::kConflict,
                fmt::format("run {}: step `{}` is still open: process {} of the shell that was opened there runs in {}",
                            run_.value, step_.value, process.pid, directory->second),
                fmt::format("leave that shell (or: kill -HUP {}), then forge shell {} {}; to work beside it: forge "
                            "shell {} {} --take-over",
                            process.pid, run_.value, step_.value, run_.value, step_.value));
  }
  return {};
}

Status StepShell::Lease() {
  if (is_continued_) {
    // What the other shell left is saved first. A person may also have removed the worktree.
    const Status found = Keep();
    directory_ = workspaces_->PathOf(step_.value);
    if (found) return {};
    if (found.error().code != Code::kNotFound && found.error().code != Code::kInvalid) return found;
    is_continued_ = false;
  }
  directory_ = TRY(workspaces_->Prepare(step_.value, before_));
  return mark_.Set(ThisHolder());
}

Status StepShell::Keep() {
  kept_ = TRY(workspaces_->KeepByHand(step_.value, before_));
  CrashPoint("hand-kept");
  return {};
}

Result<std::string> StepShell::WorkStage(const State& state) const {
  const int place = state.graph.Find(step_.value);
  if (place < 0 || !HasStage(state, state.lane)) return "";
  const StepState& step = state.steps[static_cast<std::size_t>(place)];
  const int pipeline = step.lane ? step.lane->pipeline : StageOf(state, state.lane).pipeline_index;
  if (pipeline < 0) return "";
  return FirstWriter(state.start.pipelines.pipelines[static_cast<std::size_t>(pipeline)],
                     MakeLibrary(forge_->machine(), forge_->project()));
}

Result<CommandReply> StepShell::Return(GiveBack as, const std::string& note) {
  StepGivenBack in{step_, ThisHolder(), as, note, kept_.commit, false, "", by_};
  in.kept = kept_.name;
  const std::size_t told = std::min(kMostFilesTold, kept_.files.size());
  for (std::size_t i = 0; i < told; ++i) in.files.push_back(ValidUtf8(kept_.files[i]));
  in.more_files = static_cast<std::int64_t>(kept_.files.size() - told);
  const State state = TRY(LoadState(*forge_, run_));
  // Before rules 8 the engine took it without a word.
  if (state.start.rules < 8 && as != GiveBack::kAsItWas && IsTooLate(state))
    return std::unexpected(LeaveSettled(state));
  if (as == GiveBack::kAsItWas) {
    // A worktree that cannot be restored now is by the next unit: what is there is saved.
    (void)(had_lane_ || !before_.empty() ? workspaces_->Prepare(step_.value, before_).has_value()
                                         : workspaces_->Release(step_.value).has_value());
    in.snapshot.clear();
  } else {
    in.work = TRY(WorkStage(state));
    if (!in.snapshot.empty()) in.unmerged = TRY(workspaces_->IsUnmerged(step_.value, in.snapshot));
  }
  auto given = SendCommand(*forge_, run_, in);
  if (given) return given;
  // Meanwhile the run may have ended, or a person settled the step.
  const State now = TRY(LoadState(*forge_, run_));
  if (IsEnd(now.status)) return std::unexpected(AfterTheEnd(given.error()));
  const bool refused = given.error().code == Code::kConflict;
  return std::unexpected(refused && IsTooLate(now) ? LeaveSettled(now) : given.error());
}

bool StepShell::IsTooLate(const State& state) const {
  const int place = state.graph.Find(step_.value);
  const auto hold = state.holds.find(step_);
  const bool ours = hold != state.holds.end() && IsSame(hold->second.holder, ThisHolder());
  return ours && place >= 0 && IsSettled(state.steps[static_cast<std::size_t>(place)].status) && !IsEnd(state.status);
}

Error StepShell::LeaveSettled(const State& state) {
  StepGivenBack back{step_, ThisHolder(), GiveBack::kAsItWas, "", "", false, "", by_};
  const auto given = SendCommand(*forge_, run_, back);
  const std::string_view status = Name(state.steps[static_cast<std::size_t>(state.graph.Find(step_.value))].status);
  Error late{Code::kConflict, fmt::format("step `{}` is {} since you opened it", step_.value, status), ""};
  if (!given) late.message += fmt::format(", and it stays open: {}", given.error().message);
  return SayingWhereKept(WithContext(fmt::format("run {}", run_.value), late));
}

// The run has ended, and the shell before that: what is in the worktree is kept.
Error StepShell::KeepAfterTheEnd(const State& state) {
  const Holder& holder = state.holds.find(step_)->second.holder;
  const Error ended{Code::kConflict, fmt::format("the run has ended ({})", Name(state.status)),
                    HintFor(state, run_, StepTaken{step_, holder, {}, alone_, by_})};
  if (!take_over_ && IsAlive(holder)) return WithContext(fmt::format("run {}", run_.value), ended);
  if (const Status still = RefuseIfStillThere(); !still) return still.error();
  const auto handed = mark_.Has(holder);
  if (!handed) return handed.error();
  before_ = SnapshotBefore(state, step_);
  const Status kept = *handed ? Keep() : Status{};
  const bool is_gone = !kept && (kept.error().code == Code::kNotFound || kept.error().code == Code::kInvalid);
  return kept || is_gone ? AfterTheEnd(ended) : kept.error();
}

Error StepShell::AfterTheEnd(const Error& refused) {
  // A worktree that the steps share is released by its own name.
  (void)workspaces_->Release(alone_ ? kStepsLane : step_.value);
  return SayingWhereKept(WithContext(fmt::format("run {}", run_.value), refused));
}

Error StepShell::SayingWhereKept(Error error) const {
  if (!kept_.name.empty()) {
    error.message += fmt::format("; what you did is kept in refs/forge/{}", kept_.name);
    error.hint = fmt::format("forge rescue {} --branch NAME", kept_.name);
  }
  return error;
}

std::vector<HeldStep> HeldSteps(const Forge& forge, RunId run, const State& state) {
  std::vector<HeldStep> held;
  const std::string root = WorktreesDirectory(forge.machine(), forge.project()) + "/" + RunNames(run).directory() + "/";
  for (const auto& [step, hold] : state.holds) {
    const std::string directory = root + LaneName(hold.alone ? kStepsLane : step.value);
    // After the end it is worth a line while the files are there.
    if (!IsEnd(state.status) || IsDirectory(directory)) held.push_back({step, hold, IsAlive(hold.holder), directory});
  }
  return held;
}

}  // namespace forge
