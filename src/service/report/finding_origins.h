// Where findings come from, as people are shown it: what one reviewer reported and another confirmed keeps the words,
// the place and the name of the first. For service/report/findings.cc only.
#pragma once

#include <string>

#include "service/report/findings_seen.h"
#include "store/store.h"

namespace forge {

// "review.skeptic", or "parser review" of a step.
std::string FromOf(const UnitRow& unit);

// Before the report is taken: whether it confirms what another reviewer has reported first, whose words are kept then.
void NoteConfirmation(Track& track, RunFinding& found, const UnitRow& unit, const Speaker& speaker);

// After all reports: what was confirmed is shown as it was first said, with what was seen since.
void ShowOrigins(Seen& seen);

}  // namespace forge
