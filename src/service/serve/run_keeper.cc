#include "service/serve/run_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/state.h"
#include "os/system.h"
#include "service/engine_note.h"
#include "service/notify/notices.h"
#include "service/ownership.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/serve/may_go_on.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kFirstRestMs = 1'000;
constexpr std::int64_t kLongestRestMs = 60'000;
constexpr std::int64_t kNoticesEveryMs = 30'000;

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
  const TimePoint now = WallClock();
  const std::set<RunId> driven = engines_.Driven();
  for (const Undriven& undriven : TRY(FindUndriven(*forge_, now))) {
    if (free <= 0) break;
    const Move move = MoveFor(undriven, now);
    const RunId run = undriven.run.id;
    if (move == Move::kLeave || driven.contains(run) || TRY(IsResting(run))) continue;
    TRY(Take(run, move == Move::kResume));
    --free;
  }
  return {};
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
  return static_cast<int>(std::ranges::count_if(driven, [&](RunId run) { return !only_wait_.contains(run); }));
}

Result<bool> RunKeeper::IsResting(RunId run) {
  const std::int64_t seq = TRY(forge_->store().LastSeq(run));
  const std::scoped_lock lock(mutex_);
  const auto rest = rests_.find(run);
  return rest != rests_.end() && rest->second.seq == seq && SteadyMs() < rest->second.until;
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
  engines_.Drive(run);
  return {};
}

DriveOptions RunKeeper::OptionsFor(RunId run) {
  DriveOptions options;
  options.interrupts = hooks_.interrupts;
  options.interrupt_reason = kServerEnded;
  options.end_reason = kServerEnded;
  options.on_batch = [this, run](const State& state, const Batch&) {
    const std::scoped_lock lock(mutex_);
    if (state.units.empty() && !state.timers.empty()) {
      only_wait_.insert(run);
    } else {
      only_wait_.erase(run);
    }
  };
  options.on_notice = [this, run](const std::string& text) { hooks_.say(fmt::format("run {}: {}", run.value, text)); };
  options.on_warning = options.on_notice;
  return options;
}

void RunKeeper::OnEnd(RunId run, const Result<RunStatus>& ended) {
  const auto forge = Open();
  const std::int64_t seq = forge ? (*forge)->store().LastSeq(run).value_or(0) : 0;
  {
    const std::scoped_lock lock(mutex_);
    only_wait_.erase(run);
    Rest& rest = rests_[run];
    const bool idle = rest.seq == seq;
    rest.wait_ms = idle ? std::clamp(2 * rest.wait_ms, kFirstRestMs, kLongestRestMs) : kFirstRestMs;
    rest.seq = seq;
    rest.until = SteadyMs() + rest.wait_ms;
  }
  if (!ended) return hooks_.say(fmt::format("run {}: {}", run.value, Describe(ended.error())));
  const auto view = forge ? ViewRun(**forge, run) : std::unexpected(forge.error());
  const std::string reason = view && !view->run.reason.empty() ? ": " + view->run.reason : "";
  hooks_.say(fmt::format("run {} is {}{}", run.value, Name(*ended), reason));
}

}  // namespace forge
