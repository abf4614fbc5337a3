#include "surface/view/plan_rows.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "surface/view/json_answers.h"
#include "surface/view/json_rows.h"
#include "text/plan/plan_states.h"

namespace forge {
namespace {

std::vector<std::string> Values(const std::vector<StepId>& ids) {
  std::vector<std::string> values;
  for (const StepId& id : ids) values.push_back(id.value);
  return values;
}

}  // namespace

std::string KindOf(const StepSpec& step) { return step.kind.empty() ? "implement" : step.kind; }

Json ToJson(const PlanEntry& plan) {
  Json json = Json::MakeObject().Set("plan", plan.id).Set("number", plan.number).Set("status", Name(plan.status()));
  json.Set("title", plan.title).Set("task", OrNull(plan.header.task)).Set("created", OrNull(plan.header.created));
  return json.Set("path", OrNull(plan.path));
}

Json ToJson(const PlanView& view, const FilesByStep& changed) {
  Json json = ToJson(view.entry);
  json.Set("objective", view.document.objective).Set("hash", view.document.hash).Set("approved", view.approved);
  json.Set("changed", OrNull(view.changed));
  json.Set("run", view.run ? Json(view.run->id.value) : Json());
  json.Set("run_status", view.run ? Json(Name(view.run->status)) : Json());
  Json steps = Json::MakeArray();
  for (const PlanStepView& step : StepsOf(view)) {
    Json one = JsonOf(*step.spec).Set("status", Name(step.status)).Set("attempts", step.attempts);
    const auto files = changed.find(step.spec->id);
    one.Set("reason", step.reason);
    Json since = Json::MakeArray();
    if (files != changed.end()) {
      for (const std::string& file : files->second) since.Append(file);
    }
    one.Set("changed_since", std::move(since));
    steps.Append(std::move(one));
  }
  json.Set("steps", std::move(steps));
  Json problems = Json::MakeArray();
  for (const PlanProblem& problem : view.document.problems) {
    problems.Append(Json::MakeObject().Set("line", problem.line).Set("message", problem.what));
  }
  return json.Set("problems", std::move(problems));
}

Tone ToneOf(PlanStatus status) {
  switch (status) {
    case PlanStatus::kDraft:
    case PlanStatus::kClosed: return Tone::kFaint;
    case PlanStatus::kReview: return Tone::kWarn;
    case PlanStatus::kApproved:
    case PlanStatus::kImplementing:
    case PlanStatus::kAuditing: return Tone::kNote;
    case PlanStatus::kDone: return Tone::kGood;
    case PlanStatus::kCancelled: return Tone::kBad;
  }
  return Tone::kPlain;
}

std::string_view Mark(StepStatus status) {
  switch (status) {
    case StepStatus::kPending:
    case StepStatus::kReady: return "[ ]";
    case StepStatus::kRunning: return "[~]";
    case StepStatus::kWaiting: return "[?]";
    case StepStatus::kDone: return "[x]";
    case StepStatus::kFailed:
    case StepStatus::kBlocked: return "[!]";
    case StepStatus::kSkipped: return "[-]";
  }
  return "";
}

StepStatus StatusOfState(std::string_view state) {
  const std::string word = StateWord(state);
  if (word == "in-progress" || word == "in progress") return StepStatus::kRunning;
  return ParseStepStatus(word).value_or(StepStatus::kPending);
}

std::string StepLine(const Palette& palette, const StepSpec& step, StepStatus status) {
  std::string line = fmt::format("{} {}: {} [{}]", Mark(status), palette.Paint(Tone::kStrong, step.id.value),
                                 step.title, KindOf(step));
  if (!step.depends.empty()) line += fmt::format(" (depends: {})", Join(Values(step.depends), ", "));
  return line;
}

}  // namespace forge
