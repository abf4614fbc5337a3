// Why lanes of a run stand still after a check or a merge failed: the commands, and the last lines of their output.
#pragma once

#include <string>

#include "engine/state.h"
#include "service/run_queries.h"

namespace forge {

// Of lanes that failed or are blocked; those with a question say it there. Each line is marked, and the command that
// shows all of the output follows. Empty: none.
std::string FailedText(const State& state, const RunView& view);

}  // namespace forge
