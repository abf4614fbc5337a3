// Which status may follow which, for runs and for steps: the arrows of docs/states.md. Knows no reasons. A new plan
// may also put a step that does not run back to pending: it is another step then.
#pragma once

#include <compare>
#include <span>

#include "model/words.h"

namespace forge {

template <typename Word>
struct Transition {
  Word from;
  Word to;
  auto operator<=>(const Transition&) const = default;
};

// All of them, in the order of the page.
std::span<const Transition<RunStatus>> RunTransitions();
std::span<const Transition<StepStatus>> StepTransitions();

bool MayBecome(RunStatus from, RunStatus to);
bool MayBecome(StepStatus from, StepStatus to);

}  // namespace forge
