// A run that waited for one that has just ended, and that no engine drives: it learns so at once, goes on or asks, so
// that people see what an engine would do next. Starts nothing.
#pragma once

#include "base/ids.h"

namespace forge {

class Forge;

// `ended`: a run of any status; the parent of one that has not ended is left alone, and so is a parent with an engine.
// What goes wrong is a warning: the parent's next engine reads the same messages. Not for a process that drives several
// runs: it takes up the parent by itself, and one process must not have a run twice.
void TellWaitingParent(Forge& forge, RunId ended);

}  // namespace forge
