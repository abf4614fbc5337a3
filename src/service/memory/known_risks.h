// What went wrong before in runs like this one, and what of the user's checkout a run would not see: for the person who
// is asked, and for planners.
#pragma once

#include <string>
#include <vector>

#include "service/memory/memory.h"
#include "service/project.h"

namespace forge {

// Failure patterns from memory, whatever the task: the user's own about the way of working, then the project's surest.
// One line each. Unreadable memory is not a failure here: one line says so.
std::vector<std::string> KnownRisks(const Machine& machine, const Project& project, TimePoint now);
std::vector<std::string> KnownRisks(Memory& memory, TimePoint now);

// Paths of the user's checkout that differ from its commit, tracked or not; without Forge's own directory. Empty when
// there is no repository.
std::vector<std::string> UncommittedFiles(const Project& project);

}  // namespace forge
