#include "service/report/report.h"

#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_answers.h"
#include "surface/view/json_rows.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form ReportForm() {
  return {
      .positionals = {OptionalRun()},
      .options = {{"html", "", "one self-contained page: charts, evidence, findings, cost"},
                  {"md", "", "Markdown, for a pull request"},
                  {"junit", "", "steps and verify commands as JUnit XML, for CI"}},
      .examples = {{"forge report 17", "the objective, what was done, what it cost"},
                   {"forge report 17 --html > report.html", "the same with charts, to keep or to mail"},
                   {"forge report --json", "the current run with its steps, units, evidence, findings and questions"}}};
}

Json RedGreenJson(const Json& kept) {
  if (!kept.is_object()) return {};
  Json results = Json::MakeArray();
  for (const Json& result : kept["results"].AsArray()) {
    results.Append(
        Json::MakeObject()
            .Set("command", result["command"])
            .Set("exit_code", result["exit_code"])
            .Set("ok", result["passed"])
            .Set("same_without_tests", result["same_without_tests"].AsBool())
            .Set("new_files", result["new_files"].is_array() ? result["new_files"] : Json::MakeArray())
            .Set("lacked_files", result["lacked_files"].is_array() ? result["lacked_files"] : Json::MakeArray())
            .Set("tail", result["tail"].AsString()));
  }
  return Json::MakeObject()
      .Set("ok", kept["shown"])
      .Set("base", kept["base"])
      .Set("before", kept["before"])
      .Set("after", kept["after"])
      .Set("tests", kept["tests"])
      .Set("with_new_files", kept["with_new_files"].AsString())
      .Set("results", std::move(results))
      .Set("reason", kept["problem"].AsString());
}

Json ChecksJson(const RunReport& report) {
  Json checks = Json::MakeArray();
  for (const CheckRecord& check : report.checks) {
    Json commands = JsonArray(check.commands, [](const CommandRecord& command) {
      return Json::MakeObject()
          .Set("command", command.command)
          .Set("exit_code", command.exit_code)
          .Set("ok", command.passed)
          .Set("duration_ms", command.duration_ms)
          .Set("tail", command.tail);
    });
    checks.Append(Json::MakeObject()
                      .Set("unit", check.unit.value)
                      .Set("step", OrNull(check.step.value))
                      .Set("stage", check.stage)
                      .Set("iteration", check.iteration)
                      .Set("tree", check.tree)
                      .Set("latest", check.latest)
                      .Set("ok", check.passed)
                      .Set("summary", check.summary)
                      .Set("commands", std::move(commands))
                      .Set("red_green", RedGreenJson(check.red_green)));
  }
  return checks;
}

Json StoryJson(const RunReport& report) {
  return JsonArray(report.story, [](const StoryPoint& point) {
    return Json::MakeObject()
        .Set("at", IsoTime(point.at))
        .Set("where", OrNull(point.where))
        .Set("text", point.text)
        .Set("good", point.good);
  });
}

Json CommitsJson(const RunReport& report) {
  return JsonArray(report.commits, [](const RunCommit& commit) {
    return Json::MakeObject()
        .Set("commit", commit.commit)
        .Set("step", OrNull(commit.step.value))
        .Set("title", commit.title);
  });
}

Json ReportJson(const RunReport& report) {
  const RunView& view = report.view;
  Json changes = JsonArray(report.changes, [](const FileChange& change) {
    return Json::MakeObject()
        .Set("file", change.path)
        .Set("added", change.added)
        .Set("removed", change.removed)
        .Set("binary", change.binary);
  });
  Json json = ToJson(view.run);
  return json.Set("steps", JsonArray(view.steps))
      .Set("all_units", JsonArray(view.units))
      .Set("questions", JsonArray(view.questions))
      .Set("verified", IsVerified(report) ? Json(FailedProofs(report).empty()) : Json())
      .Set("warnings", JsonArray(Warnings(report)))
      .Set("evidence", ChecksJson(report))
      .Set("findings", JsonArray(report.findings, kJsonOf))
      .Set("changes", std::move(changes))
      .Set("cost", JsonOf(report.cost))
      .Set("branch", OrNull(report.branch))
      .Set("active_ms", report.active_ms)
      .Set("story", StoryJson(report))
      .Set("commits", CommitsJson(report))
      .Set("commits_in_all", report.commits_in_all)
      .Set("next", OrNull(report.next))
      .Set("events", report.events);
}

Result<Exit> RunReportCommand(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  const int forms = static_cast<int>(args.Has("html")) + static_cast<int>(args.Has("md")) +
                    static_cast<int>(args.Has("junit")) + static_cast<int>(context.json);
  if (forms > 1) return Fail(Code::kInvalid, "report: give only one format", "--html, --md, --junit or --json");
  RunReport report = TRY(GatherReport(context.forge(), run, context.host.now()));
  TRY(AddStory(context.forge(), report, args.Has("html")));
  if (context.json) {
    context.out.Print(ReportJson(report));
  } else if (args.Has("html")) {
    context.out.Write(ReportHtml(report));
  } else if (args.Has("md")) {
    context.out.Write(ReportMarkdown(report));
  } else if (args.Has("junit")) {
    context.out.Write(ReportJunit(report));
  } else {
    context.out.Flow(ReportText(report));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kReportCommand = {
    "report", "report what a run did and what it cost", Group::kLook, Needs::kStore, ReportForm, RunReportCommand};

}  // namespace forge::cli
