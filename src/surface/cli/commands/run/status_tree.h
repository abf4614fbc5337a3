// `forge status --tree`: a run and all below it, a line for each run and step.
#pragma once

#include <vector>

#include "model/json.h"
#include "model/usage.h"
#include "service/report/tree_lines.h"
#include "surface/cli/command.h"

namespace forge::cli {

// `limit`: the budget of the run at the top.
void PrintTree(const Context& context, const std::vector<TreeLine>& lines, const Budget& limit);
Json TreeJson(const std::vector<TreeLine>& lines);

}  // namespace forge::cli
