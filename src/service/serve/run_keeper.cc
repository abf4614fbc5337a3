#include "service/serve/run_keeper.h"
#include "service/auto_park.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/state.h"
#include "os/system.h"
#include "service/engine_note.h"
#include "service/notify/notices.h"
#include "service/ownership.h"
#include "service/run_commands.h"
#include "service/run_priority.h"
#include "service/run_queries.h"
#include "service/serve/back_off.h"
#include "service/serve/may_go_on.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kNoticesEveryMs = 30'000;

// Every engine records that it is there, and how much of the day's budget is left.
bool IsWork(const JournalRow& row) { return row.is_input && row.kind != "attached" && row.kind != "day-limit"; }

}  // namespace

RunKeeper::RunKeeper(Machine machine, Project project, Hooks hooks)
    : machine_(std::move(machine)),
      project_(std::move(project)),
      hooks_(std::move(hooks)),
      engines_([this] { return OpenForEngine(); },
               {[this](RunId run) { return OptionsFor(run); },
                [this](RunId run, const Result<RunStatus>& ended) { OnEnd(run, ended); }}) {}

// Read again for each run: the settings may have changed since the server began.
Result<std::unique_ptr<Forge>> RunKeeper::Open() const {
  return Forge::Open(machine_, TRY(Settings::Load(machine_, project_)), project_, true);
}

// Notices outlive the engine: no run waits for them.
Result<std::unique_ptr<Forge>> RunKeeper::OpenForEngine() const {
  auto forge = TRY(Open());
  forge->ShareNotices(*forge_);
  return forge;
}

Status RunKeeper::OpenStore() {
  if (forge_ && forge_->store().IsLost() && at_rest()) forge_.reset();
  if (!forge_) forge_ = TRY(Open());
  return {};
}

Status RunKeeper::Turn(int free) {
  TRY(OpenStore());
  TRY(SendLeftNotices());
  for (const RunId run : TRY(ParkUntouched(*forge_, WallClock())))
    hooks_.say(fmt::format("run {} was parked: nothing touched it for long", run.value));
  if (free <= 0) return {};
  const TimePoint now = WallClock();
  std::vector<Undriven> found = TRY(undriven_.Find(*forge_, WhatIsKnown(now), {now, SteadyMs()}));
  TRY(SortByPriority(found));
  for (const Undriven& undriven : found) {
    if (free <= 0) break;
    const Result<bool> needs_place = TakeIfItMay(undriven, now);
    if (!needs_place) {
      PutAside(undriven.run.id, needs_place.error());
      continue;
    }
    troubles_.erase(undriven.run.id);
    if (*needs_place) --free;
  }
  return {};
}

// The oldest first among those of the same priority.
Status RunKeeper::SortByPriority(std::vector<Undriven>& runs) const {
  std::map<RunId, int> levels;
  for (const Undriven& one : runs) levels[one.run.id] = PriorityLevel(TRY(PriorityOfRun(forge_->store(), one.run.id)));
  std::ranges::stable_sort(runs, std::greater<>(), [&](const Undriven& one) { return levels.at(one.run.id); });
  return {};
}

UndrivenRuns::Known RunKeeper::WhatIsKnown(TimePoint now) {
  UndrivenRuns::Known known;
  known.driven = engines_.Driven();
  for (const auto& [run, trouble] : troubles_) {
    if (SteadyMs() < trouble.until) known.put_aside.insert(run);
  }
  const std::scoped_lock lock(mutex_);
  for (const auto& [run, rest] : rests_) {
    if (rest.asked_on == DayOf(now)) known.asked_today.insert(run);
  }
  return known;
}

Result<bool> RunKeeper::TakeIfItMay(const Undriven& undriven, TimePoint now) {
  if (undriven.trouble) return std::unexpected(*undriven.trouble);
  const RunId run = undriven.run.id;
  // While this process seems to have the run, nobody else can do anything with it.
  if (undriven.lease_is_ours) TRY(forge_->store().ReleaseLease(run, ThisOwner()));
  const Move move = MoveFor(undriven, now);
  if (move == Move::kLeave || TRY(IsResting(run))) return false;
  if (move != Move::kSoon) TRY(Take(run, move == Move::kResume));
  return true;
}

