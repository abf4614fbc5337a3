// What the tests of this binary made the core do: transitions taken, notes said. For tests only, hence the global.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/core.h"
#include "engine/transitions.h"

namespace forge::testing {

struct Coverage {
  std::set<Transition<RunStatus>> run;
  std::set<Transition<StepStatus>> steps;
  std::set<std::string> notes;

  void Add(const Decision& decision);
  // "run: paused -> failed", for every legal one that was not taken.
  std::vector<std::string> NotTaken() const;
};

Coverage& TheCoverage();

}  // namespace forge::testing
