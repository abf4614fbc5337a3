#include "service/unit/accepted_commands.h"

#include <algorithm>

namespace forge {

bool IsExcused(const AcceptedByLane& accepted, const std::function<bool(const std::string& lane)>& is_on_branch,
               const std::vector<std::string>& candidates, const std::string& command) {
  return std::ranges::any_of(accepted, [&](const auto& entry) {
    const auto& [lane, commands] = entry;
    const bool is_alone = candidates.size() == 1 && candidates[0] == lane;
    return (is_alone || is_on_branch(lane)) && std::ranges::find(commands, command) != commands.end();
  });
}

}  // namespace forge
