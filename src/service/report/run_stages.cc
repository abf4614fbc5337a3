#include "service/report/run_stages.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace forge {

const Stage* StageIn(const PipelineSet& set, const std::string& step, const std::string& name) {
  const auto& pipelines = set.pipelines;
  for (std::size_t i = step.empty() ? 0 : 1; i < pipelines.size(); ++i) {
    if (const Stage* stage = pipelines[i].Find(name)) return stage;
    if (step.empty()) break;
  }
  return nullptr;
}

const Stage* StageOfRun(const State& state, const std::string& step, const std::string& name) {
  return StageIn(state.start.pipelines, step, name);
}

bool IsDebate(const Stage* stage) {
  return stage != nullptr && stage->aggregate == Aggregate::kDialectic && stage->result && stage->members.size() > 1;
}

bool ComesBeforeSteps(const State& state, const std::string& stage) {
  const auto& pipelines = state.start.pipelines.pipelines;
  if (pipelines.empty()) return false;
  const std::vector<Stage>& stages = pipelines.front().stages;
  const auto steps = std::ranges::find(stages, StageKind::kEach, &Stage::kind);
  return steps != stages.end() && std::ranges::find(stages.begin(), steps, stage, &Stage::name) != steps;
}

const Stage* CollectorOf(const std::vector<Stage>& stages, const std::string& document) {
  const auto found = std::ranges::find_if(stages, [&](const Stage& stage) {
    const bool collects = stage.kind == StageKind::kAgent && stage.result && stage.verdict.empty() && !stage.splits();
    return collects && stage.produces == document && document != "plan";
  });
  return document.empty() || found == stages.end() ? nullptr : &*found;
}

const Stage* CollectorJudgedBy(const std::vector<Stage>& stages, const Stage& reviewer) {
  if (reviewer.verdict.empty() || !reviewer.members.empty()) return nullptr;
  const auto fixer = std::ranges::find(stages, reviewer.on_revision, &Stage::name);
  if (reviewer.on_revision.empty() || fixer == stages.end()) return nullptr;
  for (const std::string& word : reviewer.sees) {
    const Stage* collector = CollectorOf(stages, word);
    const bool shared = std::ranges::find(fixer->sees, word) != fixer->sees.end();
    if (collector != nullptr && shared && collector->name != fixer->name) return collector;
  }
  return nullptr;
}

}  // namespace forge
