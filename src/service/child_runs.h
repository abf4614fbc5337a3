// Runs below a run: found or started for a unit of their parent, and driven on the thread of that unit.
#pragma once

#include <optional>
#include <stop_token>

#include "model/outcome.h"

namespace forge {

class Forge;
struct DriveOptions;
struct Job;
struct RunSettings;

// Nothing: the child waits for a person or for another run.
std::optional<UnitOutcome> DriveChild(Forge& parent, const Job& job, const RunSettings& settings,
                                      const DriveOptions& options, const std::stop_token& stop);

}  // namespace forge
