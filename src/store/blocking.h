// What a run waits for, as its rows tell it before its engine has read the message: a child that blocks its parent, and
// the end of a run that another waits for, show at once. The engine decides the same when it reads its inbox.
#pragma once

#include <set>

#include "base/ids.h"
#include "engine/input.h"
#include "engine/ports.h"

namespace forge {

// Changes the row and the set of runs that it waits for. False: the message is not about that, or the run has ended.
// `asks`: a question of the run is open.
bool ApplyBlocking(const Input& message, bool asks, RunRow& row, std::set<RunId>& blockers);

}  // namespace forge
