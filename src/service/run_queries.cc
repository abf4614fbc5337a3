#include "service/run_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "engine/run_loop.h"
#include "os/files/files.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

std::string AskedRunNumber(const std::string& name) {
  for (std::string_view prefix : {"run-", "plan-"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

std::string FullDisk(const std::string& directory) {
  constexpr std::int64_t kKilo = 1024;
  constexpr std::int64_t kAFewRecords = 256 * kKilo;
  const std::int64_t free = FreeBytes(directory);
  if (free >= kAFewRecords) return "";
  return fmt::format("the disk of the store is full: {} KB are free in {}", free / kKilo, directory);
}

}  // namespace

Result<RunId> FindRun(Forge& forge, const std::string& name) {
  if (name.empty()) {
    auto runs = TRY(forge.store().ListRuns());
    auto current = TRY(forge.store().GetMeta(std::string(kCurrentRun)));
    const std::int64_t wanted = current ? ParseInt(*current).value_or(0) : 0;
    for (const RunRow& row : runs) {
      if (row.id.value == wanted && !IsEnd(row.status)) return row.id;
    }
    auto newest = std::find_if(runs.rbegin(), runs.rend(), [](const RunRow& row) { return !IsEnd(row.status); });
    if (newest != runs.rend()) return newest->id;
    if (!runs.empty()) return runs.back().id;
    return Fail(Code::kNotFound, "there are no runs yet", "start one: forge run \"what you want done\"");
  }
  if (auto number = ParseInt(AskedRunNumber(name))) {
    if (auto row = TRY(forge.store().FindRun(RunId{*number}))) return row->id;
    const auto in_git = forge.project().is_git ? Workspaces::RunsIn(forge.project().root) : std::set<RunId>();
    if (in_git && in_git->contains(RunId{*number})) {
      return Fail(Code::kNotFound, fmt::format("run {} is not in the store, but git has work of it", *number),
                  fmt::format("forge rescue {}", *number));
    }
  } else if (auto row = TRY(forge.store().FindRunBySlug(name))) {
    return row->id;
  }
  return Fail(Code::kNotFound, fmt::format("no run `{}`", name), "forge list");
}

Result<std::vector<RunRow>> ListRuns(Forge& forge) { return forge.store().ListRuns(); }

Result<RunView> ViewRun(Forge& forge, RunId run) {
  RunView view;
  auto row = TRY(forge.store().FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  view.run = *std::move(row);
  view.steps = TRY(forge.store().ListSteps(run));
  view.units = TRY(forge.store().ListUnits(run));
  view.questions = TRY(forge.store().ListQuestions(run, false));
  view.blockers = TRY(forge.store().ListBlockers(run));
  view.lease = TRY(forge.store().FindLease(run));
  view.owner_alive = view.lease && IsHeld(*view.lease, LeaseMs(forge.settings()));
  view.owner_silent = view.lease && !view.owner_alive && OwnerAlive(view.lease->owner);
  if (view.owner_alive) view.held_up = FullDisk(forge.project().state);
  return view;
}

Result<std::vector<StoredQuestion>> OpenQuestions(Forge& forge, RunId run) {
  std::set<RunId> family = {run};
  // Parents have smaller numbers than their children, so one pass in order finds all descendants.
  for (const RunRow& row : TRY(forge.store().ListRuns())) {
    if (family.contains(row.parent)) family.insert(row.id);
  }
  auto open = TRY(forge.store().ListQuestions(std::nullopt, true));
  std::erase_if(open, [&](const StoredQuestion& stored) { return !family.contains(stored.run); });
  return open;
}

Result<State> LoadState(Forge& forge, RunId run) {
  JournalRange inputs;
  inputs.inputs_only = true;
  auto rows = TRY(forge.store().ReadJournal(run, inputs));
  if (rows.empty()) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  return TRY_WITH(fmt::format("run {}", run.value), Fold(rows));
}

Result<std::vector<JournalRow>> ReadRunLog(Forge& forge, RunId run, std::int64_t after, std::int64_t limit) {
  return forge.store().ReadJournal(run, JournalRange{after, limit, false});
}

std::string NextCommand(const RunView& view) {
  const std::int64_t id = view.run.id.value;
  switch (view.run.status) {
    case RunStatus::kWaiting: {
      for (const StoredQuestion& stored : view.questions) {
        if (stored.question.status == QuestionStatus::kOpen) {
          return fmt::format("forge answer {} {}", id,
                             stored.question.options.empty() ? "ANSWER" : stored.question.options[0]);
        }
      }
      return fmt::format("forge questions {}", id);
    }
    case RunStatus::kActive:
      return view.owner_alive ? fmt::format("forge watch {}", id) : fmt::format("forge resume {}", id);
    case RunStatus::kPaused:
    case RunStatus::kParked: return fmt::format("forge resume {}", id);
    case RunStatus::kBlocked:
      return view.blockers.empty() ? fmt::format("forge status {}", id)
                                   : fmt::format("forge status {}", view.blockers[0].value);
    case RunStatus::kFailed: return fmt::format("forge retry {}", id);
    case RunStatus::kCompleted: return fmt::format("forge report {}", id);
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return fmt::format("forge log {}", id);
  }
  return "";
}

}  // namespace forge
