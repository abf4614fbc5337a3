#include "service/demo.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "service/report/report.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "surface/cli/commands.h"
#include "surface/cli/live/foreground.h"
#include "surface/view/question_text.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kTerminalPaceMs = 300;
constexpr std::int64_t kMilestonePaceMs = 40;  // its runs say four times as much
constexpr int kMostAnswers = 20;

Form DemoForm() {
  return {
      .json = false,
      .options = {{"milestone", "", "a milestone of two slices instead of one run"},
                  {"keep", "DIR", "use DIR, which must be empty or missing", ValueType::kFile},
                  {"pace", "MS", "milliseconds between messages (300 on a terminal, 40 with --milestone, otherwise 0)",
                   ValueType::kCount}},
      .notes =
          "Creates a small library with tests in a temporary directory and takes an objective through the default "
          "pipeline: plan, audit, revision, approval, two steps, a failing validation and its repair, review, commits. "
          "The agent is scripted; everything else is real. Nothing outside that directory is changed.\n"
          "With --milestone, the objective goes through `milestone`: two slices, each a run of its own, with a rate "
          "limit, a failing test and its repair, and an objection of a review that is conceded and fixed.",
      .examples = {{"forge demo", "see it work"},
                   {"forge demo --milestone", "see slices that are runs, and what goes wrong on the way"},
                   {"forge demo --keep /tmp/look --pace 0", "fast, in your own directory"}}};
}

// The demo's own settings, caches and identity: it does not see the user's configuration or FORGE_* variables.
Machine DemoMachine(const Machine& users, const std::string& base, const std::string& repository) {
  Machine machine = users;
  machine.cwd = repository;
  machine.config_directory = base + "/config";
  machine.data_directory = base + "/data";
  machine.cache_directory = base + "/cache";
  std::erase_if(machine.environment, [](const auto& entry) { return entry.first.starts_with("FORGE_"); });
  return machine;
}

void Heading(Context& context, const std::string& text) {
  context.out.Line("");
  context.out.Line(context.out.Paint(Tone::kStrong, "== " + text));
}

Status AnswerForPerson(Context& context, RunId run) {
  const std::vector<StoredQuestion> open = TRY(OpenQuestions(context.forge(), run));
  if (open.empty()) return Fail(Code::kInternal, "the demo's run waits, but has no open question");
  for (const StoredQuestion& stored : open) {
    const RunView view = TRY(ViewRun(context.forge(), stored.run));
    Heading(context, fmt::format("the run waits for your answer: {}", FirstLineOf(stored.question)));
    context.out.Flow(ShownText(*context.project, view, stored.question));
    Answer answer;
    answer.question = stored.question.id;
    answer.answer = stored.question.options.front();
    answer.by = "the demo";
    context.out.Line(fmt::format(
        "You would decide here. The demo answers for you: {}",
        context.out.Paint(Tone::kNote, AnswerCommand(stored, answer.answer, {IsOnly(open, stored), false}))));
    context.out.Line("");
    TRY(SendAnswer(context.forge(), stored.run, answer));
  }
  return {};
}

Result<RunStatus> DriveDemo(Context& context, RunId run, std::int64_t pace_ms) {
  for (int answers = 0; answers < kMostAnswers; ++answers) {
    const RunStatus status = TRY(DriveStretch(context, run, Stretch{0, pace_ms}));
    if (status != RunStatus::kWaiting) return status;
    TRY(AnswerForPerson(context, run));
  }
  return Fail(Code::kInternal, "the demo's run keeps asking");
}

Status ShowResult(Context& context, const DemoFiles& demo, RunId run) {
  const RunView view = TRY(ViewRun(context.forge(), run));
  Heading(context, "the report");
  RunReport report = TRY(GatherReport(context.forge(), run, context.host.now()));
  TRY(AddStory(context.forge(), report));
  context.out.Flow(ReportText(report));
  const std::string branch = fmt::format("forge/run-{:03}", run.value);
  Heading(context, fmt::format("git log --oneline --stat main..{}", branch));
  context.out.Write(TRY(context.host.run_program({"git", "--no-pager", "log", "--oneline", "--stat", "main.." + branch},
                                                 demo.directory)));
  Heading(context, "where things are");
  context.out.Line(fmt::format("  repository  {}", demo.directory));
  context.out.Line(fmt::format("  plan        {}", view.run.plan_path));
  context.out.Line(fmt::format("  script      {}", demo.script));
  context.out.Line(fmt::format("  journal     cd {} && forge log {}", demo.directory, run.value));
  context.out.Line(fmt::format("  land it     cd {} && forge land {}", demo.directory, run.value));
  return {};
}

void Introduce(Context& context, const DemoFiles& demo) {
  context.out.Line(context.out.Paint(Tone::kStrong, "This is a demo with a scripted agent."));
  context.out.Line(
      "The agent's answers come from a file, not from a model. Everything else is real: the journal, the git");
  context.out.Line("worktrees, the tests, the failing test and its repair, the commits.");
  if (!demo.pipeline.empty())
    context.out.Line(
        "Slices are runs of their own; the script also meets a rate limit, and waits as long as it is told.");
  context.out.Line("");
  context.out.Line(fmt::format("  The demo created a small library with tests in {}", demo.directory));
  context.out.Line("");
  context.out.Line(context.out.Paint(
      Tone::kNote, fmt::format("$ forge run \"{}\"{} --agent replay:{}", demo.objective,
                               demo.pipeline.empty() ? "" : " --pipeline " + demo.pipeline, demo.script)));
}

Result<Exit> RunDemo(Context& context, const Args& args) {
  const bool keep = args.Has("keep");
  std::string base = keep ? args.Get("keep") : TRY(context.host.make_temporary_directory());
  if (!base.starts_with('/')) base = context.host.machine.cwd + "/" + base;
  const bool milestone = args.Has("milestone");
  const DemoFiles demo = TRY(MakeDemo(base, milestone ? DemoKind::kMilestone : DemoKind::kRun));
  Host host = context.host;
  host.machine = DemoMachine(context.host.machine, base, demo.directory);
  Context inside{host, context.out, false, false, TRY(FindProject(host.machine)), {}, {}};
  inside.settings = TRY(Settings::Load(host.machine, inside.project));
  inside.open_forge = TRY(Forge::Open(host.machine, *inside.settings, *inside.project, true));
  Introduce(inside, demo);

  StartRequest request;
  request.objective = demo.objective;
  request.pipeline = demo.pipeline;
  request.agent = "replay:" + demo.script;
  const RunId run = TRY(StartRun(inside.forge(), request));
  const std::int64_t usual = milestone ? kMilestonePaceMs : kTerminalPaceMs;
  const std::int64_t pace = args.GetInt("pace").value_or(context.host.output_is_terminal ? usual : 0);
  const RunStatus status = TRY(DriveDemo(inside, run, pace));
  if (status == RunStatus::kCompleted) {
    TRY(ShowResult(inside, demo, run));
  } else {
    TRY(SumUp(inside, run, status));
  }
  if (!keep) context.out.Line(fmt::format("  remove it   rm -rf {}", base));
  return ExitFor(status);
}

}  // namespace

constinit const Command kDemoCommand = {
    "demo", "watch a complete run with a scripted agent", Group::kSetUp, Needs::kNothing, DemoForm, RunDemo};

}  // namespace forge::cli
