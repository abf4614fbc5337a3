// Which unit `forge output` shows, and what is shown of a unit that kept no transcript. Changes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "service/transcript/entry.h"

namespace forge {

class Forge;

struct UnitQuery {
  RunId run;
  std::string step;                 // empty: any; "run": the run's own
  bool names_stage = false;         // `step` is the name of a stage: its units in the run and in all steps
  std::optional<UnitId> unit = {};  // empty: the latest agent or check, and one that runs before one that has ended
};

// `name`: empty, "run", a step's id, or else a stage that has begun. kNotFound says what there is.
Result<UnitQuery> AskForUnit(Forge& forge, RunId run, const std::string& name);

// Units that say something: all but gates. In order.
Result<std::vector<UnitRow>> OutputUnits(Forge& forge, const UnitQuery& query);
// kNotFound says what there is.
Result<UnitRow> FindOutputUnit(Forge& forge, const UnitQuery& query);

struct OtherOutput {
  std::vector<TranscriptEntry> entries;
  std::string note;
};
// Of a unit without a transcript: its commands' results, its answer, or where its output is instead.
Result<OtherOutput> OutputWithoutTranscript(Forge& forge, RunId run, const UnitRow& unit);

}  // namespace forge
