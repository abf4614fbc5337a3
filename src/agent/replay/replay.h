// The `replay` runtime: an agent that plays a script (docs/replay.md). Its answers are scripted; its files, commands
// and failures are real.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agent/replay/replay_script.h"
#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

// Reads and checks the script; the error lists all its problems. See MakeRuntime for the directories.
Result<std::unique_ptr<Runtime>> MakeReplayRuntime(const std::string& file, const std::string& base_directory,
                                                   const std::string& state_directory);

bool Matches(const ReplayTurn& turn, const UnitLabel& label);

// The final message: the text, then the result as a fenced block.
std::string ReplayText(const ReplayTurn& turn);

// `record:FILE:SPEC`: asks another runtime and writes its answers and changes as a script. `rest` is FILE:SPEC; FILE is
// made if missing, else appended to.
Result<std::unique_ptr<Runtime>> MakeRecordRuntime(const std::string& rest, const RuntimePlaces& places);

// One [[turn]] as text that ParseReplayScript reads back. `left_out` become comments.
std::string FormatTurn(const ReplayTurn& turn, const std::vector<std::string>& left_out);

}  // namespace forge
