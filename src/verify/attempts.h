// Attempts as others write them down, made comparable: what differs from run to run is taken out of every issue.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "model/stagnation.h"

namespace forge {

// An array of {"score", "issues": [...]}. An issue is a text, or an object that says it in "error", "message",
// "description", "name", "file" or "command"; what says nothing is an issue without a name. kInvalid names the place.
Result<std::vector<AttemptScore>> ReadAttempts(const Json& json);

// {"stagnant", "oscillating", "velocity", "recommendation"}
Json ToJson(const Stagnation& judged);

}  // namespace forge
