// Runs that go on without this terminal: started in the background, or left to the project's server.
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "service/run_queries.h"
#include "surface/cli/command.h"

namespace forge::cli {

Option DetachOption();
// Returns when an engine holds the run, and prints how to follow it.
Result<Exit> LeaveInBackground(Context& context, RunId run);

// For commands that let a run continue: --go runs it here when nothing else runs it.
Option GoOption();
// For commands that let a run continue: from now on it asks only what only a person can answer.
Option AutoOption();
// Makes a run that rests active again, so that it can be driven here. A plan that was edited meanwhile is asked about
// before a step of it starts. False: its own engine is alive and was told to continue. kConflict: it has ended or
// failed, or another engine is at work on it.
// `unattended`: no person attends it from now on, which a run that is at work is told too.
Result<bool> MakeActive(Context& context, RunId run, bool unattended = false);
// The run that an engine must drive so that this one continues: the parent that waits for it, if there is one.
Result<RunView> RunToResume(Context& context, RunId run);
// After such a command. `by_engine`: a running engine took it. Otherwise drives the run on with --go, or says that
// nothing runs it and what to type.
struct GoOn {
  bool here = false;        // --go
  bool unattended = false;  // --auto, also of a run that is not driven here
};
Result<Exit> GoOnOrSay(Context& context, RunId run, bool by_engine, const GoOn& go_on);

// Says so of a run that the server takes up once one of its places is free; empty: it waits for none.
std::string WaitsForPlace(const Context& context, const RunView& view);

// Whether the run could go on and nothing runs it.
Result<bool> StandsStill(Context& context, RunId run);
// No engine, no server and nobody at a terminal would go on with it after an answer.
Result<bool> NothingDrives(Context& context, RunId run);
// Asks at the terminal whether to run it in the background, and does; false: nothing runs it.
Result<bool> OfferBackground(Context& context, RunId run);

}  // namespace forge::cli
