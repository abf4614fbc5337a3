// What follows an overseer's word on a failing step: another way, a look at what was missed, or nothing that code could
// do. docs/repair.md has the table.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/json.h"

namespace forge {

enum class Trouble { kStuck, kMissingContext, kBlocked };

std::string_view Name(Trouble trouble);  // stuck, missing_context, blocked
std::optional<Trouble> ParseTrouble(std::string_view name);

struct RepairRoute {
  Trouble trouble = Trouble::kStuck;
  bool goes_on = true;  // false: nobody is asked to mend it, a person has to act
  std::string text;     // for whoever mends it next, or why it is blocked
};

// From an overseer's result block {"classification", "evidence", "suggestion"}; nothing when it is no such block. A
// word that is none of ours counts as stuck: the debugger is asked, with what was said.
std::optional<RepairRoute> RouteRepair(const Json& result);

}  // namespace forge
