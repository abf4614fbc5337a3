// The loop of a run with nothing behind it that could carry units out: for commands on a run that is not running.
#pragma once

#include <memory>

#include "base/ids.h"
#include "base/result.h"
#include "engine/queue.h"
#include "engine/run_loop.h"

namespace forge {

class Forge;

// The wall clock as it was when the run was taken over, and monotonic from there; never before what the journal holds
// already, whatever became of the wall clock since.
class RunClock : public Clock {
 public:
  explicit RunClock(TimePoint not_before = {});
  TimePoint Now() override;
  TimePoint Wall() override;

 private:
  std::int64_t began_;  // minus the uptime of the machine then
};

struct IdleLoop {
  // The caller has the run's lease. Ends processes that an engine which died left behind.
  static Result<std::unique_ptr<IdleLoop>> Make(Forge& forge, RunId run);

  class NoExecutor : public Executor {
   public:
    void Start(const State&, const Unit&) override {}
    void Stop(UnitId) override {}
  };

  RunClock clock;
  NoExecutor executor;
  InputQueue queue;
  std::unique_ptr<RunLoop> loop;
};

RunIdentity IdentityOf(const RunRow& row);

}  // namespace forge
