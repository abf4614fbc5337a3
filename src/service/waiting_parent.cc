#include "service/waiting_parent.h"

#include "base/result.h"
#include "engine/run_loop.h"
#include "os/system.h"
#include "service/forge.h"
#include "service/idle_loop.h"
#include "service/ownership.h"
#include "service/plan/plan_mirror.h"
#include "store/store.h"

namespace forge {
namespace {

Status TakeItsMessages(Forge& forge, RunId run) {
  auto idle = TRY(IdleLoop::Make(forge, run));
  TRY(idle->loop->TakeMessages());
  return PlanMirror(forge.project()).Show(idle->loop->state());
}

Status Tell(Forge& forge, RunId ended) {
  const auto row = TRY(forge.store().FindRun(ended));
  // A run that does a step of its parent ends in a unit of the parent's engine.
  if (!row || !IsEnd(row->status) || row->parent.value == 0 || row->parent_unit.value != 0) return {};
  const auto parent = TRY(forge.store().FindRun(row->parent));
  if (!parent || (parent->status != RunStatus::kActive && parent->status != RunStatus::kBlocked)) return {};
  const auto lease = TRY(forge.store().FindLease(parent->id));
  if (lease && IsHeld(*lease, LeaseMs(forge.settings()))) return {};
  const Status taken = TakeRun(forge, parent->id);
  if (!taken) return taken.error().code == Code::kConflict ? Status() : taken;  // an engine was quicker
  const Status told = TakeItsMessages(forge, parent->id);
  TRY(forge.store().ReleaseLease(parent->id, ThisOwner()));
  return told;
}

}  // namespace

void TellWaitingParent(Forge& forge, RunId ended) {
  if (const Status told = Tell(forge, ended); !told) forge.Warn(Describe(told.error()));
}

}  // namespace forge
