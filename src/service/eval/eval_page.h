// The results of an evaluation as one page of HTML. The text is pure; writing it is the one effect.
#pragma once

#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "service/eval/trial.h"

namespace forge {

// No script, and nothing loaded from anywhere.
std::string EvalPage(const EvalResults& results, TimePoint now);

// Writes index.html into the results' directory, and returns its path.
Result<std::string> WriteEvalPage(const EvalResults& results, TimePoint now);

}  // namespace forge
