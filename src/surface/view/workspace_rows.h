// Worktrees as rows of a table, as JSON, and as words.
#pragma once

#include <string>
#include <vector>

#include "model/json.h"
#include "service/workspaces.h"
#include "surface/view/tones.h"

namespace forge {

Json ToJson(const std::vector<WorkspaceRow>& rows);
std::string FormatWorkspaces(const Palette& palette, const std::vector<WorkspaceRow>& rows);
std::string Describe(const WorkspaceRow& row);  // "repo-2 (run 17, step s1, completed)"

}  // namespace forge
