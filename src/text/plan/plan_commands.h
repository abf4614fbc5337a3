// The commands of a step's Verify, from the pieces of Markdown that were written for it. Does not know steps.
#pragma once

#include <vector>

#include "text/plan/plan_values.h"
#include "text/said_commands.h"

namespace forge {

// A line that goes on with the sentence of the line before is one piece with it.
std::vector<FieldPiece> WithWholeSentences(const std::vector<FieldPiece>& pieces);

// Of a line or an item: what it says to run. Of a block of code: its lines.
SaidCommands ReadCommands(const FieldPiece& piece);

}  // namespace forge
