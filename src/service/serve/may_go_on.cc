#include "service/serve/may_go_on.h"

#include <algorithm>

#include "engine/extension.h"
#include "engine/state.h"
#include "memory/fact.h"
#include "service/child_runs.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "service/run_queries.h"
#include "store/store.h"

namespace forge {
namespace {

Result<bool> HasEndedBlocker(Forge& forge, RunId run) {
  for (const RunId blocker : TRY(forge.store().ListBlockers(run))) {
    const auto row = TRY(forge.store().FindRun(blocker));
    if (!row || IsEnd(row->status)) return true;
  }
  return false;
}

}  // namespace

std::int64_t DayOf(TimePoint at) { return at.ms / kDayMs; }

Move MoveFor(const Undriven& undriven, TimePoint now) {
  if (undriven.trouble) return Move::kLeave;
  const RunRow& run = undriven.run;
  const std::int64_t age = now.ms - run.updated.ms;  // negative: the clock was set back since
  const bool fresh = !undriven.engine_died && age >= 0 && age < kLeftAloneMs;
  switch (run.status) {
    case RunStatus::kActive: return undriven.children_wait ? Move::kLeave : fresh ? Move::kSoon : Move::kDrive;
    case RunStatus::kWaiting: return undriven.new_day ? Move::kDrive : Move::kLeave;
    case RunStatus::kBlocked: return undriven.blocker_ended ? Move::kDrive : Move::kLeave;
    case RunStatus::kPaused: return run.reason == kServerEnded ? Move::kResume : Move::kLeave;
    case RunStatus::kParked:
    case RunStatus::kFailed:
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return Move::kLeave;
  }
  return Move::kLeave;
}

// At one run and those below it.
struct UndrivenRuns::Look {
  Forge& forge;
  std::int64_t day;
  bool asked_today;  // by the run at the top, and so by those below it
};

Result<const UndrivenRuns::Fold*> UndrivenRuns::FoldOf(Forge& forge, RunId run) {
  const std::int64_t seq = TRY(forge.store().LastSeq(run));
  const auto known = folds_.find(run);
  if (known != folds_.end() && known->second.seq == seq) return &known->second;
  const State state = TRY(LoadState(forge, run));
  Fold fold{.seq = seq, .children = {}, .asks_for_day = AsksForDay(state)};
  const bool only_children =
      std::ranges::all_of(state.units, [](const auto& each) { return each.second.kind == UnitKind::kChild; });
  if (!state.units.empty() && state.timers.empty() && only_children) {
    fold.children.emplace();
    for (const auto& [id, unit] : state.units) fold.children->push_back(unit.step);
  }
  return &(folds_[run] = std::move(fold));
}

// Its engine asks the day's budget again when it is driven: on another day the answer may be another.
Result<bool> UndrivenRuns::WaitsForAnotherDay(const Look& look, RunId run) {
  if (look.asked_today) return false;
  for (const StoredQuestion& stored : TRY(look.forge.store().ListQuestions(run, true))) {
    const bool past = DayOf(stored.question.asked) < look.day;
    if (stored.question.kind == QuestionKind::kBudget && past) return TRY(FoldOf(look.forge, run))->asks_for_day;
  }
  return false;
}

// An engine of its parent could do nothing for it.
Result<bool> UndrivenRuns::Rests(const Look& look, const RunRow& child) {
  switch (child.status) {
    case RunStatus::kWaiting: return !TRY(WaitsForAnotherDay(look, child.id));
    case RunStatus::kParked: return true;
    case RunStatus::kBlocked: return !TRY(HasEndedBlocker(look.forge, child.id));
    case RunStatus::kActive: return ChildrenWait(look, child.id);
    case RunStatus::kPaused: return child.reason != RestsWith(child.parent);  // a person paused it alone
    case RunStatus::kFailed:
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return false;
  }
  return false;
}

Result<bool> UndrivenRuns::ChildrenWait(const Look& look, RunId run) {
  const std::vector<RunRow> rows = TRY(look.forge.store().FindRuns({.which = RunChoice::kOpen, .parent = run}));
  if (rows.empty()) return false;
  const auto children = TRY(FoldOf(look.forge, run))->children;
  if (!children) return false;
  for (const StepId& step : *children) {
    const auto child = std::ranges::find_if(
        rows, [&](const RunRow& row) { return row.parent_unit.value != 0 && row.parent_step == step; });
    if (child == rows.end() || !TRY(Rests(look, *child))) return false;
  }
  return true;
}

// An engine that lives loses its run only if it showed no sign of life for its term while this server looked. One that
// a person has stopped keeps it, and has its whole term when it goes on: only a person takes the run from it.
bool UndrivenRuns::IsKept(Forge& forge, const Lease& lease, Now now) {
  const std::int64_t term = LeaseMs(forge.settings());
  if (!OwnerAlive(lease.owner)) return false;
  if (IsStopped(lease.owner)) {
    leases_.Forget(lease.run);
    return true;
  }
  return !leases_.RanOut(lease, term, now.steady_ms) || !IsSilent(lease, now.wall, term);
}

Result<std::optional<Undriven>> UndrivenRuns::LookAt(Forge& forge, const RunRow& row, const Known& known, Now now) {
  const auto lease = TRY(forge.store().FindLease(row.id));
  Undriven undriven;
  undriven.engine_died = lease.has_value();
  undriven.lease_is_ours = lease && lease->owner == ThisOwner();
  if (lease && !undriven.lease_is_ours && IsKept(forge, *lease, now)) return std::optional<Undriven>();
  const Look look{forge, DayOf(now.wall), known.asked_today.contains(row.id)};
  if (row.status == RunStatus::kBlocked) undriven.blocker_ended = TRY(HasEndedBlocker(forge, row.id));
  if (row.status == RunStatus::kWaiting) undriven.new_day = TRY(WaitsForAnotherDay(look, row.id));
  if (row.status == RunStatus::kActive) undriven.children_wait = TRY(ChildrenWait(look, row.id));
  undriven.run = row;
  return undriven;
}

Result<std::vector<Undriven>> UndrivenRuns::Find(Forge& forge, const Known& known, Now now) {
  std::vector<Undriven> found;
  for (const RunRow& row : TRY(forge.store().FindRuns({.which = RunChoice::kOpen}))) {
    if (row.parent_unit.value != 0 || known.driven.contains(row.id) || known.put_aside.contains(row.id)) continue;
    auto looked = LookAt(forge, row, known, now);
    if (!looked) {
      Undriven unreadable;
      unreadable.run = row;
      unreadable.trouble = looked.error();
      found.push_back(std::move(unreadable));
    } else if (*looked) {
      found.push_back(**std::move(looked));
    }
  }
  return found;
}

}  // namespace forge
