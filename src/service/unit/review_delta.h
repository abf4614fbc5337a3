// What a reviewer is shown of the code in a later round: what has changed since it looked. Starts and changes nothing.
#pragma once

#include <cstddef>
#include <string>

namespace forge {

class RunResources;
struct Job;

// Empty in a first round, for a stage that does not review, when nothing has changed, and when it cannot be told: then
// the whole diff is shown.
std::string ChangesSinceLook(RunResources& resources, const Job& job, std::size_t limit);

}  // namespace forge
