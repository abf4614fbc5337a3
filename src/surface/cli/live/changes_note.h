// The user's uncommitted changes when a run starts: the option that takes them, and the line that names them.
#pragma once

#include <string>

#include "surface/cli/command.h"
#include "surface/cli/form.h"

namespace forge::cli {

Option IncludeChangesOption();

// Agents do not see what is not committed: a person should know before they start. `isolation`: empty is the setting's.
// `included`: the run starts from the changes. Empty: there are none.
std::string ChangesNote(const Context& context, const std::string& isolation, bool included);

}  // namespace forge::cli
