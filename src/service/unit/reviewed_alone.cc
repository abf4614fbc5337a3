#include "service/unit/reviewed_alone.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "base/strings.h"
#include "text/gates.h"

namespace forge {
namespace {

constexpr int kMostProbed = 16;   // steps; a rule that counts them counts fewer
constexpr int kManySteps = 1000;  // more than any such rule allows

const Stage* FindEach(const State& state) {
  const auto& pipelines = state.start.pipelines.pipelines;
  if (pipelines.empty()) return nullptr;
  const auto each = std::ranges::find(pipelines[0].stages, StageKind::kEach, &Stage::kind);
  const bool steps = each != pipelines[0].stages.end() && each->over == Over::kSteps && each->pipeline_index > 0;
  return steps ? &*each : nullptr;
}

class ImaginedPlans {
 public:
  explicit ImaginedPlans(const State& state, const Stage& each) : state_(state), pipeline_(each.pipeline_index) {
    for (const Stage& stage : state.start.pipelines.pipelines[static_cast<std::size_t>(each.pipeline_index)].stages) {
      if (!stage.verdict.empty()) conditions_.push_back(ParseGate(stage.when).gate);
    }
  }

  // Whether the first of so many steps, all as complex as it but the last one, gets a review.
  bool IsReviewed(const std::string& complexity, int steps, const std::string& last) {
    PlanRef plan;
    plan.steps.resize(static_cast<std::size_t>(steps));
    for (StepSpec& step : plan.steps) step.complexity = complexity;
    plan.steps.back().complexity = steps > 1 ? last : complexity;
    state_.plan = std::move(plan);
    state_.steps.assign(static_cast<std::size_t>(steps), {});
    Lane lane;
    lane.pipeline = pipeline_;
    state_.steps[0].lane = lane;
    GateFacts facts;
    facts.file_size = [](const std::string&) { return std::nullopt; };
    facts.records = Records(state_, LaneId::OfStep(0));
    return std::ranges::any_of(conditions_, [&](const Gate& when) { return EvaluateGate(when, facts).empty(); });
  }

 private:
  State state_;
  int pipeline_;
  std::vector<Gate> conditions_;
};

std::string TellOf(ImaginedPlans& plans, const std::string& complexity) {
  const auto reviewed = [&](int steps) { return plans.IsReviewed(complexity, steps, complexity); };
  if (!reviewed(kManySteps)) return "not reviewed alone";
  int most = 0;  // steps of a plan whose steps are not reviewed alone
  while (most < kMostProbed && !reviewed(most + 1)) ++most;
  if (most == 0) return "";
  const bool among_complex = most > 1 && plans.IsReviewed(complexity, most, "complex");
  return fmt::format("reviewed alone only in a plan of more than {} step{}{}", most, most == 1 ? "" : "s",
                     among_complex ? ", or with a complex one" : "");
}

}  // namespace

std::string ReviewedAlone(const State& state) {
  const Stage* each = FindEach(state);
  if (each == nullptr) return "";
  ImaginedPlans plans(state, *each);
  const auto never = [&](const char* complexity) { return !plans.IsReviewed(complexity, kManySteps, complexity); };
  if (never("simple") && never("medium") && never("complex")) return "no step is reviewed alone";
  const std::string simple = TellOf(plans, "simple"), medium = TellOf(plans, "medium"),
                    complex = TellOf(plans, "complex");
  if (simple == medium && medium == complex) return complex.empty() ? "" : "a step is " + complex;
  std::vector<std::string> told;
  if (!simple.empty()) told.push_back("simple: " + simple);
  if (!medium.empty()) told.push_back("medium: " + medium);
  if (!complex.empty()) told.push_back("complex: " + complex);
  return Join(told, "; ");
}

}  // namespace forge
