#include "service/drive_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "agent/home/agent_home.h"
#include "base/strings.h"
#include "engine/run_loop.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "service/child_runs.h"
#include "service/forge.h"
#include "service/git_check.h"
#include "service/idle_loop.h"
#include "service/limit_watch.h"
#include "service/lost_store.h"
#include "service/memory/learn.h"
#include "service/memory/memory.h"
#include "service/notify/notices.h"
#include "service/ownership.h"
#include "service/patience.h"
#include "service/plan/plan_mirror.h"
#include "service/process_notes.h"
#include "service/report/cost.h"
#include "service/report/decisions.h"
#include "service/report/finding_above.h"
#include "service/report/milestone_mirror.h"
#include "service/report/triage.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/run_settings.h"
#include "service/rung_inbox.h"
#include "service/start_run.h"
#include "service/synced_journal.h"
#include "service/unit/findings_told.h"
#include "service/unit/job.h"
#include "service/unit/unit_context.h"
#include "service/unit/unit_executor.h"
#include "service/unit/unit_temp.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kBeatEveryMs = 5'000;
constexpr std::int64_t kBeatsPerLease = 6;

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

// Whether the runs below are to rest with this one: known before a unit begins that drives one of them.
class TreeJournal : public Journal {
 public:
  TreeJournal(Journal& inner, RunStatus status) : inner_(inner), rests_(Rests(status)) {}
  Status Record(const Batch& batch) override {
    TRY(inner_.Record(batch));
    rests_ = Rests(batch.run_row.status);
    return {};
  }
  bool rests() const { return rests_; }  // safe from any thread

 private:
  static bool Rests(RunStatus status) {
    return status == RunStatus::kPaused || status == RunStatus::kParked || status == RunStatus::kBlocked;
  }

  Journal& inner_;
  std::atomic<bool> rests_;
};

// How long units that were told to stop may take before their processes are ended for them.
constexpr std::int64_t kStopGraceMs = 5'000;

// After SIGTERM the process must end in time, or it is killed: first the units may finish, then they are stopped, then
// what they wait for is ended. Work that was stopped is kept.
class Deadline {
 public:
  Deadline(InputQueue& queue, std::int64_t units_get_ms, std::string reason)
      : queue_(queue), units_get_ms_(units_get_ms), reason_(std::move(reason)) {}

  void operator()() {
    if (!TerminationAsked()) return;
    const std::int64_t now = SteadyMs();
    if (due_ == 0) due_ = now + units_get_ms_;
    if (now < due_) return;
    due_ = now + kStopGraceMs;
    if (std::exchange(stopped_, true)) return EndChildren(std::chrono::milliseconds(1000));
    Control stop;
    stop.kind = ControlKind::kStop;
    stop.reason = reason_;
    queue_.Post(stop);
  }

 private:
  InputQueue& queue_;
  std::int64_t units_get_ms_;
  std::string reason_;
  std::int64_t due_ = 0;
  bool stopped_ = false;
};

// Shows at its rate that this engine lives.
class Heartbeat {
 public:
  Heartbeat(Store& store, RunId run, std::int64_t every_ms) : store_(store), run_(run), every_ms_(every_ms) {}

  Status operator()() {
    // The wall clock as well: after a sleep of the machine, which the other does not count, the lease looks run out.
    if (SteadyMs() - last_beat_ < every_ms_ && WallClock().ms - last_beat_at_ < every_ms_) return {};
    last_beat_ = SteadyMs();
    last_beat_at_ = WallClock().ms;
    return store_.Beat(run_, ThisOwner(), WallClock());
  }

 private:
  Store& store_;
  RunId run_;
  std::int64_t every_ms_;
  std::int64_t last_beat_ = SteadyMs();
  std::int64_t last_beat_at_ = WallClock().ms;
};

// Heartbeats and Ctrl-C, once per pass of the loop.
class Pulse {
 public:
  Pulse(Heartbeat& beat, Patience& patience, InputQueue& queue, const DriveOptions& options)
      : beat_(beat), patience_(patience), queue_(queue), options_(options) {}

