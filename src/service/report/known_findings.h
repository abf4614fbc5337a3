// What a reviewer is told of the findings that the run has already: those that a person decided, which it must not
// raise again, and its own that are open, whose numbers it repeats. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "service/report/findings.h"

namespace forge {

// Who is asked. A reviewer of the whole run (no step) is told what was decided about any step.
struct FindingsReader {
  StepId step;
  std::string stage;
  std::string member;   // of a panel
  bool repeats = true;  // its answer has a place for the numbers of findings; else it is told only what is decided
};

// Empty when there is nothing to tell.
std::string TellKnownFindings(const std::vector<RunFinding>& findings, const FindingsReader& reader);

}  // namespace forge