void RunKeeper::PutAside(RunId run, const Error& error) {
  Trouble& trouble = troubles_[run];
  trouble.wait_ms = RestAfter(DriveEnd::kFailed, trouble.wait_ms);
  trouble.until = SteadyMs() + trouble.wait_ms;
  const std::string text = Describe(error);
  if (std::exchange(trouble.said, text) != text) hooks_.say(fmt::format("run {}: {}", run.value, text));
}

Status RunKeeper::SendLeftNotices() {
  for (const std::string& problem : forge_->notices().TakeProblems()) hooks_.say(problem);
  if (SteadyMs() < next_notices_) return {};
  next_notices_ = SteadyMs() + kNoticesEveryMs;
  return forge_->notices().SendLeft(LeaseMs(forge_->settings()));
}

int RunKeeper::busy() {
  const std::set<RunId> driven = engines_.Driven();
  const std::scoped_lock lock(mutex_);
  return static_cast<int>(std::ranges::count_if(driven, [&](RunId run) {
    const auto found = driving_.find(run);
    return found == driving_.end() || !found->second.only_waits;
  }));
}

Result<bool> RunKeeper::IsResting(RunId run) {
  const std::int64_t seq = TRY(forge_->store().LastSeq(run));
  const std::scoped_lock lock(mutex_);
  const auto rest = rests_.find(run);
  return rest != rests_.end() && rest->second.seq.value_or(seq) == seq && SteadyMs() < rest->second.until;
}

Status RunKeeper::Take(RunId run, bool resume) {
  if (resume) {
    Control control;
    control.kind = ControlKind::kResume;
    control.by = "forge serve";
    TRY(SendCommand(*forge_, run, control));
  }
  // Only for people who ask; the run goes on without it.
  (void)WriteEngineNote(project_, run, NoteOfThisProcess(EngineHome::kServer, ""));
  hooks_.say(fmt::format("run {} is taken up", run.value));
  {
    const std::scoped_lock lock(mutex_);
    driving_[run] = {.day = DayOf(WallClock())};
  }
  engines_.Drive(run);
  return {};
}

DriveOptions RunKeeper::OptionsFor(RunId run) {
  DriveOptions options;
  options.interrupts = hooks_.interrupts;
  options.interrupt_reason = kServerEnded;
  options.end_reason = kServerEnded;
  options.on_batch = [this, run](const State& state, const Batch& batch) {
    const std::scoped_lock lock(mutex_);
    Driving& driving = driving_[run];
    driving.only_waits = state.units.empty() && !state.timers.empty();
    driving.worked = driving.worked || std::ranges::any_of(batch.rows, IsWork);
  };
  options.on_notice = [this, run](const std::string& text) { hooks_.say(fmt::format("run {}: {}", run.value, text)); };
  options.on_warning = options.on_notice;
  return options;
}

void RunKeeper::OnEnd(RunId run, const Result<RunStatus>& ended) {
  const auto forge = Open();
  // An engine that failed may not have been able to. If this cannot either, a turn does.
  if (forge) (void)(*forge)->store().ReleaseLease(run, ThisOwner());
  const auto seq = forge ? (*forge)->store().LastSeq(run) : std::unexpected(forge.error());
  {
    const std::scoped_lock lock(mutex_);
    const Driving driving = std::exchange(driving_[run], {});
    driving_.erase(run);
    Rest& rest = rests_[run];
    const DriveEnd end = !ended ? DriveEnd::kFailed : driving.worked ? DriveEnd::kWorked : DriveEnd::kIdle;
    rest.wait_ms = RestAfter(end, rest.wait_ms);
    rest.seq = seq ? std::optional(*seq) : std::nullopt;
    rest.until = SteadyMs() + rest.wait_ms;
    if (ended) rest.asked_on = driving.day;
  }
  if (!ended) return hooks_.say(fmt::format("run {}: {}", run.value, Describe(ended.error())));
  const auto view = forge ? ViewRun(**forge, run) : std::unexpected(forge.error());
  const std::string reason = view && !view->run.reason.empty() ? ": " + view->run.reason : "";
  hooks_.say(fmt::format("run {} is {}{}", run.value, Name(*ended), reason));
}

}  // namespace forge
