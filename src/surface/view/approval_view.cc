#include "surface/view/approval_view.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "service/memory/known_risks.h"
#include "service/memory/learn.h"
#include "service/plan/plan_source.h"
#include "service/report/estimate.h"
#include "service/report/findings.h"
#include "service/run_settings.h"
#include "service/unit/run_files.h"
#include "surface/view/module_screen.h"
#include "surface/view/question_text.h"
#include "surface/view/times.h"

namespace forge {
namespace {

Result<std::string> EstimateFor(Forge& forge, const RunView& view) {
  const State state = TRY(LoadState(forge, view.run.id));
  const RunKind kind{view.run.pipeline, state.start.size, state.start.settings["agent"].AsString()};
  return DescribeEstimate(TRY(FindPastRuns(forge, kind, view.run.id)), kind);
}

Result<std::string> ShownFor(Forge& forge, const RunView& view, const StoredQuestion& stored, TimePoint now) {
  if (stored.question.shows != "plan") return ShownText(forge.project(), view, stored.question);
  if (std::string screen = TRY(ModuleApproval(forge, stored.run, now)); !screen.empty()) return screen;
  const RunFiles files(forge.project(), view.run.id, view.run.slug);
  return PlanSummary(TRY(GatherPlanSummary(forge, view, TRY(files.ReadPlan()).value_or(""))));
}

}  // namespace

Result<PlanSummaryFacts> GatherPlanSummary(Forge& forge, const RunView& view, const std::string& text) {
  const RunFiles files(forge.project(), view.run.id, view.run.slug);
  PlanSummaryFacts facts;
  facts.plan = ReadPlanSource(text).document;
  facts.path = files.plan_path();
  facts.findings = TRY(ListFindings(forge.store(), view.run.id, &files));
  facts.estimate = TRY(EstimateFor(forge, view));
  facts.spent = SpendText(view.run.tokens, view.run.usd);
  return facts;
}

Result<std::string> ModuleApproval(Forge& forge, RunId run, TimePoint now) {
  if (!IsOfModules(TRY(LoadStarted(forge, run)))) return std::string();
  const State state = TRY(LoadState(forge, run));
  ApprovalNews news;
  if (UsesMemory(state.start)) news.risks = KnownRisks(forge.machine(), forge.project(), now);
  news.uncommitted = UncommittedFiles(forge.project());
  news.isolated = RunSettings::FromJson(state.start.settings).isolation != "shared";
  return ApprovalScreen(state, news);
}

Result<std::string> QuestionScreen(Forge& forge, const StoredQuestion& stored, TimePoint now) {
  const Question& question = stored.question;
  const RunView view = TRY(ViewRun(forge, stored.run));
  std::string text = TRY(ShownFor(forge, view, stored, now));
  if (!text.empty()) text += "\n";
  text += fmt::format("run {} asks: {}\n", stored.run.value, FirstLineOf(question)) + DetailsText(stored);
  std::size_t widest = 0;
  for (const std::string& option : question.options) widest = std::max(widest, option.size());
  for (const std::string& option : question.options) {
    const std::string meaning = OptionMeaning(question, option);
    if (!meaning.empty()) text += fmt::format("  {:<{}}  {}\n", option, widest, meaning);
  }
  return text;
}

}  // namespace forge
