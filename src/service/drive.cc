// Driving runs: taking them over, the loop around them, child runs, commands on runs that nobody drives.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "base/strings.h"
#include "engine/run_loop.h"
#include "os/crash_point.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "service/forge.h"
#include "service/memory/learn.h"
#include "service/ownership.h"
#include "service/plan/plan_mirror.h"
#include "service/report/cost.h"
#include "service/report/triage.h"
#include "service/unit/job.h"
#include "service/unit/unit_context.h"
#include "service/unit/unit_executor.h"

namespace forge {
namespace {

constexpr std::int64_t kBeatEveryMs = 5'000;

class SystemClock : public Clock {
 public:
  TimePoint Now() override { return WallClock(); }
};

// The store as the loop's journal, with the points where crash tests kill us.
class CrashingJournal : public Journal {
 public:
  explicit CrashingJournal(Journal& inner) : inner_(inner) {}
  Status Record(const Batch& batch) override {
    CrashPoint("record-before");
    TRY(inner_.Record(batch));
    CrashPoint("record-after");
    return {};
  }

 private:
  Journal& inner_;
};

class NoExecutor : public Executor {
 public:
  void Start(const State&, const Unit&) override {}
  void Stop(UnitId) override {}
};

// Heartbeats and Ctrl-C, once per turn of the loop.
class Pulse {
 public:
  Pulse(Store& store, RunId run, InputQueue& queue, const DriveOptions& options)
      : store_(store), run_(run), queue_(queue), options_(options), last_beat_(SteadyMs()) {}

  Status operator()() {
    if (SteadyMs() - last_beat_ >= kBeatEveryMs) {
      last_beat_ = SteadyMs();
      TRY(store_.Beat(run_, ThisOwner(), WallClock()));
    }
    const int interrupts = options_.interrupts ? options_.interrupts() : 0;
    if (interrupts > seen_) Interrupt(interrupts);
    return {};
  }

 private:
  void Interrupt(int count) {
    Control control;
    control.kind = count == 1 ? ControlKind::kPause : ControlKind::kStop;
    control.reason = "interrupted";
    seen_ = count;
    queue_.Post(control);
  }

  Store& store_;
  RunId run_;
  InputQueue& queue_;
  const DriveOptions& options_;
  std::int64_t last_beat_;
  int seen_ = 0;
};

// Tells the run every few seconds what others have spent of the day.
class DayWatch {
 public:
  DayWatch(Store& store, RunId run, Budget limit, DayLimit told, InputQueue& queue)
      : store_(store), run_(run), limit_(limit), told_(std::move(told)), queue_(queue), last_(SteadyMs()) {}

  Status operator()() {
    if (limit_.empty() || SteadyMs() - last_ < kBeatEveryMs) return {};
    last_ = SteadyMs();
    const DayLimit now = TRY(DayLimitFor(store_, limit_, run_, WallClock()));
    if (now == told_) return {};
    told_ = now;
    queue_.Post(now);
    return {};
  }

