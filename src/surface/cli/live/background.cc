#include "surface/cli/live/background.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "service/land.h"
#include "service/run_commands.h"
#include "service/serve/detach.h"
#include "service/serve/server_seat.h"
#include "surface/cli/live/ask_person.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

std::string PlacesTaken(std::int64_t server) {
  return fmt::format("waits for its turn: all places of the server, process {}, are taken", server);
}

std::string Who(const Detached& detached) {
  switch (detached.by) {
    case Detached::By::kEngine: return fmt::format("runs in the background, in process {}", detached.pid);
    case Detached::By::kServer: return fmt::format("runs in the server, process {}", detached.pid);
    case Detached::By::kOther: return fmt::format("is already running in process {}", detached.pid);
    case Detached::By::kQueued: return PlacesTaken(detached.pid);
  }
  return "";
}

// None: that of an engine which took the run first is not known.
Json HomeOf(const Detached& detached) {
  if (detached.by == Detached::By::kOther) return {};
  return detached.by == Detached::By::kEngine ? "background" : "server";
}

Json ToJson(const Detached& detached) {
  const bool queued = detached.by == Detached::By::kQueued;
  Json json = Json::MakeObject().Set("home", HomeOf(detached));
  return json.Set("pid", detached.pid).Set("queued", queued).Set("log", OrNull(detached.log));
}

}  // namespace

Option GoOption() { return {"go", "", "then run it in this terminal, like `forge resume`, if it is not running"}; }

Option AutoOption() {
  return {"auto", "", "from now on do not ask where the pipeline can continue alone, as `forge run --auto`"};
}

Result<bool> MakeActive(Context& context, RunId run, bool unattended) {
  const RunView view = TRY(ViewRun(context.forge(), run));
  const RunStatus status = view.run.status;
  if (IsEnd(status)) {
    return Fail(Code::kConflict, fmt::format("run {} {}", run.value, Phrase(status)), "start a new one: forge run");
  }
  if (status == RunStatus::kFailed) {
    return Fail(Code::kConflict, fmt::format("run {} failed: {}", run.value, view.run.reason),
                fmt::format("forge retry {} tries again; forge skip {} skips what failed", run.value, run.value));
  }
  const bool resting = status == RunStatus::kPaused || status == RunStatus::kParked;
  if (view.owner_alive && !resting && !unattended) {
    return Fail(Code::kConflict,
                fmt::format("run {} is already running in process {}", run.value, view.lease->owner.pid),
                fmt::format("to follow it: forge watch {}", run.value));
  }
  TRY_WITH(fmt::format("resume run {}", run.value), NoticePlanEdit(context.forge(), run));
  const bool told = unattended && TRY(GoUnattended(context.forge(), run, context.user()));
  if (!resting && !told) return true;
  Control control;
  control.kind = ControlKind::kResume;
  control.by = context.user();
  if (resting && !TRY(SendCommand(context.forge(), run, control)).by_owner) return true;
  if (context.json) {
    context.out.Print(TRY(RunAnswer(context, run)));
  } else {
    context.out.Line(fmt::format("run {} continues in process {}", run.value, view.lease ? view.lease->owner.pid : 0));
  }
  return false;
}

Result<RunView> RunToResume(Context& context, RunId run) {
  RunView view = TRY(ViewRun(context.forge(), run));
  while (view.run.parent_unit.value != 0 && !IsEnd(view.run.status))
    view = TRY(ViewRun(context.forge(), view.run.parent));
  return view;
}

