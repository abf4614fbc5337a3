// Finds accepted work of completed runs that is on no branch. There should be none: the engine does not end such a run.
// Reads only.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

class Forge;

struct LostWork {
  RunId run;
  std::string lane;  // "run", or a step
  std::string name;  // for `forge rescue`: 17/run/23
  std::size_t files = 0;
};

// Without what a person decided to leave out.
Result<std::vector<LostWork>> FindLostWork(Forge& forge);

}  // namespace forge
