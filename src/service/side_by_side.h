// Which steps may work at the same time in one checkout. Knows pipelines and roles, not where the roles come from, and
// no worktrees: a step in a worktree of its own is never asked about.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "pipeline/pipeline.h"

namespace forge {

// Whether a role may change files.
using RoleWrites = std::function<Result<bool>(const std::string& role)>;

// Whether no stage of a step's pipeline can change files: only questions, and agents whose roles do not write. A
// command of a check may write whatever it likes, and the steps of a step are not looked into.
Result<bool> OnlyReads(const Pipeline& pipeline, const RoleWrites& role_writes);

// In one checkout the changes of two steps cannot be told apart: steps that may write get there one after the other.
// Those that only read stay as many at a time as their pipeline says.
Status CapWriters(PipelineSet& set, const RoleWrites& role_writes);

}  // namespace forge
