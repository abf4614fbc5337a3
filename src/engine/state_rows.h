// Makes the rows of a state that people and scripts read. Pure; the loop writes those that changed, the doctor all.
#pragma once

#include "engine/ports.h"
#include "engine/run_loop.h"
#include "engine/state.h"

namespace forge {

RunRow MakeRunRow(const State& state, const RunIdentity& identity, TimePoint updated);
StepRow MakeStepRow(const State& state, int place);
UnitRow MakeUnitRow(const State& state, const Unit& unit);  // as it stands at its start
// Completes a unit's row with its outcome.
void CompleteUnit(UnitRow& row, const UnitOutcome& outcome, TimePoint ended);

}  // namespace forge
