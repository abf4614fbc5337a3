// Which runs a server takes up: those that can go on without a person and that no engine drives. Reads and decides; it
// changes nothing.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"

namespace forge {

class Forge;

// The reason of a run that a server paused because the server ended: the next server continues it.
inline constexpr std::string_view kServerEnded = "the server ended";

// So long a run without an engine is left alone: a command that has just made or changed it may be about to drive it.
inline constexpr std::int64_t kLeftAloneMs = 2'000;

// A run that no engine drives.
struct Undriven {
  RunRow run;
  bool engine_died = false;    // it left its lease behind
  bool blocker_ended = false;  // a run that it waits for
  bool new_day = false;        // it waits for a day's budget, and another day has begun
  bool children_wait = false;  // all that is under way are runs below it, and these wait for a person
};

enum class Move {
  kLeave,
  kDrive,
  kResume,  // and drive
};
Move MoveFor(const Undriven& undriven, TimePoint now);

// Every run that has not ended, has no engine and is not driven by the engine of its parent. By id: the oldest first.
Result<std::vector<Undriven>> FindUndriven(Forge& forge, TimePoint now);

}  // namespace forge
