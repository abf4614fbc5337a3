// The commands that steer a run by one control: pause, park, cancel, complete, abandon, skip, retry.
#pragma once

#include "engine/input.h"
#include "surface/cli/args.h"
#include "surface/cli/command.h"

namespace forge::cli {

// RUN, --reason; with `steps` also STEP.
Form ControlForm(bool steps);
// Gives the control and says what became of it.
Result<Exit> GiveControl(Context& context, const Args& args, ControlKind kind);

}  // namespace forge::cli
