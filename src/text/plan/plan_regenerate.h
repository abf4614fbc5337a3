// Writes the steps that a plan's changes give into its `## Steps` section. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "text/decompose/decompose.h"

namespace forge {

// The section is replaced, or made after the last one that belongs to the plan itself; every other byte stays.
// Fails when the changes themselves are wrong (a path out of the repository), naming the lines.
Result<std::string> RegenerateSteps(std::string_view text, const DecomposeOptions& options = {});

// The states that another tool gave (`done (imported)`) in `before`, for the steps of `after` that are the same: they
// have the id, the text and the written files of one that has such a state.
Result<std::string> KeepImportedStates(std::string_view before, std::string_view after);

}  // namespace forge
