// The runs, steps, plans, pipelines, roles and settings of a project, for completion. Only reads: a project without a
// store gets none, and what cannot be read is left out in silence.
#pragma once

#include <string>
#include <vector>

#include "store/store.h"
#include "surface/cli/command.h"
#include "surface/cli/completion.h"

namespace forge::cli {

// By number and by slug, newest first: the newest 200, and the one whose number is typed.
std::vector<Candidate> RunWords(Store& store, const std::string& typed);

FindThings ThingsOf(Context& context);

}  // namespace forge::cli