 private:
  Store& store_;
  RunId run_;
  Budget limit_;
  DayLimit told_;
  InputQueue& queue_;
  std::int64_t last_;
};

RunIdentity IdentityOf(const RunRow& row) { return RunIdentity{row.id, row.slug, row.parent_unit, row.created}; }

// A number that stands for (stage, step, replacement); numbers of real units are far smaller.
UnitId ChildKey(const Job& job, int replacement) {
  const std::string digest = Sha256(fmt::format("{}\n{}\n{}", job.stage.name, job.step->id.value, replacement));
  std::int64_t key = 1;
  for (char c : digest.substr(0, 15)) key = key * 16 + (c <= '9' ? c - '0' : c - 'a' + 10);
  return UnitId{key};
}

UnitOutcome ChildOutcome(RunId child, RunStatus status, const std::string& reason, const Usage& usage) {
  UnitOutcome outcome;
  outcome.usage = usage;
  outcome.result = Json::MakeObject().Set("run", child.value).Set("status", Name(status));
  outcome.summary = fmt::format("run {} {}", child.value, Name(status));
  if (status == RunStatus::kCompleted) return outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = ErrorClass::kExternal;
  outcome.error = fmt::format("run {} is {}{}{}", child.value, Name(status), reason.empty() ? "" : ": ", reason);
  return outcome;
}

// What a new run below may spend. Those that start at the same time share what remains, and what was promised to those
// under way is not given away again.
Result<Budget> BudgetBelow(Forge& forge, const State& parent, const Usage& unreported, const Job& job) {
  Siblings siblings{unreported, {}, 1};
  std::set<StepId> under_way;
  for (const RunRow& row : TRY(forge.store().ListRuns())) {
    const bool beside = row.parent == job.run && !row.parent_step.empty() && row.parent_step != job.step->id;
    if (!beside || IsEnd(row.status) || row.status == RunStatus::kFailed) continue;
    under_way.insert(row.parent_step);
    const State state = TRY(forge.LoadState(row.id));
    const Budget left = Remaining(state, {});
    siblings.promised += {.output_tokens = left.tokens.value_or(0), .usd = left.usd.value_or(0)};
  }
  siblings.among = StartingTogether(parent, under_way, job.stage.max_concurrent);
  return ShareOf(parent, siblings);
}

}  // namespace

struct Forge::IdleLoop {
  SystemClock clock;
  NoExecutor executor;
  InputQueue queue;
  std::unique_ptr<RunLoop> loop;
};

Result<std::unique_ptr<Forge::IdleLoop>> Forge::MakeIdleLoop(RunId run) {
  auto row = TRY(store_->FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  State state = TRY(LoadState(run));
  EndLeftovers(state, ProcessMarker(project_.store_path(), run));
  auto idle = std::make_unique<IdleLoop>();
  const std::int64_t next = TRY(store_->LastSeq(run)) + 1;
  idle->loop = std::make_unique<RunLoop>(IdentityOf(*row), std::move(state), next,
                                         RunLoop::Ports{*store_, *store_, idle->executor, idle->clock, idle->queue});
  return idle;
}

Result<CommandReply> Forge::Command(RunId run, Input input) {
  constexpr std::chrono::milliseconds kStep{10};
  constexpr int kMostSteps = 500;
  auto lease = TRY(store_->FindLease(run));
  // We ourselves too: another thread of ours may drive it, and only its loop may touch the run.
  if (lease && OwnerAlive(lease->owner)) {
    const std::int64_t message = TRY(store_->Post(run, input, WallClock()));
    for (int i = 0; i < kMostSteps; ++i) {
      PostedMessage posted = TRY(store_->FindPosted(message));
      if (posted.answered && posted.accepted) return CommandReply{true};
      if (posted.answered) return Fail(Code::kConflict, posted.text);
      if (!OwnerAlive(lease->owner)) break;
      std::this_thread::sleep_for(kStep);
    }
    if (OwnerAlive(lease->owner)) {
      return Fail(Code::kUnavailable,
                  fmt::format("the engine that drives run {} (pid {}) has not answered", run.value, lease->owner.pid),
                  "it will act on the command when it can; forge status " + std::to_string(run.value));
    }
    // It died with our message in its box: whoever takes the run over answers it first.
  }
  TRY(TakeRun(*store_, run));
  auto apply = [&]() -> Status {
    auto idle = TRY(MakeIdleLoop(run));
    // What was said to an owner that died before it heard comes first.
    TRY(idle->loop->TakeMessages());
    TRY(idle->loop->Apply(std::move(input)));
    KeepLessons(run, idle->loop->state(), [&](const std::string& warning) { warnings_.push_back(warning); });
    return PlanMirror(project_).Show(idle->loop->state());
  };
  Status applied = apply();
  TRY(store_->ReleaseLease(run, ThisOwner()));
  if (!applied) return std::unexpected(applied.error());
  return CommandReply{false};
}

Result<RunStatus> Forge::Drive(RunId run, const DriveOptions& options) {
  TRY(TakeRun(*store_, run));
  auto status = DriveOwned(run, options);
  // Another owner may have it by now; then there is nothing of ours to give back.
  Status released = store_->ReleaseLease(run, ThisOwner());
  if (!status) return status;
  if (!released) return std::unexpected(released.error());
  return status;
}

Result<RunId> Forge::RootOf(RunId run) {
  while (true) {
    auto row = TRY(store_->FindRun(run));
    if (!row || row->parent.value == 0) return run;
    run = row->parent;
  }
}

Result<RunStatus> Forge::DriveOwned(RunId run, const DriveOptions& options) {
  auto row = TRY(store_->FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  State state = TRY(LoadState(run));
  const std::string marker = ProcessMarker(project_.store_path(), run);
  EndLeftovers(state, marker);
  const Budget day_budget = settings_.GetDayBudget();
  const DayLimit day = TRY(DayLimitFor(*store_, day_budget, run, WallClock()));
  const bool new_day = !IsEnd(state.status) && day != state.day && !(day_budget.empty() && state.day.limit.empty());
  if (Settled(state)) {
    // Nothing to do but what others have put into its box, and what a new day changes.
    auto idle = TRY(MakeIdleLoop(run));
    TRY(idle->loop->TakeMessages());
    if (new_day && !IsEnd(idle->loop->state().status)) TRY(idle->loop->Apply(day));
    state = TRY(LoadState(run));
    if (Settled(state)) return Outlook(state);
  }
  TRY(MakeDirectories(project_.run_directory(run.value)));

  InputQueue queue;
  SystemClock clock;
  CrashingJournal journal(*store_);
  const RunSettings settings = RunSettings::FromJson(state.start.settings);
  const RunFiles files(project_, run, row->slug);
  UnitCallbacks callbacks;
  callbacks.drive_child = [&](const Job& job, const std::stop_token& stop) {
    return DriveChild(job, settings, options, stop);
  };
  callbacks.settle_findings = [&](const Job&) { return SettleFindings(run, files); };
  auto executor = TRY(UnitExecutor::Make(
      {machine_, project_, run, TRY(RootOf(run)), settings, files, marker, row->parent}, std::move(callbacks), queue));
  const std::int64_t next = TRY(store_->LastSeq(run)) + 1;
  RunLoop loop(IdentityOf(*row), std::move(state), next, RunLoop::Ports{journal, *store_, *executor, clock, queue});
  PlanMirror mirror(project_);
  Status shown;
  loop.on_batch = [&](const State& now, const Batch& batch) {
    if (shown && mirror.Moved(now)) shown = mirror.Show(now);
    if (options.on_batch) options.on_batch(now, batch);
  };
  loop.on_turn = [&, pulse = Pulse(*store_, run, queue, options),
                  watch = DayWatch(*store_, run, day_budget, day, queue)]() mutable -> Status {
    TRY(shown);
    TRY(watch());
    return pulse();
  };
  loop.unit_limit = options.unit_limit;
  const ProcessId me = ThisProcess();
  if (new_day && day != loop.state().day && !IsEnd(loop.state().status)) TRY(loop.Apply(day));
  TRY(loop.Apply(Attached{me.pid, HostName()}));
  const RunStatus status = TRY(loop.Run());
  TRY(shown);
  TRY(mirror.Show(loop.state()));
  if (IsEnd(loop.state().status)) executor->LeaveWorkspaces();
  KeepLessons(run, loop.state(), options.on_warning);
  return status;
}

Result<FindingsSheet> Forge::SettleFindings(RunId run, const RunFiles& files) {
  Memory memory = TRY(Memory::Open(machine_, project_, true));
  const auto spawn = [&](const RunFinding& found) { return SpawnFollowUp(run, found); };
  const std::vector<RunFinding> findings = TRY(CarryOutTriage(*store_, memory, run, files, spawn, WallClock()));
  FindingsSheet sheet;
  sheet.page = TriagePage(findings);
  sheet.open = std::count_if(findings.begin(), findings.end(), IsAskedAbout);
  sheet.settled = static_cast<std::int64_t>(findings.size()) - sheet.open;
  return sheet;
}

// One that is there already, made just before a crash, is the one.
Result<RunId> Forge::SpawnFollowUp(RunId run, const RunFinding& found) {
  const std::optional<RunRow> parent = TRY(store_->FindRun(run));
  if (!parent) return Fail(Code::kNotFound, fmt::format("no run {}", run.value));
  StartRequest request;
  request.objective = FollowUpObjective(run, found);
  for (const RunRow& row : TRY(store_->ListRuns())) {
    if (row.objective == request.objective) return row.id;
  }
  request.pipeline = parent->pipeline;
  request.agent = TRY(LoadState(run)).start.settings["agent"].AsString();
  if (!IsEnd(parent->status)) request.parent = run;
  return Start(request);
}

// The run is over or has failed, and that is recorded: nothing that goes wrong here may change it.
void Forge::KeepLessons(RunId run, const State& state, const std::function<void(const std::string&)>& warn) {
  if (!IsEnd(state.status) && state.status != RunStatus::kFailed) return;
  const auto row = store_->FindRun(run);
  if (!row || !*row) return;
  Lessons lessons;
  if (auto memory = Memory::Open(machine_, project_, true)) {
    lessons = LearnFromRun(*memory, *store_, project_, **row, state, WallClock());
  } else {
    lessons.warnings.push_back("what the run teaches was not kept: " + memory.error().message);
  }
  for (const std::string& warning : lessons.warnings) {
    if (warn) warn(warning);
  }
}

// What runs below have spent and their parent has not been told: of one step, or of all.
Result<Usage> Forge::Unreported(RunId parent, const StepId& step) {
  Usage spent;
  for (const RunRow& row : TRY(store_->ListRuns())) {
    const bool counts = row.parent == parent && !row.parent_step.empty() && (step.empty() || row.parent_step == step);
    if (counts) spent += TRY(LoadState(row.id)).spent;
  }
  for (const UnitRow& unit : TRY(store_->ListUnits(parent))) {
    const bool told = unit.kind == UnitKind::kChild && (step.empty() || unit.step == step);
    if (told) spent += Negative(unit.usage);
  }
  return spent;
}

// A child is found again by its parent and a key of its step, so neither a crash nor a retry makes a second one; only a
// child that was given up is replaced.
Result<RunId> Forge::FindOrStartChild(const Job& job, const RunSettings& settings) {
  constexpr int kMostReplacements = 1000;
  // One at a time: each must see what those before it were given.
  const FileLock lock = TRY(FileLock::Take(project_.run_directory(job.run.value) + "/children.lock"));
  for (int replacement = 0; replacement < kMostReplacements; ++replacement) {
    const UnitId key = ChildKey(job, replacement);
    auto existing = TRY(store_->FindChild(job.run, key));
    if (existing && (existing->status == RunStatus::kCancelled || existing->status == RunStatus::kAbandoned)) continue;
    if (existing) return existing->id;
    StartRequest request;
    request.objective = job.step->title + (job.step->what.empty() ? "" : "\n\n" + job.step->what);
    request.pipeline = job.stage.pipeline;
    request.agent = settings.agent;
    request.isolation = settings.isolation;
    if (EqualsIgnoreCase(job.step->extra["risk"].AsString(), "high")) request.flags["risk"] = "high";
    request.parent = job.run;
    request.parent_unit = key;
    request.parent_step = job.step->id;
    const State parent = TRY(LoadState(job.run));
    request.attended = parent.start.attended;
    request.budget = TRY(BudgetBelow(*this, parent, TRY(Unreported(job.run, StepId{})), job));
    if (job.step->max_tokens > 0) {
      request.budget->tokens = std::min(request.budget->tokens.value_or(job.step->max_tokens), job.step->max_tokens);
    }
    return Start(request);
  }
  return Fail(Code::kConflict, fmt::format("step `{}` was given up {} times", job.step->id.value, kMostReplacements));
}

std::optional<UnitOutcome> Forge::DriveChild(const Job& job, const RunSettings& settings, const DriveOptions& options,
                                             const std::stop_token& stop) {
  auto drive = [&]() -> Result<std::optional<UnitOutcome>> {
    auto forge = TRY(Forge::Open(machine_, settings_, project_, false));
    const RunId child = TRY(forge->FindOrStartChild(job, settings));
    auto row = TRY(forge->store().FindRun(child));
    Control again;
    again.kind = row->status == RunStatus::kFailed ? ControlKind::kRetry : ControlKind::kResume;
    if (row->status == RunStatus::kFailed || row->status == RunStatus::kPaused) TRY(forge->Command(child, again));
    DriveOptions inner;
    inner.interrupts = [&] { return stop.stop_requested() ? 2 : (options.interrupts ? options.interrupts() : 0); };
    const RunStatus status = TRY(forge->Drive(child, inner));
    if (status == RunStatus::kPaused || stop.stop_requested()) {
      UnitOutcome stopped;
      stopped.status = UnitStatus::kCancelled;
      return stopped;
    }
    row = TRY(forge->store().FindRun(child));
    if (IsEnd(status) || status == RunStatus::kFailed) {
      return ChildOutcome(child, status, row->reason, TRY(forge->Unreported(job.run, job.step->id)));
    }
    return std::nullopt;  // it waits for a person, or for another run
  };
  auto outcome = drive();
  if (!outcome) return FailedUnit(ErrorClass::kTooling, outcome.error());
  return *std::move(outcome);
}

}  // namespace forge
