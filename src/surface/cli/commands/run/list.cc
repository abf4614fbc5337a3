#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/display.h"
#include "base/strings.h"
#include "service/run_priority.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"
#include "text/first_line.h"
#include "workspace/unlanded.h"

namespace forge::cli {
namespace {

constexpr std::ptrdiff_t kPriorityColumn = 2;
constexpr std::size_t kLongestListed = 120;  // of an objective; --json has all of it

Form ListForm() {
  return {.options = {{"open", "", "only runs that have not ended"},
                      {"all", "", "all runs, not only the open ones and the newest 200"}},
          .notes =
              "A completed run whose work is on none of your branches is marked `not landed`: forge land. With --json: "
              "all runs; `landed` is null where nothing can land, and `priority` where none was set.",
          .examples = {{"forge list", "the newest runs and all open ones, newest last"},
                       {"forge list --open --json", "for scripts"}}};
}

// What was accepted although it failed stands before the objective.
std::string AcceptedText(const RunRow& run) {
  return run.status == RunStatus::kCompleted && run.reason.starts_with(kAcceptedMark) ? "[" + run.reason + "] " : "";
}

// Those that were given, by run.
using Priorities = std::map<RunId, std::string>;

std::string PriorityOf(const Priorities& priorities, RunId run) {
  const auto found = priorities.find(run);
  return found == priorities.end() ? "" : found->second;
}

std::vector<Cell> RunCells(const RunRow& run, bool unlanded, TimePoint now) {
  const std::string steps = run.steps_total > 0 ? fmt::format("{}/{}", run.steps_done, run.steps_total) : "-";
  const std::string spent = SpendText(run.tokens, run.usd);
  const std::string indent = run.parent.value == 0 ? "" : fmt::format("(of {}) ", run.parent.value);
  const std::string accepted = AcceptedText(run);
  return {
      {std::to_string(run.id.value), Tone::kStrong},
      {std::string(Name(run.status)) + (unlanded ? ", not landed" : ""), unlanded ? Tone::kNote : ToneOf(run.status)},
      {run.stage.empty() ? "-" : run.stage, Tone::kPlain},
      {steps, Tone::kPlain},
      {spent.empty() ? "-" : spent, Tone::kPlain},
      {Ago(run.updated, now), Tone::kFaint},
      {indent + accepted + Fit(FirstLine(Trim(run.objective), std::string::npos), kLongestListed),
       accepted.empty() ? Tone::kPlain : Tone::kWarn}};
}

Result<RecentRuns> FindListed(Forge& forge, const Args& args, bool json) {
  if (args.Has("open")) return RecentRuns{TRY(ListOpenRuns(forge))};
  if (args.Has("all") || json) return RecentRuns{TRY(ListRuns(forge))};
  return ListRecentRuns(forge);
}

// A child's work lands with its parent's.
bool MayLand(const RunRow& run) { return run.status == RunStatus::kCompleted && run.parent.value == 0; }

// A mark only: a repository that cannot be read does not fail the command. Nothing: it is not known.
std::optional<std::set<RunId>> UnlandedOf(const Project& project, const std::vector<RunRow>& runs) {
  if (!project.is_git) return std::nullopt;
  std::set<RunId> asked, unlanded;
  for (const RunRow& run : runs) {
    if (MayLand(run)) asked.insert(run.id);
  }
  const auto standings = FindStandings(project.root, asked);
  if (!standings) return std::nullopt;
  for (const auto& [run, standing] : *standings) {
    if (standing == WorkStanding::kUnlanded) unlanded.insert(run);
  }
  return unlanded;
}

Result<Exit> RunList(Context& context, const Args& args) {
  const auto [runs, complete] = TRY(FindListed(context.forge(), args, context.json));
  const std::optional<std::set<RunId>> unlanded = UnlandedOf(*context.project, runs);
  const Priorities priorities = TRY(GivenPriorities(context.forge().store()));
  const auto not_landed = [&](const RunRow& run) { return MayLand(run) && unlanded && unlanded->contains(run.id); };
  if (context.json) {
    const auto row = [&](const RunRow& run) {
      return ToJson(run)
          .Set("priority", OrNull(PriorityOf(priorities, run.id)))
          .Set("landed", MayLand(run) && unlanded ? Json(!not_landed(run)) : Json());
    };
    return context.Print(Json::MakeObject().Set("runs", JsonArray(runs, row)));
  }
  if (runs.empty()) {
    const char* which = args.Has("open") ? "no open runs" : "no runs";
    context.out.Line(fmt::format("{}; start one: forge run \"your objective\"", which));
    return Exit::kOk;
  }
  if (!complete) context.out.Line("older runs that have ended: forge list --all");
  std::vector<std::vector<Cell>> rows;
  for (const RunRow& run : runs) rows.push_back(RunCells(run, not_landed(run), context.host.now()));
  std::vector<std::string> heads = {"RUN", "STATUS", "STAGE", "STEPS", "SPENT", "AGE", "OBJECTIVE"};
  // Most projects have none, and no column for it.
  if (std::ranges::any_of(runs, [&](const RunRow& run) { return priorities.contains(run.id); })) {
    heads.insert(heads.begin() + kPriorityColumn, "PRIORITY");
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const std::string priority = PriorityOf(priorities, runs[i].id);
      rows[i].insert(rows[i].begin() + kPriorityColumn, Cell{priority.empty() ? "-" : priority, Tone::kPlain});
    }
  }
  context.Table(heads, rows);
  return Exit::kOk;
}

}  // namespace

constinit const Command kListCommand = {"list", "list the runs of this project", Group::kLook, Needs::kStore, ListForm,
                                        RunList};

}  // namespace forge::cli
