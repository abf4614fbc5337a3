// The words of an agent that cannot go on by itself, shared by who writes and who shows them.
#pragma once

#include <string_view>

namespace forge {

// How the error of an agent that reports `blocked` begins.
inline constexpr std::string_view kSaysBlocked = "the agent says it is blocked";

}  // namespace forge
