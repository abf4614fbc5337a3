// What surfaces read about runs. Changes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "engine/state.h"
#include "service/engine_note.h"
#include "store/store.h"

namespace forge {

class Forge;

struct RunView {
  RunRow run;
  std::vector<StepRow> steps;
  std::vector<UnitRow> units;
  std::vector<StoredQuestion> questions;
  std::vector<RunId> blockers;
  std::optional<Lease> lease;
  bool owner_alive = false;          // an engine drives it
  bool owner_silent = false;         // its engine seems to live, and has let its lease run out
  std::optional<EngineNote> engine;  // of the engine that drives it, if it has no terminal
  std::optional<EngineNote> asker;   // no engine has it: the process that asks its person, and goes on then
  // Not empty: the engine can record nothing, so the journal cannot tell why the run stands still.
  std::string held_up;
};

// `17`, `017`, `run-17`, `plan-17`, a slug, or empty for the current run: the one started or switched to last; if it
// has ended, the newest that has not, or the newest of all.
Result<RunId> FindRun(Forge& forge, const std::string& name);
// Without a name: the same, but the newest completed run instead of one that was cancelled or abandoned.
Result<RunId> FindRunToLand(Forge& forge, const std::string& name);
// The same, but empty is the one started or switched to last, ended or not: what a person wants to look at.
Result<RunId> FindRunToShow(Forge& forge, const std::string& name);
Result<std::vector<RunRow>> ListRuns(Forge& forge);
// Those that have not ended, by id.
Result<std::vector<RunRow>> ListOpenRuns(Forge& forge);
// Those that have not ended and the newest, by id: what a list shows that need not be complete.
struct RecentRuns {
  std::vector<RunRow> runs;
  bool complete = true;
};
Result<RecentRuns> ListRecentRuns(Forge& forge);
Result<RunView> ViewRun(Forge& forge, RunId run);
// The same without its steps, and with its newest units only: costs the same however long the run is.
Result<RunView> GlanceAtRun(Forge& forge, RunId run);
// Of the run and of all runs below it.
Result<std::vector<StoredQuestion>> OpenQuestions(Forge& forge, RunId run);
// Of all trees of runs whose top has not ended: the newest tree first.
Result<std::vector<StoredQuestion>> OpenQuestionsOfAll(Forge& forge);
// All runs that it started and that those started, by id; without the run itself.
Result<std::vector<RunRow>> RunsBelow(Forge& forge, RunId run);
// The run that no run started: itself, or above it.
Result<RunId> RootOf(Store& store, RunId run);
Result<State> LoadState(Forge& forge, RunId run);
// How it was started: its pipelines, size, settings. Reads one row, where LoadState folds the journal.
Result<Started> LoadStarted(Forge& forge, RunId run);
Result<std::vector<JournalRow>> ReadRunLog(Forge& forge, RunId run, std::int64_t after, std::int64_t limit);

// The command to type next: "forge answer 17 yes".
std::string NextCommand(const RunView& view);

// The key of the current run among the store's meta values.
inline constexpr std::string_view kCurrentRun = "current";

}  // namespace forge
