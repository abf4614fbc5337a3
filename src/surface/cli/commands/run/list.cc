#include <fmt/core.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"
#include "text/first_line.h"
#include "workspace/unlanded.h"

namespace forge::cli {
namespace {

// A longer list is not read.

Form ListForm() {
  return {.options = {{"open", "", "only runs that have not ended"},
                      {"all", "", "all runs, not only the open ones and the newest 200"}},
          .notes =
              "A completed run whose work is on none of your branches is marked `not landed`: forge land. With --json: "
              "all runs; `landed` is null where nothing can land.",
          .examples = {{"forge list", "the newest runs and all open ones, newest last"},
                       {"forge list --open --json", "for scripts"}}};
}

// What was accepted although it failed stands before the objective.
std::string AcceptedText(const RunRow& run) {
  return run.status == RunStatus::kCompleted && run.reason.starts_with(kAcceptedMark) ? "[" + run.reason + "] " : "";
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
      {indent + accepted + FirstLine(Trim(run.objective), std::string::npos),
       accepted.empty() ? Tone::kPlain : Tone::kWarn}};
}

Result<RecentRuns> FindListed(Forge& forge, const Args& args, bool json) {
  if (args.Has("open")) return RecentRuns{TRY(forge.store().FindRuns({.which = RunChoice::kOpen}))};
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
  const auto not_landed = [&](const RunRow& run) { return MayLand(run) && unlanded && unlanded->contains(run.id); };
  if (context.json) {
    const auto row = [&](const RunRow& run) {
      return ToJson(run).Set("landed", MayLand(run) && unlanded ? Json(!not_landed(run)) : Json());
    };
    return context.Print(Json::MakeObject().Set("runs", JsonArray(runs, row)));
  }
  if (runs.empty()) {
    context.out.Line("no runs; start one: forge run \"your objective\"");
    return Exit::kOk;
  }
  if (!complete) context.out.Line("older runs that have ended: forge list --all");
  std::vector<std::vector<Cell>> rows;
  for (const RunRow& run : runs) rows.push_back(RunCells(run, not_landed(run), context.host.now()));
  context.Table({"RUN", "STATUS", "STAGE", "STEPS", "SPENT", "AGE", "OBJECTIVE"}, rows);
  return Exit::kOk;
}

}  // namespace

constinit const Command kListCommand = {"list", "list the runs of this project", Group::kLook, Needs::kStore, ListForm,
                                        RunList};

}  // namespace forge::cli
