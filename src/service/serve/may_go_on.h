// Which runs a server takes up: those that can go on without a person and that no engine drives. Reads and decides; it
// changes nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "service/serve/lease_watch.h"

namespace forge {

class Forge;

// The reason of a run that a server paused because the server ended: the next server continues it.
inline constexpr std::string_view kServerEnded = "the server ended";

// So long a run without an engine is left alone: a command that has just made or changed it may be about to drive it.
inline constexpr std::int64_t kLeftAloneMs = 2'000;

// A run that no engine drives.
struct Undriven {
  RunRow run;
  bool engine_died = false;      // it left its lease behind
  bool lease_is_ours = false;    // and is this process, which could not release it
  bool blocker_ended = false;    // a run that it waits for
  bool new_day = false;          // it waits for a day's budget, and another day has begun
  bool children_wait = false;    // all that is under way are runs below it, and these wait for a person
  std::optional<Error> trouble;  // it cannot be read: nothing else is known
};

enum class Move {
  kLeave,
  kSoon,  // to be driven, unless the command that has just made or changed it does so: a place is kept for it
  kDrive,
  kResume,  // and drive
};
Move MoveFor(const Undriven& undriven, TimePoint now);

// The number of the day, as budgets count it.
std::int64_t DayOf(TimePoint at);

// Finds them, look after look. It folds a journal only when the journal has grown since the last look.
class UndrivenRuns {
 public:
  struct Known {
    std::set<RunId> driven;       // by this process
    std::set<RunId> put_aside;    // not to be looked at
    std::set<RunId> asked_today;  // driven today to their end: if they wait for a day's budget, it is today's
  };
  struct Now {
    TimePoint wall;
    std::int64_t steady_ms = 0;
  };
  // Every run that has not ended, has no engine and is not driven by the engine of its parent. By id: the oldest first.
  // A run that cannot be read is among them, with its trouble.
  Result<std::vector<Undriven>> Find(Forge& forge, const Known& known, Now now);

 private:
  // What counts of the state that a journal folds to.
  struct Fold {
    std::int64_t seq = 0;
    std::optional<std::vector<StepId>> children;  // of the units under way, if these are all that it has to wait for
    bool asks_for_day = false;
  };
  struct Look;

  bool IsKept(Forge& forge, const Lease& lease, Now now);
  Result<std::optional<Undriven>> LookAt(Forge& forge, const RunRow& row, const Known& known, Now now);
  Result<const Fold*> FoldOf(Forge& forge, RunId run);
  Result<bool> WaitsForAnotherDay(const Look& look, RunId run);
  Result<bool> Rests(const Look& look, const RunRow& child);
  Result<bool> ChildrenWait(const Look& look, RunId run);

  LeaseWatch leases_;
  std::map<RunId, Fold> folds_;
};

}  // namespace forge
