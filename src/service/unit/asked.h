// What a unit was asked, wherever it is kept: among its files, or in the store if it left none (run_files.h). An older
// Forge wrote only files.
#pragma once

#include <optional>
#include <string>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

class RunFiles;
class Store;

// None: the unit asked no agent, has not been asked yet, or its records were pruned.
Result<std::optional<std::string>> ReadPrompt(Store& store, const RunFiles& files, UnitId unit);
// JSON: the model, the tools and the reasons.
Result<std::optional<std::string>> ReadRequest(Store& store, const RunFiles& files, UnitId unit);

}  // namespace forge
