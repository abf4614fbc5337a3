// The projections of a state: rows people and scripts read. Pure; the loop writes what it touched, the doctor all.
#pragma once

#include "engine/ports.h"
#include "engine/run_loop.h"
#include "engine/state.h"

namespace forge {

RunRow MakeRunRow(const State& state, const RunIdentity& identity, TimePoint updated);
StepRow MakeStepRow(const State& state, int place);
UnitRow MakeUnitRow(const State& state, const Unit& unit);  // as it stands at its start
// Completes a unit's row with what became of it.
void CompleteUnit(UnitRow& row, const UnitOutcome& outcome, TimePoint ended);

}  // namespace forge
