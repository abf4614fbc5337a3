// The commands of a step's Verify, from the pieces of Markdown that were written for it. Does not know steps.
#pragma once

#include <vector>

#include "text/plan/plan_values.h"
#include "text/said_listing.h"

namespace forge {

// Of a line or an item: what it says to run, or all of it if it has no code and is a command. Of a block of code: its
// lines. said_listing.h says what the words around them do. Linear.
SaidListing ReadStepCommands(const std::vector<FieldPiece>& pieces);

}  // namespace forge
