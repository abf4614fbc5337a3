#include <fmt/format.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/view/columns.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form ListForm() {
  Form form;
  form.options = {{"open", "", "only runs that have not ended", false, {}, ValueType::kText}};
  form.examples = {{"forge list", "all runs, newest last"}, {"forge list --open --json", "for scripts"}};
  return form;
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
  std::vector<RunRow> runs = TRY(context.forge().List());
  if (args.Has("open")) std::erase_if(runs, [](const RunRow& run) { return IsEnd(run.status); });
  if (context.json) {
    Json list = Json::MakeArray();
    for (const RunRow& run : runs) list.Append(ToJson(run));
    context.out.Print(Json::MakeObject().Set("runs", std::move(list)));
    return Exit::kOk;
  }
  if (runs.empty()) {
    context.out.Line("no runs; start one: forge run \"your objective\"");
    return Exit::kOk;
  }
  std::vector<std::vector<Cell>> rows;
  for (const RunRow& run : runs) rows.push_back(RunCells(run, context.host.now()));
  const std::size_t width = context.host.output_is_terminal ? static_cast<std::size_t>(context.host.width()) : 0;
  context.out.Write(FormatColumns(context.out.palette(),
                                  {"RUN", "STATUS", "STAGE", "STEPS", "SPENT", "AGE", "OBJECTIVE"}, rows, width));
  return Exit::kOk;
}

}  // namespace

constinit const Command kListCommand = {"list", "list the runs of this project", Group::kLook, Needs::kStore, ListForm,
                                        RunList};

}  // namespace forge::cli
