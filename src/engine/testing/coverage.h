// What the tests of this binary made the core do: transitions taken, notes said. For tests only, hence the global.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "engine/core.h"
#include "engine/transitions.h"

namespace forge::testing {

struct Coverage {
  std::mutex mutex;  // the simulation plays on several threads
  std::set<Transition<RunStatus>> run;
  std::set<Transition<StepStatus>> steps;
  std::map<std::string, std::set<std::string>> notes;  // with the members of their data

  void Add(const Decision& decision);
  // "run: paused -> failed", for every legal one that was not taken.
  std::vector<std::string> NotTaken() const;
};

Coverage& TheCoverage();

}  // namespace forge::testing
