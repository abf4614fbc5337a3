// A test hook: named points at which a process kills itself, as in a power cut.
#pragma once

#include <string_view>

#include "base/result.h"

namespace forge {

// "name" or "name:count": the count-th time that CrashPoint(name) is reached (the first, without a count), this process
// kills itself with SIGKILL. Called once by main, before any thread starts, with the value of FORGE_CRASH.
Status ArmCrash(std::string_view spec);

// One relaxed load when nothing is armed. From any thread.
void CrashPoint(std::string_view name);

}  // namespace forge
