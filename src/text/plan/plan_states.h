// What the `**State:**` line of a step says. A state that another tool had is marked: only that one is settled before a
// run of Forge. Forge writes the states of its own runs without the mark, since their work is on a run's branch, which
// another clone need not have. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/words.h"

namespace forge {

// A state as a line can hold it: without emphasis, so that no field begins in it, and up to a comment.
std::string StateText(std::string_view written);

// "done" -> "done (imported)". A state that is not settled stays as it is.
std::string AsImported(std::string_view state);

// "done (imported)" -> "done", and "Done" -> "done".
std::string StateWord(std::string_view state);

// What the step was before any run; nothing: it is to be run.
std::optional<StepStatus> SettledByImport(std::string_view state);

}  // namespace forge
