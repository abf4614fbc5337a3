// The commands of a step's Verify, from the pieces of Markdown that were written for it. Does not know steps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/plan/plan_fields.h"
#include "text/plan/plan_values.h"
#include "text/said_listing.h"

namespace forge {

// Of a line or an item: what it says to run, or all of it if it has no code and is a command. Of a block of code: its
// lines. said_listing.h says what the words around them do. Linear.
SaidListing ReadStepCommands(const std::vector<FieldPiece>& pieces);

// Is there a command among these words, or are they one?
bool SaysCommand(std::string_view text);

// Below Verify: "**Unit tests:** `make unit`" is a command with the name of its check, or leads to commands.
bool NamesCheck(const FieldLabel& label);

// The commands that an item of Verify or of the acceptance criteria speaks of as if they were run, whatever its shape.
// Not where words deny it ("do not", "by hand", "in CI"), and not what ships or is a placeholder.
std::vector<std::string> PromisedRuns(std::string_view item);

// Of a piece of Proof: "yes" and "the log shows it" prove nothing. A command without backticks must be a known one with
// arguments.
bool SaysNoProof(const FieldPiece& piece);

}  // namespace forge
