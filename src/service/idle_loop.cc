#include "service/idle_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "os/system.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "service/run_queries.h"
#include "store/store.h"

namespace forge {

RunClock::RunClock(TimePoint not_before) : began_(std::max(WallClock().ms, not_before.ms) - UptimeMs()) {}
TimePoint RunClock::Now() { return {began_ + UptimeMs()}; }
TimePoint RunClock::Wall() { return WallClock(); }

RunIdentity IdentityOf(const RunRow& row) { return RunIdentity{row.id, row.slug, row.parent_unit, row.created}; }

Result<std::unique_ptr<IdleLoop>> IdleLoop::Make(Forge& forge, RunId run) {
  auto row = TRY(forge.store().FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  State state = TRY(LoadState(forge, run));
  EndLeftovers(state, ProcessMarker(forge.project().store_path(), run), forge.project().run_directory(run.value));
  auto idle = std::make_unique<IdleLoop>();
  idle->clock = RunClock(state.last_at);
  const std::int64_t next = TRY(forge.store().LastSeq(run)) + 1;
  idle->loop =
      std::make_unique<RunLoop>(IdentityOf(*row), std::move(state), next,
                                RunLoop::Ports{forge.store(), forge.store(), idle->executor, idle->clock, idle->queue});
  return idle;
}

}  // namespace forge
