// What people decided about single findings (forge triage), as the store keeps it beside the journal.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "engine/state.h"
#include "service/report/findings.h"
#include "store/store.h"

namespace forge {

Result<std::optional<Settlement>> FindSettlement(Store& store, RunId run, const std::string& key);

// Whether a person had rejected it or left it for later by then: here, or by the answer to a question of the run.
bool WasSettled(Store& store, RunId run, const State& state, const RunFinding& found, TimePoint when);

// A fixed finding that was reported again since is open again.
void ApplySettlement(RunFinding& found, const Settlement& settlement);

}  // namespace forge
