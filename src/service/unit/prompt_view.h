// The prompt that a stage of a run would get now, made by the code that asks (prompt_maker.h). Starts and changes
// nothing.
#pragma once

#include <string>
#include <vector>

#include "agent/prompt_parts.h"
#include "base/ids.h"
#include "base/result.h"

namespace forge {

class Forge;

struct PromptView {
  std::string stage;
  std::string step;    // empty: of the run itself
  std::string member;  // of a panel
  std::string role;
  std::vector<PromptSection> sections;  // joined in order: the prompt
};

// One for each member of a panel, else one. kNotFound when the run has no such stage or step, kInvalid when the stage
// asks no agent.
Result<std::vector<PromptView>> ViewPrompts(Forge& forge, RunId run, const std::string& stage, const std::string& step);

}  // namespace forge
