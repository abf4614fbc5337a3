// What lies around an imported milestone: its preferences as settings, its memory. Told, or taken where the person says
// so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/json.h"
#include "service/plan/gsd_tree.h"
#include "surface/cli/command.h"

namespace forge::cli {

std::optional<GsdTree> TreeAround(const Context& context, const std::string& path, const PlanSource& source);

struct TreeTaken {
  std::vector<std::string> lines;  // for people
  Json settings = Json::MakeArray();
  Json memory = Json::MakeArray();
};
Result<TreeTaken> TakeTree(Context& context, const GsdTree& tree, bool settings, bool memory);

}  // namespace forge::cli
