// How a status looks on a terminal.
#pragma once

#include "model/words.h"
#include "surface/cli/output.h"

namespace forge::cli {

Tone ToneOf(RunStatus status);
Tone ToneOf(StepStatus status);

}  // namespace forge::cli
