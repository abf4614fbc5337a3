// Rounds that a run lost to form: the answer or the plan was not wrong, it could not be read or did not have the form
// that was asked for. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "engine/ports.h"

namespace forge {

// Of one run: its journal from the start, and its units. Counts units whose answer could not be read (no result block,
// one that does not fit, an unreadable verdict), and checks of a document's form that did not pass.
Result<std::int64_t> CountFormRounds(const std::vector<JournalRow>& journal, const std::vector<UnitRow>& units);

}  // namespace forge
