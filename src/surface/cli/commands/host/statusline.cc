#include "surface/hook/statusline.h"

#include <optional>

#include "service/host/session_worktree.h"
#include "service/run_limit.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

Form StatuslineForm() {
  return {.json = false,
          .positionals = {{"RUN", "number or slug (default: the current run)", false}},
          .options = {Choice(
              "format", "NAME",
              "auto: everything known; short: run, stage, gates, steps, budget; forge, ralph, notepad: as those "
              "tools print it",
              {"auto", "forge", "notepad", "ralph", "short"})},
          .notes =
              "For the status line of Claude Code and other programs. Reads the session data of Claude Code from "
              "standard input, if "
              "there is any. Prints nothing when no run is open, and never fails.",
          .examples = {{"forge statusline", "the current run, in one line"},
                       {"forge statusline --format short", "run, stage, gates, steps and budget"},
                       {"forge statusline --format notepad", "in the notepad format"}}};
}

// What the host says, or null; a person at a terminal says nothing.
Json HostSays(const Context& context) {
  if (context.host.input_is_terminal) return {};
  auto text = context.host.read_file("-");
  if (!text) return {};
  return ParseJson(*text).value_or(Json());
}

Result<std::string> StatusLineOf(const Context& context, const Args& args, const Json& host) {
  Machine machine = context.host.machine;
  if (const std::string& cwd = host["workspace"]["current_dir"].AsString(); cwd.starts_with('/')) machine.cwd = cwd;
  const Project project = ProjectWithState(TRY(FindProject(machine)));
  auto forge = TRY(Forge::Open(machine, TRY(Settings::Load(machine, project)), project, false));
  const auto format = args.Has("format") ? hook::ParseLineFormat(args.Get("format")) : hook::LineFormat::kAuto;
  const RunId run = TRY(FindRun(*forge, args.Get("RUN")));
  const bool tells_steps = format == hook::LineFormat::kForge || format == hook::LineFormat::kRalph;
  const RunView view = TRY(tells_steps ? ViewRun(*forge, run) : GlanceAtRun(*forge, run));
  if (!args.Has("RUN") && IsEnd(view.run.status)) return "";
  Budget limit;
  if (format == hook::LineFormat::kShort) limit = TRY(LimitOf(*forge, view));
  return StatusLine(view, context.host.now(), format.value_or(hook::LineFormat::kAuto), host, limit);
}

Result<Exit> RunStatusline(Context& context, const Args& args) {
  const auto line = StatusLineOf(context, args, HostSays(context));
  // A status line that complains is worse than none.
  if (line && !line->empty()) context.out.Line(*line);
  return Exit::kOk;
}

}  // namespace

constinit const Command kStatuslineCommand = {
    "statusline",   "print the current run in one line; for plugins of Claude Code and others",
    Group::kSetUp,  Needs::kNothing,
    StatuslineForm, RunStatusline};

}  // namespace forge::cli
