#include "surface/cli/home.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "agent/auto.h"
#include "base/display.h"
#include "base/strings.h"
#include "service/land.h"
#include "service/report/findings_left.h"
#include "service/run_queries.h"
#include "surface/cli/help.h"
#include "surface/cli/live/background.h"
#include "surface/view/columns.h"
#include "surface/view/json_rows.h"
#include "surface/view/question_text.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

constexpr std::size_t kMostShown = 5;
constexpr std::size_t kMostUnlanded = 20;  // so that a long history costs nothing

std::string ProjectName(const Context& context) {
  const std::string& root = context.project->root;
  return root.substr(root.rfind('/') + 1);
}

std::string RunLine(const Context& context, const RunRow& run) {
  std::string text = context.out.Paint(Tone::kStrong, fmt::format("run {}", run.id.value)) + "  " +
                     context.out.Paint(ToneOf(run.status), Name(run.status));
  if (!run.stage.empty()) text += " at " + run.stage;
  if (run.steps_total > 0) text += fmt::format(", {} of {} steps", run.steps_done, run.steps_total);
  if (std::string spent = SpendText(run.tokens, run.usd); !spent.empty()) text += ", " + spent;
  return text + ": " + Fit(Trim(run.objective), 80);
}

std::string AgentLine(const Context& context) {
  const std::string agent = context.settings->Get("agent");
  if (!agent.empty() && agent != "auto") return agent;
  const auto found = ChooseRuntime({context.host.machine.cwd, "", context.host.machine.environment});
  if (!found) return "none found; to install one: forge agents";
  return fmt::format("{}{} ({})", agent.empty() ? "not configured; found " : "", found->spec, found->why);
}

void ShowNew(Context& context) {
  context.out.Line(fmt::format("{}: no runs yet", ProjectName(context)));
  context.out.Line("  agent  " + AgentLine(context));
  context.out.Line("");
  context.out.Line("next: forge \"your objective\"");
  context.out.Line("      forge demo shows a complete run in a scratch repository; forge help lists all commands");
}

struct Going {
  std::vector<RunRow> open;  // the newest first
  std::vector<StoredQuestion> questions;
  std::optional<RunRow> last;    // that has ended
  std::vector<RunFinding> left;  // by that one, for people to decide
  std::vector<RunRow> unlanded;  // finished, and on none of the user's branches; the newest first
  std::string next;
};

Result<Going> LookAround(Context& context) {
  Going going;
  going.open = TRY(ListOpenRuns(context.forge()));
  std::ranges::reverse(going.open);
  for (RunRow& run : TRY(context.forge().store().FindRuns({.which = RunChoice::kEnded, .limit = 1})))
    going.last = std::move(run);
  going.questions = TRY(OpenQuestionsOfAll(context.forge()));
  if (going.last) going.left = FindingsLeftBy(context.forge(), *going.last).value_or(std::vector<RunFinding>());
  going.unlanded = ListUnlanded(context.forge(), kMostUnlanded).value_or(std::vector<RunRow>());
  going.next = "forge \"your objective\"";
  if (!going.questions.empty()) {
    const StoredQuestion& stored = going.questions[0];
    going.next = AnswerCommand(stored, stored.question.options.empty() ? "ANSWER" : stored.question.options[0],
                               {IsOnly(going.questions, stored), TRY(NothingDrives(context, stored.run))});
  } else if (!going.open.empty()) {
    going.next = NextCommand(context.forge(), TRY(ViewRun(context.forge(), going.open[0].id)));
  } else if (going.last) {
    going.next = NextCommand(context.forge(), TRY(ViewRun(context.forge(), going.last->id)));
    const bool lands = going.next.starts_with("forge land");
    if (!lands && !going.unlanded.empty()) going.next = fmt::format("forge land {}", going.unlanded[0].id.value);
  }
  return going;
}

Status ShowGoing(Context& context, const Going& going) {
  context.out.Line(fmt::format(
      "{}: {}", ProjectName(context),
      going.open.empty() ? "no open runs" : Counted(static_cast<std::int64_t>(going.open.size()), "open run")));
  for (std::size_t i = 0; i < std::min(kMostShown, going.open.size()); ++i)
    context.out.Line("  " + RunLine(context, going.open[i]));
  if (going.open.size() > kMostShown)
    context.out.Line(fmt::format("  and {} more: forge list --open", going.open.size() - kMostShown));
  if (going.last) context.out.Line("  last: " + RunLine(context, *going.last));
  if (const std::string open = OpenFindingsText(going.left); !open.empty())
    context.out.Line(fmt::format("  findings of run {}: {}", going.last->id.value, open));
  for (std::size_t i = 0; i < std::min(kMostShown, going.unlanded.size()); ++i)
    context.out.Line("  not landed: " + RunLine(context, going.unlanded[i]));
  if (going.unlanded.size() > kMostShown)
    context.out.Line(fmt::format("  and {} more that are not landed: forge list", going.unlanded.size() - kMostShown));
  if (!going.questions.empty()) context.out.Line("");
  for (const StoredQuestion& stored : going.questions)
    context.out.Flow(QuestionText(context.out.palette(), stored,
                                  {IsOnly(going.questions, stored), TRY(NothingDrives(context, stored.run))}));
  context.out.Line("");
  context.out.Line("next: " + context.out.Paint(Tone::kNote, going.next));
  if (!going.left.empty())
    context.out.Line(fmt::format("      forge triage {} settles the findings", going.last->id.value));
  return {};
}

Json GoingJson(const Going& going) {
  Json json = Json::MakeObject().Set("open", JsonArray(going.open)).Set("questions", JsonArray(going.questions));
  json.Set("last", going.last ? ToJson(*going.last) : Json()).Set("unlanded", JsonArray(going.unlanded));
  json.Set("open_findings", going.left.size());
  return json.Set("next", going.next);
}

}  // namespace

Result<Exit> ShowHome(Context& context) {
  auto project = FindProject(context.host.machine);
  if (!project && project.error().code == Code::kNotFound) {
    context.out.Write(OverviewText(context.out.width()));
    return Exit::kOk;
  }
  context.project = TRY(std::move(project));
  context.settings = TRY(Settings::Load(context.host.machine, context.project));
  auto store = Forge::Open(context.host.machine, *context.settings, *context.project, false);
  if (!store && store.error().code != Code::kNotFound) return std::unexpected(store.error());
  if (store) context.open_forge = *std::move(store);
  Going going{{}, {}, {}, {}, {}, "forge \"your objective\""};
  if (context.open_forge) going = TRY(LookAround(context));
  if (context.json) {
    context.out.Print(GoingJson(going));
  } else if (going.open.empty() && !going.last) {
    ShowNew(context);
  } else {
    TRY(ShowGoing(context, going));
  }
  return Exit::kOk;
}

}  // namespace forge::cli
