// Ends the waits for a limit when a person chooses another account. Knows the timers of one run, not what asked for
// them.
#pragma once

#include <string>

#include "base/ids.h"
#include "base/result.h"

namespace forge {

class InputQueue;
class RunLoop;
class Store;
struct Machine;

// `forge accounts use` ends the waits for a limit: another login may work at once. Called on each turn of the run.
class LimitWatch {
 public:
  // A wait that an earlier engine left ends if the choice is younger than the last unit, which began the wait.
  LimitWatch(const Machine& machine, const RunLoop& loop, InputQueue& queue, TimePoint last_unit);

  void operator()();

 private:
  bool Waits() const;

  const Machine& machine_;
  const RunLoop& loop_;
  InputQueue& queue_;
  std::string seen_;
};

// When a unit of the run ended last.
Result<TimePoint> LastUnitEnd(Store& store, RunId run);

}  // namespace forge
