// Arguments that many commands take: RUN and --agent.
#pragma once

#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "surface/cli/args.h"
#include "surface/cli/command.h"

namespace forge::cli {

Positional OptionalRun();
Option QuietOption();
Option AgentOption(const std::string& whose);  // "the agent"
// `RUN STEP`, both optional. One word that names no run may name a step of the run that is meant without it: the
// current one, or (kToShow) the last one, ended or not.
enum class WhichRun { kCurrent, kToShow };
struct RunAndStep {
  RunId run;
  std::string step;  // empty: none was given
};
Result<RunAndStep> ChosenRunAndStep(const Context& context, const Args& args, WhichRun without = WhichRun::kCurrent);
Result<RunId> ChosenRun(const Context& context, const Args& args);

// What a command that acts on a run prints with --json: the run, its open questions and what to type next.
Result<Json> RunAnswer(const Context& context, RunId run);

}  // namespace forge::cli
