// What people decided about findings, applied to what the units of a run said. For service/report/findings.cc only.
#pragma once

#include "base/result.h"
#include "engine/state.h"
#include "service/report/findings_seen.h"
#include "store/store.h"

namespace forge {

// By the answers to the run's questions.
void ApplyAnswers(const State& state, Seen& seen);

// By `forge triage`.
Status ApplySettlements(Store& store, RunId run, Seen& seen);

// A reviewer that says a decided finding in other words does not reopen it.
void CarryDecisionsOver(Seen& seen);

}  // namespace forge
