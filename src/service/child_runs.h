// Runs below a run: found or started for a unit of their parent, and driven on the thread of that unit.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "base/ids.h"
#include "model/outcome.h"

namespace forge {

class Forge;
struct DriveOptions;
struct Job;
struct RunSettings;

// Why a run is paused that was not to go on alone: it goes on when its parent does.
std::string RestsWith(RunId parent);

// It rests while its parent does, and units of it count where only so many may run. Nothing: the child waits for a
// person or for another run. Needs `options.interrupts`.
std::optional<UnitOutcome> DriveChild(Forge& parent, const Job& job, const RunSettings& settings,
                                      const DriveOptions& options, const std::stop_token& stop);

}  // namespace forge
