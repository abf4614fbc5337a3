// Runs one of the programs of cli_program.h for a request. The program and its stream are pure and elsewhere.
#pragma once

#include <memory>
#include <string>

#include "agent/runtime.h"
#include "agent/vendors/cli_program.h"
#include "base/result.h"

namespace forge {

// `path`: empty looks the program up on PATH. Fails when it is not there, saying how to get it.
Result<std::unique_ptr<Runtime>> MakeCliRuntime(const CliProgram& program, const std::string& path,
                                                const RuntimePlaces& places);

// Deadlines, directory, variables, marker and sandbox of a request as a command has them.
void FillCommand(const AgentRequest& request, ProcessSpec& command);

}  // namespace forge
