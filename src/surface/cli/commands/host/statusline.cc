#include "surface/hook/statusline.h"

#include <fmt/core.h>

#include <optional>

#include "base/strings.h"
#include "service/agents/accounts.h"
#include "service/host/session_worktree.h"
#include "service/report/tree_lines.h"
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

// The fullest window of a login: of the accounts in use, else what the host program says of its own.
std::string AccountWindow(const Forge& forge, TimePoint now, const Json& host) {
  std::string text;
  double most = -1;
  if (AccountBook::HasFiles(forge.machine(), forge.project())) {
    const auto book = AccountBook::Load(forge.machine(), forge.project());
    const auto ledger = book ? book->ReadLedger() : std::unexpected(book.error());
    for (const Account& account : ledger ? book->accounts() : std::vector<Account>()) {
      const auto current = ledger->current.find(account.runtime);
      const auto state = ledger->states.find(account.key);
      const bool in_use = current != ledger->current.end() && current->second == account.key;
      if (!in_use || state == ledger->states.end() || state->second.seen.ms == 0) continue;
      const double used = UsedShare(state->second, now);
      if (used <= most) continue;
      most = used;
      text = fmt::format("{} {:.0f}%", account.name, used * 100);
    }
  }
  if (!text.empty()) return text;
  for (const auto& [name, window] : host["rate_limits"].AsObject()) {
    if (!window["used_percentage"].is_number() || window["used_percentage"].AsDouble() <= most) continue;
    most = window["used_percentage"].AsDouble();
    text = fmt::format("{} {:.0f}%", ReplaceAll(name, "_", " "), most);
  }
  return text;
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
  const auto form = format.value_or(hook::LineFormat::kAuto);
  hook::LineNotes notes;
  if (form == hook::LineFormat::kShort || form == hook::LineFormat::kAuto) notes.limit = TRY(LimitOf(*forge, view));
  if (form == hook::LineFormat::kAuto) {
    notes.path = TRY(PathToWork(*forge, view.run));
    notes.account = AccountWindow(*forge, context.host.now(), host);
  }
  return StatusLine(view, context.host.now(), form, host, notes);
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
