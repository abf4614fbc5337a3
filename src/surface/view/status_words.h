// How a status looks and reads.
#pragma once

#include <string_view>

#include "model/words.h"
#include "surface/view/tones.h"

namespace forge {

Tone ToneOf(RunStatus status);
Tone ToneOf(StepStatus status);
std::string_view Phrase(RunStatus status);  // "is waiting", "failed", "was cancelled"

}  // namespace forge
