// Which commands a merge need not run, because their failure was accepted. Pure: knows lanes by their names only.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace forge {

using AcceptedByLane = std::map<std::string, std::vector<std::string>>;  // commands that failed and were let through

// A person or the pipeline let it pass although it fails: for a lane that is on the branch, or for the candidate if it
// is alone. In a batch that would excuse the others too, so there it does not: the batch fails, and each is judged
// alone.
bool IsExcused(const AcceptedByLane& accepted, const std::function<bool(const std::string& lane)>& is_on_branch,
               const std::vector<std::string>& candidates, const std::string& command);

}  // namespace forge
