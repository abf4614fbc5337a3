#include "service/serve/may_go_on.h"

#include <algorithm>

#include "engine/state.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "service/run_queries.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;

// Its engine asks the day's budget again when it is driven: on another day the answer may be another.
Result<bool> WaitsForAnotherDay(Forge& forge, RunId run, TimePoint now) {
  for (const StoredQuestion& stored : TRY(forge.store().ListQuestions(run, true))) {
    const bool past = stored.question.asked.ms / kDayMs < now.ms / kDayMs;
    if (stored.question.kind == QuestionKind::kBudget && past) return true;
  }
  return false;
}

Result<bool> HasEndedBlocker(Forge& forge, RunId run) {
  for (const RunId blocker : TRY(forge.store().ListBlockers(run))) {
    const auto row = TRY(forge.store().FindRun(blocker));
    if (!row || IsEnd(row->status)) return true;
  }
  return false;
}

Result<bool> ChildrenWait(Forge& forge, RunId run, TimePoint now);

// An engine of its parent could do nothing for it.
Result<bool> Rests(Forge& forge, const RunRow& child, TimePoint now) {
  switch (child.status) {
    case RunStatus::kWaiting: return !TRY(WaitsForAnotherDay(forge, child.id, now));
    case RunStatus::kParked: return true;
    case RunStatus::kBlocked: return !TRY(HasEndedBlocker(forge, child.id));
    case RunStatus::kActive: return ChildrenWait(forge, child.id, now);
    case RunStatus::kPaused:
    case RunStatus::kFailed:
    case RunStatus::kCompleted:
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return false;
  }
  return false;
}

Result<bool> ChildrenWait(Forge& forge, RunId run, TimePoint now) {
  const std::vector<RunRow> children = TRY(forge.store().FindRuns({.which = RunChoice::kOpen, .parent = run}));
  if (children.empty()) return false;
  const State state = TRY(LoadState(forge, run));
  if (state.units.empty() || !state.timers.empty()) return false;
  for (const auto& [id, unit] : state.units) {
    const auto child = std::ranges::find_if(
        children, [&](const RunRow& row) { return row.parent_unit.value != 0 && row.parent_step == unit.step; });
    if (unit.kind != UnitKind::kChild || child == children.end()) return false;
    if (!TRY(Rests(forge, *child, now))) return false;
  }
  return true;
}

}  // namespace

Move MoveFor(const Undriven& undriven, TimePoint now) {
  const RunRow& run = undriven.run;
  const bool fresh = !undriven.engine_died && now.ms - run.updated.ms < kLeftAloneMs;
  switch (run.status) {
    case RunStatus::kActive: return fresh || undriven.children_wait ? Move::kLeave : Move::kDrive;
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

Result<std::vector<Undriven>> FindUndriven(Forge& forge, TimePoint now) {
  std::vector<Undriven> found;
  for (RunRow& row : TRY(forge.store().FindRuns({.which = RunChoice::kOpen}))) {
    if (row.parent_unit.value != 0) continue;
    const auto lease = TRY(forge.store().FindLease(row.id));
    if (lease && IsHeld(*lease, LeaseMs(forge.settings()))) continue;
    Undriven undriven;
    undriven.engine_died = lease.has_value();
    if (row.status == RunStatus::kBlocked) undriven.blocker_ended = TRY(HasEndedBlocker(forge, row.id));
    if (row.status == RunStatus::kWaiting) undriven.new_day = TRY(WaitsForAnotherDay(forge, row.id, now));
    if (row.status == RunStatus::kActive) undriven.children_wait = TRY(ChildrenWait(forge, row.id, now));
    undriven.run = std::move(row);
    found.push_back(std::move(undriven));
  }
  return found;
}

}  // namespace forge
