// Asks the user at the terminal the open questions of a run.
#pragma once

#include <optional>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "store/store.h"
#include "surface/cli/command.h"

namespace forge::cli {

// Whether there is a person at a terminal to ask.
bool CanAskPerson(const Context& context);

// One line, by which a person says what should change; nothing: later.
std::optional<std::string> AskForChange(Context& context, const StoredQuestion& stored);

// False when the user leaves a question open (`later`, Escape, end of input, Ctrl-C).
Result<bool> AskPerson(Context& context, RunId run);

}  // namespace forge::cli
