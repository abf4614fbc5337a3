// What those who did the steps, and those who worked on the whole afterwards, report.
#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "service/unit/job_history.h"

namespace forge {
namespace {

std::string ItemsOf(const Json& list) {
  std::vector<std::string> items;
  for (const Json& item : list.AsArray()) items.push_back(item.AsString());
  return Join(items, "; ");
}

std::string ReportOf(const Stage& stage, const StageMemo& memo) {
  const Json& result = memo.result;
  const std::string summary = result["summary"].AsString();
  // What was done before the stage was skipped, in a later round, was done all the same.
  if (stage.role.empty() || summary.empty()) return "";
  std::string text = fmt::format("- {}: {}\n", stage.name, Trim(summary));
  for (const char* field : {"cause", "blocker"}) {
    if (const std::string value = result[field].AsString(); !value.empty())
      text += fmt::format("  {}: {}\n", field, Trim(value));
  }
  if (const std::string value = ItemsOf(result["left_out"]); !value.empty())
    text += fmt::format("  left out: {}\n", value);
  return text;
}

// The stages of a lane from `begin` on that left something, in the order in which they did it: what was repaired or
// done anew comes behind what it replaced.
std::vector<std::size_t> InOrderOfWork(const std::vector<Stage>& stages, const std::vector<StageMemo>& memos,
                                       std::size_t begin = 0) {
  std::vector<std::size_t> order;
  for (std::size_t i = begin; i < std::min(stages.size(), memos.size()); ++i) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return memos[i].by; });
  return order;
}

// The question whose answer lets the stage run: `run.answers.NAME`.
std::string QuestionBefore(const Stage& stage) {
  constexpr std::string_view kAnswer = "run.answers.";
  const std::size_t at = stage.when.find(kAnswer);
  if (at == std::string::npos) return "";
  const std::string_view rest = std::string_view(stage.when).substr(at + kAnswer.size());
  return std::string(rest.substr(0, rest.find_first_of(" \n=")));
}

// Who wanted the work of the stage: the question that led to it, and those who sent work back to it.
std::vector<std::string> AskedBy(const State& state, const Stage& stage) {
  std::vector<std::string> names;
  if (const std::string question = QuestionBefore(stage); !question.empty()) names.push_back(question);
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  for (std::size_t i = 0; i < std::min(stages.size(), state.lane.memos.size()); ++i) {
    // A person asks without rounds.
    const bool asked = stages[i].kind == StageKind::kAsk || state.lane.memos[i].rounds > 0;
    const bool known = std::ranges::find(names, stages[i].name) != names.end();
    if (stages[i].on_revision == stage.name && asked && !known) names.push_back(stages[i].name);
  }
  return names;
}

// What was done to the whole after its steps: by whom, at whose wish, and what they report.
StepReport ReportOfWhole(const State& state) {
  StepReport report;
  report.title = "after the steps";
  const std::vector<Stage>& stages = state.start.pipelines.pipelines.front().stages;
  const auto each = std::ranges::find(stages, StageKind::kEach, &Stage::kind);
  for (std::size_t i : InOrderOfWork(stages, state.lane.memos, static_cast<std::size_t>(each - stages.begin()))) {
    const Stage& stage = stages[i];
    const StageMemo& memo = state.lane.memos[i];
    if (stage.kind != StageKind::kAgent || !stage.verdict.empty() || !stage.produces.empty()) continue;
    std::string text = ReportOf(stage, memo);
    if (text.empty() && !memo.summary.empty()) text = fmt::format("- {}: {}\n", stage.name, Trim(memo.summary));
    const std::vector<std::string> by = AskedBy(state, stage);
    if (!text.empty() && !by.empty())
      text.insert(2 + stage.name.size(), fmt::format(" (asked for by {})", Join(by, ", ")));
    report.text += text;
  }
  return report;
}

}  // namespace

std::vector<StepReport> StepReports(const State& state) {
  std::vector<StepReport> reports;
  for (std::size_t place = 0; state.plan && place < state.steps.size(); ++place) {
    const StepState& step = state.steps[place];
    const StepSpec& spec = state.plan->steps[place];
    StepReport report;
    report.id = spec.id;
    report.title = spec.title;
    if (step.lane && step.lane->is_child_run()) report.child_run = true;
    report.answers = state.start.rules >= 4 && ChangesNothing(spec) && !report.child_run;
    if (step.lane && !step.lane->is_child_run()) {
      const auto& stages = state.start.pipelines.pipelines[static_cast<std::size_t>(step.lane->pipeline)].stages;
      for (std::size_t i : InOrderOfWork(stages, step.lane->memos)) {
        report.text += ReportOf(stages[i], step.lane->memos[i]);
        if (const std::string concerns = ItemsOf(step.lane->memos[i].result["concerns"]); !concerns.empty())
          report.concerns += fmt::format("- concerns of {}: {}\n", stages[i].name, concerns);
      }
    }
    for (const std::string& what : step.dropped) report.text += "- promised, and accepted without it: " + what + "\n";
    reports.push_back(std::move(report));
  }
  if (StepReport whole = ReportOfWhole(state); !whole.text.empty()) reports.push_back(std::move(whole));
  return reports;
}

std::vector<StepConcern> ConcernsOfSteps(const State& state, const Unit& unit) {
  std::vector<StepConcern> concerns;
  if (!state.has_concerns || unit.lane.is_run() || !state.plan) return concerns;
  const StepSpec& own = state.plan->steps[static_cast<std::size_t>(unit.lane.place())];
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const StepState& step = state.steps[place];
    const StepSpec& spec = state.plan->steps[place];
    if (spec.id == own.id || step.status != StepStatus::kDone || !step.lane || step.lane->is_child_run()) continue;
    const auto& stages = state.start.pipelines.pipelines[static_cast<std::size_t>(step.lane->pipeline)].stages;
    const bool needed = std::ranges::find(own.depends, spec.id) != own.depends.end();
    for (std::size_t i : InOrderOfWork(stages, step.lane->memos)) {
      // A reviewer's list is one of findings.
      if (!stages[i].verdict.empty()) continue;
      for (const Json& one : step.lane->memos[i].result["concerns"].AsArray())
        concerns.push_back({spec.id, spec.title, one.AsString(), needed});
    }
  }
  return concerns;
}

}  // namespace forge