Result<Exit> GoOnOrSay(Context& context, RunId run, bool by_engine, const GoOn& go_on) {
  RunView view = TRY(RunToResume(context, run));
  const RunId top = view.run.id;
  // For the run that was named and those below it: what drives it may have others to ask about.
  if (go_on.unattended && !IsEnd(TRY(ViewRun(context.forge(), run)).run.status)) {
    TRY_WITH(fmt::format("run {}", run.value), GoUnattended(context.forge(), run, context.user()));
    view = TRY(ViewRun(context.forge(), top));
  }
  const bool running = by_engine || view.owner_alive || view.asker;
  const bool could = !running && view.run.status == RunStatus::kActive;
  const bool rests = !running && view.run.status == RunStatus::kPaused;
  if (go_on.here && (could || rests))
    return TRY(MakeActive(context, top)) ? DriveRun(context, top, !go_on.unattended || top != run) : Exit::kOk;
  if (context.json) {
    return context.Print(TRY(RunAnswer(context, run)));
  }
  const auto server = could ? FindServer(context.forge().project()) : std::nullopt;
  if (running) {
    const std::int64_t pid = view.asker ? view.asker->pid : view.lease ? view.lease->owner.pid : 0;
    context.out.Line(fmt::format("  process {} continues it", pid));
  } else if (server) {
    context.out.Line(fmt::format("  the server, process {}, continues it", server->owner.pid));
  } else if (could) {
    context.out.Line(fmt::format("  nothing runs run {} now", top.value));
  }
  context.out.Line("next: " + (server || view.asker ? fmt::format("forge watch {}", top.value)
                                                    : NextCommand(context.forge(), view)));
  return Exit::kOk;
}

Option DetachOption() { return {"detach", "", "run it in the background and return at once"}; }

Result<Exit> LeaveInBackground(Context& context, RunId run) {
  const Detached detached = TRY(DetachRun(context.forge(), run));
  const RunView view = TRY(ViewRun(context.forge(), run));
  if (context.json) return context.Print(TRY(RunAnswer(context, run)).Set("engine", ToJson(detached)));
  if (detached.ended) {
    context.out.Line(fmt::format("run {} ran in the background and {}", run.value, Phrase(*detached.ended)));
    context.out.Line("next: " + NextCommand(context.forge(), view));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("run {} {}", run.value, Who(detached)));
  if (!detached.log.empty()) context.out.Line("  output  " + context.Short(detached.log));
  context.out.Line(fmt::format("  follow  forge watch {}", run.value));
  return Exit::kOk;
}

std::string WaitsForPlace(const Context& context, const RunView& view) {
  const bool may = view.run.status == RunStatus::kActive && !view.owner_alive && view.run.parent_unit.value == 0;
  const auto server = may ? FindServer(*context.project) : std::nullopt;
  const bool full = server && server->busy >= server->places && !server->runs.contains(view.run.id);
  return full ? PlacesTaken(server->owner.pid) : "";
}

Result<bool> NothingDrives(Context& context, RunId run) {
  const RunView view = TRY(RunToResume(context, run));
  return !view.owner_alive && !view.asker && !FindServer(context.forge().project());
}

Result<bool> StandsStill(Context& context, RunId run) {
  const RunView view = TRY(RunToResume(context, run));
  return view.run.status == RunStatus::kActive && TRY(NothingDrives(context, view.run.id));
}

Result<bool> OfferBackground(Context& context, RunId run) {
  if (!CanAskPerson(context)) return false;
  const RunId top = TRY(RunToResume(context, run)).run.id;
  context.out.Line(fmt::format("nothing runs run {} now", top.value));
  while (true) {
    context.out.Write(context.out.Paint(Tone::kStrong, "run it in the background? [yes/no]") + " ");
    TRY(context.out.Flush());
    const auto line = context.host.read_line();
    const std::string reply = Lower(Trim(line.value_or("no")));
    if (!line) context.out.Line("");
    if (reply == "no" || reply == "n" || reply == "later") return false;
    if (reply != "yes" && reply != "y") {  // Enter alone decides nothing
      context.out.Line("nothing is decided; choose one of: yes, no");
      continue;
    }
    TRY(LeaveInBackground(context, top));
    return true;
  }
}

}  // namespace forge::cli
