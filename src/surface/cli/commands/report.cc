#include "service/report.h"

#include "surface/cli/commands.h"
#include "surface/cli/json_rows.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form ReportForm() {
  Form form;
  form.positionals = {OptionalRun()};
  form.examples = {{"forge report 17", "what was asked, what was done, what it cost"},
                   {"forge report --json", "the current run with its steps, units and questions"}};
  return form;
}

Json ReportJson(const RunView& view) {
  Json steps = Json::MakeArray();
  for (const StepRow& step : view.steps) steps.Append(ToJson(step));
  Json units = Json::MakeArray();
  for (const UnitRow& unit : view.units) units.Append(ToJson(unit));
  Json questions = Json::MakeArray();
  for (const StoredQuestion& stored : view.questions) questions.Append(ToJson(stored));
  Json json = ToJson(view.run);
  return json.Set("steps", std::move(steps)).Set("all_units", std::move(units)).Set("questions", std::move(questions));
}

Result<Exit> RunReport(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  const RunView view = TRY(context.forge().View(run));
  if (context.json) {
    context.out.Print(ReportJson(view));
  } else {
    context.out.Write(ReportText(context.forge(), view));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kReportCommand = {
    "report", "what a run did and what it cost", Group::kLook, Needs::kStore, ReportForm, RunReport};

}  // namespace forge::cli
