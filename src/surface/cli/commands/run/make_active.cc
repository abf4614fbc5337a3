#include "surface/cli/commands/run/make_active.h"

#include <fmt/format.h>

#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {

Result<bool> MakeActive(Context& context, RunId run) {
  const RunView view = TRY(context.forge().View(run));
  const RunStatus status = view.run.status;
  if (IsEnd(status)) {
    return Fail(Code::kConflict, fmt::format("run {} {}", run.value, Phrase(status)), "start a new one: forge run");
  }
  if (status == RunStatus::kFailed) {
    return Fail(Code::kConflict, fmt::format("run {} failed: {}", run.value, view.run.reason),
                fmt::format("forge retry {} tries again; forge skip {} skips what failed", run.value, run.value));
  }
  const bool resting = status == RunStatus::kPaused || status == RunStatus::kParked;
  if (view.owner_alive && !resting) {
    return Fail(Code::kConflict,
                fmt::format("run {} is already running in process {}", run.value, view.lease->owner.pid),
                fmt::format("to follow it: forge watch {}", run.value));
  }
  if (!resting) return true;
  Control control;
  control.kind = ControlKind::kResume;
  control.by = context.user();
  const CommandReply reply = TRY(context.forge().Command(run, control));
  if (!reply.by_owner) return true;
  if (context.json) {
    context.out.Print(ToJson(TRY(context.forge().View(run)).run));
  } else {
    context.out.Line(fmt::format("run {} continues in process {}", run.value, view.lease->owner.pid));
  }
  return false;
}

}  // namespace forge::cli
