// The commands of the server: serve, serve status.
#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "service/run_queries.h"
#include "service/serve/serve.h"
#include "service/serve/server_seat.h"
#include "surface/cli/commands.h"
#include "surface/view/json_rows.h"
#include "surface/view/shape.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kUsualRuns = 4;
constexpr std::int64_t kMostRuns = 1'000;

Form ServeForm() {
  return {
      .json = false,
      .positionals = {{"DIR", "a project to serve (default: the one you are in)", false, ValueType::kFile, true}},
      .options = {{"runs", "N", "drive at most N runs at a time, in all projects (default: 4)", ValueType::kPositive}},
      .notes =
          "Drives every run that may go on and has no engine: started with --detach, answered meanwhile, left by "
          "an engine that died, or waiting for a limit that ends. A run that you paused, parked or started in a "
          "terminal is left alone. Ctrl-C and SIGTERM pause the runs after current work, a second Ctrl-C stops the "
          "agents now; the next server continues these runs. A second server of the same project waits as a spare "
          "and takes over when the first ends. The package has a systemd unit, forge-serve@.service. "
          "docs/serve.md has more.",
      .examples = {{"forge serve", "the project you are in"},
                   {"forge serve ~/src/one ~/src/two --runs 2", "two projects, two runs at a time"},
                   {"forge serve status", "which server serves this project, and what it runs"}}};
}

Result<Exit> RunServe(Context& context, const Args& args) {
  const std::vector<Project> projects = TRY(FindProjects(context.host.machine, args.All("DIR")));
  const auto runs = static_cast<int>(std::min(args.GetInt("runs").value_or(kUsualRuns), kMostRuns));
  context.host.catch_interrupts();
  context.host.outlive_terminal();
  ServeHooks hooks;
  hooks.interrupts = context.host.interrupts;
  hooks.sleep = context.host.sleep;
  hooks.say = [&](const std::string& text) {
    context.out.Line(fmt::format("{}  {}", ClockTime(context.host.now()), text));
    (void)context.out.Flush();
    if (context.lost_terminal || !(context.host.hung_up() || context.out.terminal_is_gone())) return;
    context.lost_terminal = true;
    (void)context.host.leave_terminal(projects.front().state + "/server.log");
    context.out.LeaveTerminal();
  };
  TRY(Serve(context.host.machine, projects, runs, hooks));
  return Exit::kOk;
}

Form ServeStatusForm() {
  return {.examples = {{"forge serve status", "the server of this project, and the runs that it drives"},
                       {"forge serve status --json", "for scripts"}}};
}

Result<std::vector<RunRow>> DrivenBy(Forge& forge, const ServerNote& server) {
  std::vector<RunRow> driven;
  for (const RunId run : server.runs) {
    if (auto row = forge.has_store() ? TRY(forge.store().FindRun(run)) : std::nullopt)
      driven.push_back(*std::move(row));
  }
  return driven;
}

constexpr ShapeField kServer[] = {
    {"serving"},           {"pid"}, {"host"}, {"since", Blank::kTime}, {"places", Blank::kZero}, {"busy", Blank::kZero},
    {"runs", Blank::kList}};

Result<Exit> RunServeStatus(Context& context, const Args&) {
  const auto server = FindServer(*context.project);
  if (!server) {
    return context.Tell(Shaped(Json::MakeObject().Set("serving", false), kServer),
                        "no server serves this project; start one: forge serve");
  }
  const std::vector<RunRow> driven = TRY(DrivenBy(context.forge(), *server));
  if (context.json) {
    Json json = Json::MakeObject().Set("serving", true).Set("pid", server->owner.pid).Set("host", server->owner.host);
    json.Set("since", server->since.ms).Set("places", server->places).Set("busy", server->busy);
    return context.Print(Shaped(json.Set("runs", JsonArray(driven)), kServer));
  }
  context.out.Line(fmt::format("process {} on {} serves this project, for {}", server->owner.pid, server->owner.host,
                               Ago(server->since, context.host.now())));
  context.out.Line(fmt::format("  {} of {} places taken", server->busy, server->places));
  for (const RunRow& run : driven)
    context.out.Line(fmt::format("  run {}  {}", run.id.value, Fit(Trim(run.objective), 60)));
  return Exit::kOk;
}

}  // namespace

constinit const Command kServeCommand = {"serve",       "drive runs in the background, for one or several projects",
                                         Group::kStart, Needs::kNothing,
                                         ServeForm,     RunServe};

constinit const Command kServeStatusCommand = {"serve status",  "show the server of this project, and what it runs",
                                               Group::kLook,    Needs::kAnyStore,
                                               ServeStatusForm, RunServeStatus};

}  // namespace forge::cli
