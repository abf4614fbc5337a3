// What people and debates decided about findings, applied to what the units of a run said. For
// service/report/findings.cc only.
#pragma once

#include "base/result.h"
#include "engine/state.h"
#include "service/report/findings_seen.h"
#include "store/store.h"

namespace forge {

// Before the answer of this unit is taken. If it begins a debate again: what the one before it settled stays settled,
// unless the objection is raised again.
void NoteWithdrawn(Seen& seen, const Stage* stage, const UnitRow& unit);

// By the last debate: an objection is what became of it, and what is still conceded waits to be fixed.
void SettleDebates(const State& state, Seen& seen);

// By the answers to the run's questions.
void ApplyAnswers(const State& state, Seen& seen);

// By `forge triage`.
Status ApplySettlements(Store& store, RunId run, Seen& seen);

// A reviewer that says a decided finding in other words does not reopen it.
void CarryDecisionsOver(Seen& seen);

}  // namespace forge
