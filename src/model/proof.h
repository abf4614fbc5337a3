// How a plan says that the test of a step is proved (field `Proof`, docs/evidence.md). Knows neither plans nor trees.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/step.h"

namespace forge {

struct PlannedProof {
  bool red_green = false;          // the test fails without the work and passes with it; the engine shows both
  std::vector<std::string> tests;  // paths or globs of the test files, if the plan names them
  bool waived = false;
  std::string reason;  // of the waiver; empty: the plan gives none, which is a problem of the plan
};

// "red-green", "red-green: `tests/a.sh`", "waived because nothing can run it". None: it is something else, such as a
// command.
std::optional<PlannedProof> ParseProof(std::string_view written);

// Of the step's field; neither of both if there is none.
PlannedProof ProofOf(const StepSpec& step);

}  // namespace forge
