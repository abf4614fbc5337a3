// What an agent says it used, on its way to the one who asked it.
#pragma once

#include "agent/runtime.h"
#include "model/usage.h"

namespace forge {

// A report of one answer, or a total, without what cannot be true; a notice says what was refused.
Usage Believed(const Usage& said, const AgentRequest& request);

// A later report replaces a smaller one: usage only ever grows.
void Raise(Usage& usage, const Usage& said);

// What was used in all so far, told to the one who asked. Why the agent must stop, if its share is used up.
std::optional<std::string> TellSpent(const Usage& total, const std::string& model, const AgentRequest& request);

}  // namespace forge