  Status operator()() {
    TRY(patience_.Excuse(beat_()));
    const int interrupts = options_.interrupts ? options_.interrupts() : 0;
    if (interrupts > seen_) Interrupt(interrupts);
    return {};
  }

 private:
  void Interrupt(int count) {
    Control control;
    control.kind = count == 1 ? ControlKind::kPause : ControlKind::kStop;
    control.reason = options_.interrupt_reason;
    seen_ = count;
    queue_.Post(control);
  }

  Heartbeat& beat_;
  Patience& patience_;
  InputQueue& queue_;
  const DriveOptions& options_;
  int seen_ = 0;
};

// Tells the run every few seconds what other runs have spent today.
class DayWatch {
 public:
  DayWatch(Store& store, RunId run, Budget limit, DayLimit told, InputQueue& queue)
      : store_(store), run_(run), limit_(limit), told_(told), queue_(queue), last_(SteadyMs()) {}

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

std::int64_t StopTimeoutMs(const Settings& settings) {
  constexpr std::int64_t kUsual = 30;
  return ParseInt(settings.Get("stop_timeout")).value_or(kUsual) * 1000;
}

Patience::Hooks PatienceHooks(const DriveOptions& options, Heartbeat& beat) {
  return {.interrupts = options.interrupts,
          .must_end = TerminationAsked,
          .say = options.on_notice,
          .beat = [&beat] { return beat(); },
          .sleep = [](int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }};
}

// Notices of child runs, which are driven on other threads: the loop's thread shows them.
class NoticeBox {
 public:
  void Put(const std::string& text) {
    const std::lock_guard lock(mutex_);
    texts_.push_back(text);
  }
  void Show(const DriveOptions& options) {
    std::vector<std::string> texts;
    {
      const std::lock_guard lock(mutex_);
      texts.swap(texts_);
    }
    if (!options.on_notice) return;
    for (const std::string& text : texts) options.on_notice(text);
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> texts_;  // guarded by mutex_
};

Result<FindingsSheet> SettleFindings(Forge& forge, RunId run, const RunFiles& files) {
  Memory memory = TRY(Memory::Open(forge.machine(), forge.project(), true));
  const auto spawn = [&](const RunFinding& found) { return StartFollowUp(forge, run, found); };
  const std::vector<RunFinding> findings = TRY(CarryOutTriage(forge.store(), memory, run, files, spawn, WallClock()));
  FindingsSheet sheet;
  sheet.page = TriagePage(findings);
  sheet.open = std::count_if(findings.begin(), findings.end(), IsAskedAbout);
  sheet.settled = static_cast<std::int64_t>(findings.size()) - sheet.open;
  for (const RunFinding& found : findings) {
    if (IsAskedAbout(found) && IsSerious(found)) sheet.serious.push_back(found.id);
  }
  return sheet;
}

// A run that does a step which is still under way.
Result<bool> HasFailedBelow(Forge& forge, RunId run, const State& state) {
  for (const RunRow& child : TRY(forge.store().FindRuns({.which = RunChoice::kOpen, .parent = run}))) {
    const bool under_way = std::ranges::any_of(state.units, [&](const auto& entry) {
      return entry.second.kind == UnitKind::kChild && entry.second.step == child.parent_step;
    });
    if (under_way && child.parent_unit.value != 0 && child.status == RunStatus::kFailed) return true;
  }
  return false;
}

Result<RunStatus> DriveOwned(Forge& forge, RunId run, const DriveOptions& options, HeldPlan& held) {
  auto row = TRY(forge.store().FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  Notices& news = forge.notices();
  // A person who is not told can still look: the run goes on.
  if (const Status begun = news.Begin(run); !begun && options.on_notice) options.on_notice(Describe(begun.error()));
  if (row->parent.value == 0) (void)news.SendLeft(LeaseMs(forge.settings()));
  const std::string marker = ProcessMarker(forge.project().store_path(), run);
  State state = TRY(LoadState(forge, run));
  EndLeftovers(state, marker, forge.project().run_directory(run.value));
  RemoveDeadUnitTemps({{marker, ThisOwner()}});
  for (std::string& said : RecoverLogins(forge.machine().homes_directory())) forge.Warn(std::move(said));
  RemoveDeadHomes(forge.machine().homes_directory());
  const std::int64_t folded = TRY(forge.store().LastSeq(run));
  const std::string branch = TRY(AgreeWithGit(forge, run, state));
  if (TRY(forge.store().LastSeq(run)) != folded) state = TRY(LoadState(forge, run));
  const QuestionId git_answer = LastGitAnswer(state);
  const Budget day_budget = forge.settings().GetDayBudget();
  const DayLimit day = TRY(DayLimitFor(forge.store(), day_budget, run, WallClock()));
  const bool new_day = !IsEnd(state.status) && day != state.day && !(day_budget.empty() && state.day.limit.empty());
  if (Settled(state)) {
    // Only messages in its inbox and a new day's budget are left to apply.
    auto idle = TRY(IdleLoop::Make(forge, run));
    TRY(idle->loop->TakeMessages());
    if (new_day && !IsEnd(idle->loop->state().status)) TRY(idle->loop->Apply(day));
    state = TRY(LoadState(forge, run));
    if (Settled(state)) {
      ShowMilestone(forge, run, state);  // it may have asked as it was created
      return Outlook(state);
    }
  }
  TRY(MakeDurableDirectories(forge.project().run_directory(run.value)));
  const ProcessNotes processes(forge.project().run_directory(run.value));

  InputQueue queue;
  RunClock clock(state.last_at);
  const std::int64_t beat_ms = std::min(kBeatEveryMs, LeaseMs(forge.settings()) / kBeatsPerLease);
  Heartbeat beat(forge.store(), run, beat_ms);
  Patience patience(run, PatienceHooks(options, beat));
  RunFiles files(forge.project(), run, row->slug);
  files.DeferSyncs();
  SyncedJournal synced(forge.store(), files);
  PatientStore store(synced, forge.store(), patience);
  CrashingJournal crashing(store);
  TreeJournal journal(crashing, state.status);
  const RunSettings settings = RunSettings::FromJson(state.start.settings);
  NoticeBox notices;
  DriveOptions below = options;
  below.interrupts = [&] { return std::max(options.interrupts ? options.interrupts() : 0, journal.rests() ? 1 : 0); };
  if (options.on_notice)
    below.on_notice = [&](const std::string& text) {
      notices.Put(text);
      queue.Wake();
    };
  DecisionList decisions(forge.store(), run);
  UnitCallbacks callbacks;
  callbacks.drive_child = [&](const Job& job, const std::stop_token& stop) {
    return DriveChild(forge, job, settings, below, stop);
  };
  callbacks.on_process = [&](const ProcessId& process) { processes.Add(process); };
  callbacks.require_run = [&store = forge.store(), run] { return StillOurs(store, run); };
  callbacks.settle_findings = [&](const Job&) { return SettleFindings(forge, run, files); };
  callbacks.list_findings = [&] { return ListFindings(forge.store(), run, &files); };
  callbacks.points_left = [&](const StepId& step) { return PointsLeftIn(forge.store(), files, run, step); };
  callbacks.list_decisions = [&] { return decisions.Read(); };
  callbacks.settled_points = [&](const Job& job, const UnitOutcome& outcome) {
    return SettledPoints(forge.store(), files, job, outcome);
  };
  auto executor = TRY(UnitExecutor::Make({forge.machine(), forge.project(), run, TRY(RootOf(forge.store(), run)),
                                          settings, files, marker, row->parent, branch, git_answer},
                                         std::move(callbacks), queue));
  const std::int64_t next = TRY(forge.store().LastSeq(run)) + 1;
  // A store that was deleted is noticed before the next thing is recorded in it.
  RungInbox inbox(store, forge.project().store_path(), queue, [&] { return forge.store().IsLost(); });
  RunLoop loop(IdentityOf(*row), std::move(state), next, RunLoop::Ports{journal, inbox, *executor, clock, queue});
  PlanMirror mirror(forge.project());
  MilestoneMirror pages(forge, run);
  // Pages are for readers: one that cannot be written stops nothing, and is said once.
  bool pages_told = false;
  const auto show_pages = [&](const State& now) {
    const Status written = pages.Show(now);
    if (written || std::exchange(pages_told, true)) return;
    notices.Put("the pages of the milestone are older than its runs: " + Describe(written.error()));
  };
  Status shown;
  const TimePoint last_unit = TRY(LastUnitEnd(forge.store(), run));
  held.Look(files, loop.state().plan);
  loop.on_batch = [&](const State& now, const Batch& batch) {
    held.Look(files, now.plan);
    if (Settled(now)) CrashPoint("ended");
    news.On(batch);
    // On a full disk it is shown later: the store holds the truth.
    if (shown && mirror.Moved(now)) shown = patience.Excuse(mirror.Show(now));
    show_pages(now);
    if (options.on_batch) options.on_batch(now, batch);
  };
  loop.on_turn = [&, pulse = Pulse(beat, patience, queue, options),
                  watch = DayWatch(forge.store(), run, day_budget, day, queue),
                  limits = LimitWatch(forge.machine(), loop, queue, last_unit),
                  deadline = Deadline(queue, StopTimeoutMs(forge.settings()), options.end_reason)]() mutable -> Status {
    TRY(shown);
    TRY(patience.Excuse(watch()));
    limits();
    for (const std::string& problem : news.TakeProblems()) notices.Put(problem);
    notices.Show(options);
    deadline();
    files.ShowAsked();
    TRY(pulse());
    // Once the process must end, the deadline of its units is looked at as often as can be.
    const bool may_rest = options.undisturbed && !TerminationAsked();
    const auto rest = may_rest ? options.undisturbed() : std::chrono::milliseconds(0);
    loop.longest_wait = inbox.longest_wait(std::min(rest, std::chrono::milliseconds(beat_ms)));
    return {};
  };
  loop.allowance = options.allowance;
  const ProcessId me = ThisProcess();
  if (new_day && day != loop.state().day && !IsEnd(loop.state().status)) TRY(loop.Apply(day));
  TRY(loop.Apply(Attached{me.pid, HostName()}));
  RunStatus status = TRY(loop.Run());
  // Meanwhile another process may have answered what a run below asked, so that it failed: its step is told.
  while (status == RunStatus::kWaiting && TRY(HasFailedBelow(forge, run, loop.state()))) status = TRY(loop.Run());
  notices.Show(options);  // what came after the last turn
  TRY(shown);
  TRY(patience.Outlast([&] { return mirror.Show(loop.state()); }, "the plan file is older than the plan"));
  if (IsEnd(loop.state().status)) {
    executor->LeaveWorkspaces(loop.state());
    TRY(EndRunsBelow(forge, run));
  }
  KeepLessons(forge, run, loop.state(), options.on_warning);
  return status;
}

}  // namespace

Result<RunStatus> DriveRun(Forge& forge, RunId run, const DriveOptions& options) {
  CrashPoint("drive");
  TRY(TakeRun(forge, run));
  HeldPlan held;
  auto status = DriveOwned(forge, run, options, held);
  (void)forge.notices().CatchUp(run);
  if (options.on_end) options.on_end();
  if (forge.store().IsLost()) return std::unexpected(SaveLostStore(forge, run, held));
  // Another engine may have the lease by now; then there is nothing to release. On a full disk the lease stays: it
  // counts for nothing once this process has ended, so only one that goes on waits for room.
  const auto release = [&] { return forge.store().ReleaseLease(run, ThisOwner()); };
  if (!status) {
    (void)release();
    return status;
  }
  Heartbeat beat(forge.store(), run, kBeatEveryMs);
  Patience patience(run, PatienceHooks(options, beat));
  const Status released = patience.Outlast(release, "only its lease is left, and that ends with this process");
  if (!released) return std::unexpected(released.error());
  return status;
}

}  // namespace forge
