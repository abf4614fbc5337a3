// What a run teaches: facts from what happened, drafts from what agents say, its record for risk and estimates. Never
// the reason a run fails: what cannot be kept is a warning.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/state.h"
#include "model/json.h"
#include "service/memory/memory.h"
#include "store/store.h"

namespace forge {

class Forge;

// `forge run --no-memory`: its stages get nothing from memory, and nothing of it is saved there.
bool UsesMemory(const Started& start);

struct Lessons {
  int facts = 0;        // new or confirmed
  int drafts = 0;       // proposed by an agent
  int turned_away = 0;  // secrets, rejected earlier, unreadable
  std::vector<std::string> warnings;
};
std::string ToText(const Lessons& lessons);

// A `learn` stage's result block: {"facts": [{category, text, source?, confidence?, scope?}], "spikes": [{assumption,
// result, actual?, permanent?}], "triples": [{subject, predicate, object}], "no_longer": [{subject, predicate?,
// object?, why?}], "diary": text}. All of it drafts where there are drafts. `failed`: the agent's own work failed, so
// its facts are failure patterns.
Lessons KeepProposals(Memory& memory, const Json& result, const Provenance& from, bool failed, TimePoint now);

// Once a run has ended or failed: its record, a line of the diary, and, where its pipeline learns, commands that
// worked and failure patterns with what led to them. Doing it twice changes nothing.
Lessons LearnFromRun(Memory& memory, Store& store, const Project& project, const RunRow& row, const State& state,
                     TimePoint now);

// LearnFromRun for a run that has ended or failed, else nothing. Never fails; what went wrong goes to `warn`.
void KeepLessons(Forge& forge, RunId run, const State& state, const std::function<void(const std::string&)>& warn);

}  // namespace forge
