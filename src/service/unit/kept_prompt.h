// The prompts that the units of a stage were given, as they were kept when the agent was asked. Makes none: what a
// stage would be told now is in prompt_view.h.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

class Forge;

struct KeptPromptQuery {
  RunId run;
  std::string stage;
  std::string step;    // empty: of the run itself
  std::string member;  // empty: every member of a panel
  int round = 1;
};

struct KeptPrompt {
  UnitId unit;
  std::string stage;
  std::string step;
  std::string member;
  int round = 0;
  int attempt = 0;
  std::string text;
};

// One for each member of a panel, in the order they were asked, else one: of the last attempt in the round.
// kNotFound names the stages, steps, rounds or members that the run has.
Result<std::vector<KeptPrompt>> ReadKeptPrompts(Forge& forge, const KeptPromptQuery& query);

}  // namespace forge
