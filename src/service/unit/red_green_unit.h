// Red-green evidence of a step's work: the engine makes the tree before the work with only the step's tests added, and
// runs the step's verify commands there. Those that fail run once more on the bare tree before the work. If the work
// brings the file that runs the tests, it is added too.
#pragma once

#include <optional>
#include <stop_token>

#include "base/result.h"
#include "service/proof/red_green.h"

namespace forge {

class BaselineMemo;
class RunResources;
class UnitVerify;
struct Job;

// For a step whose commands have passed on the tree `after`. kUnavailable where units work in the user's checkout:
// there is no tree before. Nothing: stopped.
Result<std::optional<RedGreen>> ShowRed(RunResources& resources, UnitVerify& verify, BaselineMemo& known,
                                        const Job& job, const std::string& after, const std::stop_token& stop);

}  // namespace forge
