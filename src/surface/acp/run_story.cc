#include "surface/acp/run_story.h"

#include <utility>

namespace forge::acp {
namespace {

constexpr std::size_t kMostLines = 1000;

std::string_view StateOf(StepStatus status) {
  switch (status) {
    case StepStatus::kPending:
    case StepStatus::kReady: return "pending";
    case StepStatus::kRunning:
    case StepStatus::kWaiting:
    case StepStatus::kFailed:
    case StepStatus::kBlocked: return "in_progress";  // ACP has no word for a step that stopped
    case StepStatus::kDone:
    case StepStatus::kSkipped: return "completed";
  }
  return "pending";
}

Json Entry(const std::string& id, const std::string& title, StepStatus status) {
  std::string content = title.empty() ? id : title;
  if (status == StepStatus::kFailed || status == StepStatus::kBlocked || status == StepStatus::kSkipped)
    content += " (" + std::string(Name(status)) + ")";
  Json entry = Json::MakeObject().Set("content", std::move(content)).Set("priority", "medium");
  return entry.Set("status", StateOf(status));
}

}  // namespace

Json PlanEntries(const State& state) {
  Json entries = Json::MakeArray();
  if (!state.plan) return entries;
  const std::vector<StepSpec>& steps = state.plan->steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const StepStatus status = i < state.steps.size() ? state.steps[i].status : StepStatus::kPending;
    entries.Append(Entry(steps[i].id.value, steps[i].title, status));
  }
  return entries;
}

Json PlanEntries(const std::vector<StepRow>& steps) {
  Json entries = Json::MakeArray();
  for (const StepRow& step : steps) entries.Append(Entry(step.id.value, step.title, step.status));
  return entries;
}

std::string StoryText(Narrator& narrator, const JournalRow& row) {
  const Story story = narrator.Tell(row);
  if (story.text.empty() || (story.weight == Weight::kDetail && story.tone != Tone::kBad)) return "";
  return (story.where.empty() ? "" : "**" + story.where + "** ") + story.text + "\n\n";
}

DriveOptions RunStory::Watch() {
  {
    const std::scoped_lock lock(mutex_);
    narrator_ = Narrator();
    fresh_ = true;
  }
  DriveOptions options;
  options.on_batch = [this](const State& state, const Batch& batch) {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(fresh_, false)) narrator_.Know(state);
    for (const JournalRow& row : batch.rows) {
      std::string line = StoryText(narrator_, row);
      if (!line.empty()) news_.lines.push_back(std::move(line));
    }
    while (news_.lines.size() > kMostLines) news_.lines.pop_front();
    Json plan = PlanEntries(state);
    if (plan.AsArray().empty() || plan == plan_) return;
    plan_ = plan;
    news_.plan = std::move(plan);
  };
  return options;
}

RunStory::News RunStory::Take() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(news_, News());
}

}  // namespace forge::acp
