// The commands of a step's Verify, from the pieces of Markdown that were written for it. Does not know steps.
#pragma once

#include <string>
#include <vector>

#include "text/plan/plan_values.h"

namespace forge {

// What is run, and what is written there and is not.
struct StepCommands {
  struct NotRun {
    Written at;
    std::string text;
    bool is_code = true;  // else a line of words
  };
  std::vector<std::string> commands;
  std::vector<NotRun> not_run;
};

// Of a line or an item: what it says to run, or all of it if it has no code and is no title ("Unit tests:"). Of a block
// of code: its lines. What is listed or stands in a block below "Do not run:" or "By hand: start it, then" is not run,
// nor what the next item says not to run. Linear.
StepCommands ReadStepCommands(const std::vector<FieldPiece>& pieces);

}  // namespace forge
