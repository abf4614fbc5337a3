// Processes that are always another one: each ends as soon as it has started the next. A search of all processes meets
// none of them. When their engine has been killed they are children of a process above us: init, or a session's
// manager.
#pragma once

#include <string_view>

namespace forge {

// Every directory for the temporary files of a unit has this in its name, and no other place has.
inline constexpr std::string_view kUnitPrefix = "forge-unit-";

// Kills those of a run at sight, until there is none or a few seconds have passed: that have this value of kRunVariable
// or its mark (FindByMark), or a mount that names `mount`. A few milliseconds where nothing comes and goes.
void KillStrays(std::string_view run, std::string_view mount);

}  // namespace forge
