#include <fmt/core.h>

#include "base/strings.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form ListForm() {
  return {.options = {{"open", "", "only runs that have not ended"}},
          .examples = {{"forge list", "all runs, newest last"}, {"forge list --open --json", "for scripts"}}};
}

std::vector<Cell> RunCells(const RunRow& run, TimePoint now) {
  const std::string steps = run.steps_total > 0 ? fmt::format("{}/{}", run.steps_done, run.steps_total) : "-";
  const std::string spent = SpendText(run.tokens, run.usd);
  const std::string indent = run.parent.value == 0 ? "" : fmt::format("(of {}) ", run.parent.value);
  return {{std::to_string(run.id.value), Tone::kStrong},
          {std::string(Name(run.status)), ToneOf(run.status)},
          {run.stage.empty() ? "-" : run.stage, Tone::kPlain},
          {steps, Tone::kPlain},
          {spent.empty() ? "-" : spent, Tone::kPlain},
          {Ago(run.updated, now), Tone::kFaint},
          {indent + std::string(Trim(run.objective)), Tone::kPlain}};
}

Result<Exit> RunList(Context& context, const Args& args) {
  std::vector<RunRow> runs = TRY(ListRuns(context.forge()));
  if (args.Has("open")) std::erase_if(runs, [](const RunRow& run) { return IsEnd(run.status); });
  if (context.json) return context.Print(Json::MakeObject().Set("runs", JsonArray(runs)));
  if (runs.empty()) {
    context.out.Line("no runs; start one: forge run \"your objective\"");
    return Exit::kOk;
  }
  std::vector<std::vector<Cell>> rows;
  for (const RunRow& run : runs) rows.push_back(RunCells(run, context.host.now()));
  context.Table({"RUN", "STATUS", "STAGE", "STEPS", "SPENT", "AGE", "OBJECTIVE"}, rows);
  return Exit::kOk;
}

}  // namespace

constinit const Command kListCommand = {"list", "list the runs of this project", Group::kLook, Needs::kStore, ListForm,
                                        RunList};

}  // namespace forge::cli
