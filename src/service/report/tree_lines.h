// A run with its steps, and the runs that do these with theirs: what works at this moment, by whom, what it cost and
// what each waits for. Reads; does not know how it is drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"

namespace forge {

class Forge;

// One line of the tree: a run, a step, or a step together with the run that does it.
struct TreeLine {
  std::size_t depth = 0;
  StepId step;  // empty: the run that was asked about, or one that a person started below it
  std::optional<StepStatus> step_status;
  RunId run;  // 0: no run does the step
  std::optional<RunStatus> run_status;
  std::string title;
  std::string stage;  // where it is; empty: it has not begun, or has ended
  std::string tier;   // of the agent that works on it now; empty: none does, or it just began
  std::int64_t steps_done = 0, steps_total = 0;
  std::int64_t tokens = 0;  // of a run, with all below it
  double usd = 0;
  std::string waits_for;  // a question, other steps, another run, why it failed; empty: nothing
};

// Each before those below it, steps in the order of the plan. What has ended is one line.
Result<std::vector<TreeLine>> TreeLines(Forge& forge, const RunRow& top);

// From the run down to the one at the bottom that works: of several the one that changed last.
struct TreePath {
  std::vector<RunRow> runs;  // the first is the run itself
  StepId task;               // the step of the last of them whose unit began last; empty: none runs
  std::string stage, tier;   // of that unit
  std::int64_t tokens = 0;   // of the run, with all below it
  double usd = 0;
};
Result<TreePath> PathToWork(Forge& forge, const RunRow& top);

// What a run has spent with the runs that do its steps, also before these have reported it. `run.tokens` and `run.usd`
// are what has been reported.
Result<RunRow> WithAllSpent(Forge& forge, RunRow run);

}  // namespace forge
