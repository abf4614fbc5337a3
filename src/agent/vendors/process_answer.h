// What a child process's bad end means as an agent's answer. Starts nothing.
#pragma once

#include <cstdint>

#include "agent/runtime.h"
#include "base/result.h"
#include "os/process/process.h"

namespace forge {

AgentAnswer FailedAnswer(ErrorClass error_class, std::string error);

// It never ran.
AgentAnswer StartFailure(const Error& error);

// It ran and ended otherwise than with exit 0. The class is read from what it said, standard error first.
AgentAnswer ProcessFailure(const ProcessResult& result, const AgentDeadlines& deadlines);
AgentAnswer ProcessFailure(const ProcessResult& result, std::int64_t timeout_ms);

}  // namespace forge
