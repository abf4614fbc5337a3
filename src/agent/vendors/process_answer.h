// Turns the failure of a child process into an agent's answer. Starts nothing.
#pragma once

#include <cstdint>

#include "agent/runtime.h"
#include "base/result.h"
#include "os/process/process.h"

namespace forge {

AgentAnswer FailedAnswer(ErrorClass error_class, std::string error);

// It did not start.
AgentAnswer StartFailure(const Error& error);

// It ran and did not exit with 0. Its output decides the error class, standard error first.
AgentAnswer ProcessFailure(const ProcessResult& result, const AgentDeadlines& deadlines);
AgentAnswer ProcessFailure(const ProcessResult& result, std::int64_t timeout_ms);

}  // namespace forge
