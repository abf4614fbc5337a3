// The loop of a run with nothing behind it that could carry units out: for commands on a run that is not running.
#pragma once

#include <memory>

#include "base/ids.h"
#include "base/result.h"
#include "engine/queue.h"
#include "engine/run_loop.h"

namespace forge {

class Forge;

class SystemClock : public Clock {
 public:
  TimePoint Now() override;
};

struct IdleLoop {
  // The caller has the run's lease. Ends processes that an engine which died left behind.
  static Result<std::unique_ptr<IdleLoop>> Make(Forge& forge, RunId run);

  class NoExecutor : public Executor {
   public:
    void Start(const State&, const Unit&) override {}
    void Stop(UnitId) override {}
  };

  SystemClock clock;
  NoExecutor executor;
  InputQueue queue;
  std::unique_ptr<RunLoop> loop;
};

RunIdentity IdentityOf(const RunRow& row);

}  // namespace forge
