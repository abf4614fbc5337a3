// The runs that do the steps of a run, and those of their steps: what a person sees of the whole tree.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/ports.h"

namespace forge {

class Forge;

struct RunBelow {
  RunRow run;
  int depth = 1;          // 1: it does a step of the run that was asked about
  std::string waits_for;  // a question, another run, a person who paused it; empty: nothing
};

// A question, another run, why it failed or who paused it; empty: nothing.
Result<std::string> WhatRunWaitsFor(Forge& forge, const RunRow& run);

// Its work was not taken: another run did the step.
Result<bool> IsRefused(Forge& forge, const RunRow& run);

// In the order they were started, each before those below it.
Result<std::vector<RunBelow>> TreeBelow(Forge& forge, RunId run);

// The first of them that was set aside alone, or failed: the run above waits for it without a question. Nothing: none.
Result<std::optional<RunRow>> AtRestBelow(Forge& forge, RunId run);

}  // namespace forge
