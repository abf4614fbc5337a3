#include "service/report/report.h"

#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

Form ReportForm() {
  Form form;
  form.positionals = {OptionalRun()};
  form.options = {
      {"html", "", "one self-contained page: charts, evidence, findings, cost", false, {}, ValueType::kText},
      {"md", "", "Markdown, for a pull request", false, {}, ValueType::kText},
      {"junit", "", "steps and verify commands as JUnit XML, for CI", false, {}, ValueType::kText}};
  form.examples = {{"forge report 17", "the objective, what was done, what it cost"},
                   {"forge report 17 --html > report.html", "the same with charts, to keep or to mail"},
                   {"forge report --json", "the current run with its steps, units, evidence, findings and questions"}};
  return form;
}

Json ChecksJson(const RunReport& report) {
  Json checks = Json::MakeArray();
  for (const CheckRecord& check : report.checks) {
    Json commands = Json::MakeArray();
    for (const CommandRecord& command : check.commands) {
      commands.Append(Json::MakeObject()
                          .Set("command", command.command)
                          .Set("exit_code", command.exit_code)
                          .Set("passed", command.passed)
                          .Set("duration_ms", command.duration_ms));
    }
    checks.Append(Json::MakeObject()
                      .Set("unit", check.unit.value)
                      .Set("step", check.step.value)
                      .Set("stage", check.stage)
                      .Set("iteration", check.iteration)
                      .Set("tree", check.tree)
                      .Set("latest", check.latest)
                      .Set("passed", check.passed)
                      .Set("summary", check.summary)
                      .Set("commands", std::move(commands)));
  }
  return checks;
}

Json ReportJson(const RunReport& report) {
  const RunView& view = report.view;
  Json steps = Json::MakeArray();
  for (const StepRow& step : view.steps) steps.Append(ToJson(step));
  Json units = Json::MakeArray();
  for (const UnitRow& unit : view.units) units.Append(ToJson(unit));
  Json questions = Json::MakeArray();
  for (const StoredQuestion& stored : view.questions) questions.Append(ToJson(stored));
  Json findings = Json::MakeArray();
  for (const RunFinding& found : report.findings) findings.Append(forge::ToJson(found));
  Json changes = Json::MakeArray();
  for (const FileChange& change : report.changes) {
    changes.Append(Json::MakeObject()
                       .Set("file", change.path)
                       .Set("added", change.added)
                       .Set("removed", change.removed)
                       .Set("binary", change.binary));
  }
  Json json = ToJson(view.run);
  return json.Set("steps", std::move(steps))
      .Set("all_units", std::move(units))
      .Set("questions", std::move(questions))
      .Set("evidence", ChecksJson(report))
      .Set("findings", std::move(findings))
      .Set("changes", std::move(changes))
      .Set("cost", forge::ToJson(report.cost))
      .Set("branch", report.branch)
      .Set("events", report.events);
}

Result<Exit> RunReportCommand(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  const int forms = static_cast<int>(args.Has("html")) + static_cast<int>(args.Has("md")) +
                    static_cast<int>(args.Has("junit")) + static_cast<int>(context.json);
  if (forms > 1) return Fail(Code::kInvalid, "report: give only one format", "--html, --md, --junit or --json");
  const RunReport report = TRY(GatherReport(context.forge(), run, context.host.now()));
  if (context.json) {
    context.out.Print(ReportJson(report));
  } else if (args.Has("html")) {
    context.out.Write(ReportHtml(report));
  } else if (args.Has("md")) {
    context.out.Write(ReportMarkdown(report));
  } else if (args.Has("junit")) {
    context.out.Write(ReportJunit(report));
  } else {
    context.out.Write(ReportText(report));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kReportCommand = {
    "report", "report what a run did and what it cost", Group::kLook, Needs::kStore, ReportForm, RunReportCommand};

}  // namespace forge::cli
