// Results of `forge eval` for people at a terminal.
#pragma once

#include "service/eval/eval_summary.h"
#include "service/eval/trial.h"
#include "surface/cli/command.h"

namespace forge::cli {

void PrintEval(Context& context, const EvalResults& results);
void PrintComparison(Context& context, const VariantComparison& comparison);

}  // namespace forge::cli
