// What people did by hand in the worktrees of a run and gave back, as its journal has it. What is open now:
// service/step_shell.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/input.h"
#include "engine/ports.h"

namespace forge {

class Forge;

struct GivenBack {
  std::int64_t seq = 0;  // of its row in the journal
  TimePoint at;
  StepGivenBack what;
};

// Nothing: the row is of another kind.
std::optional<GivenBack> ReadGivenBack(const JournalRow& row);

// Those of the run, in order.
Result<std::vector<GivenBack>> ListGivenBack(Forge& forge, RunId run);

// "done by hand by ada: one.txt and 2 more (kept in refs/forge/17/s1/hand-1)", with the note for the agent. One line.
// Pure.
std::string Describe(const StepGivenBack& given);

}  // namespace forge
