// What failed or was sent back on the way, in words: for those who look back at a run, and for the run above it. Pure
// but for what it is given to read with.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "service/unit/job_history.h"

namespace forge {

// `read`: an artifact of a lane, which a step may have from the run; empty: there is none. `where` stands before each
// stage. `with_reviews`: with the reviews of the first rounds, but for those that are shown `elsewhere`, as ReviewShown
// has them.
using ArtifactReader = std::function<Result<std::string>(const std::string& lane, const std::string& name)>;
Result<std::string> SetbacksTold(const std::vector<Setback>& setbacks, const std::string& where, bool with_reviews,
                                 const ArtifactReader& read, const std::set<std::string>& elsewhere = {});

}  // namespace forge
