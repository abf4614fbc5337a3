// `record:FILE:SPEC`: asks another runtime and writes its answers and changes as a replay script (docs/replay.md).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agent/replay/replay_script.h"
#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

// `rest` is FILE:SPEC. FILE is made if missing, else appended to.
Result<std::unique_ptr<Runtime>> MakeRecordRuntime(const std::string& rest, const RuntimePlaces& places);

// One [[turn]] as text that ParseReplayScript reads back. `left_out` become comments.
std::string FormatTurn(const ReplayTurn& turn, const std::vector<std::string>& left_out);

}  // namespace forge
