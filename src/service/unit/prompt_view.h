// What a stage of a run would be asked now. Made by the code that asks (unit_executor.h); starts and changes nothing.
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
  std::vector<PromptSection> sections;  // in a row: the prompt
};

// One for each seat of a panel, else one. kNotFound when the run has no such stage or step, kInvalid when nobody is
// asked there.
Result<std::vector<PromptView>> ViewPrompts(Forge& forge, RunId run, const std::string& stage, const std::string& step);

}  // namespace forge
