// The options that `run` and `spawn` share: everything about how a new run goes.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "service/forge.h"
#include "surface/cli/args.h"
#include "surface/cli/command.h"

namespace forge::cli {

std::vector<Option> StartOptions();
// `objective`: `-` reads it from standard input.
Result<StartRequest> ReadStartRequest(const Context& context, const Args& args, const std::string& objective);

}  // namespace forge::cli
