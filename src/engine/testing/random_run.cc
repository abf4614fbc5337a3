#include "engine/testing/random_run.h"

#include <algorithm>
#include <string>

#include "engine/testing/compose.h"

namespace forge::testing {
namespace {

constexpr int kMostStages = 6;

Stage RandomPanel(Dice& dice, std::string name) {
  constexpr Aggregate kAll[] = {Aggregate::kAllPass, Aggregate::kLenses, Aggregate::kDialectic, Aggregate::kCompare,
                                Aggregate::kCollect};
  std::vector<std::string> members;
  for (int i = dice.Between(1, 4); i > 0; --i) members.push_back("m" + std::to_string(i));
  Stage stage = Panel(std::move(name), kAll[dice.Below(5)], members);
  if (dice.Chance(30)) stage.sees = {dice.Pick(ArtifactNames())};
  // No dice: the seeds of other tests keep their meaning.
  stage.asks_again = members.size() % 2 == 0 ? AsksAgain::kUnconvinced : AsksAgain::kChanged;
  stage.result = stage.stops_early = stage.aggregate == Aggregate::kDialectic && members.size() == 3;
  // Members wait for members further down the list, or further up: either way without a circle.
  const bool upwards = dice.Chance(50);
  for (std::size_t i = 0; i < stage.members.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!dice.Chance(25)) continue;
      stage.members[upwards ? i : j].after.push_back(stage.members[upwards ? j : i].name);
    }
    if (dice.Chance(20)) stage.members[i].sees = {dice.Pick(ArtifactNames())};
  }
  return stage;
}

Stage RandomAsk(Dice& dice, std::string name) {
  constexpr Unattended kAll[] = {Unattended::kWait, Unattended::kDefer, Unattended::kApprove, Unattended::kStop};
  Stage stage = Ask(std::move(name), "", kAll[dice.Below(4)]);
  if (dice.Chance(60)) stage.shows = dice.Chance(70) ? "plan" : dice.Pick(ArtifactNames());
  if (dice.Chance(20)) stage.options = {"One", "two", "stop"};
  return stage;
}

Stage RandomStage(Dice& dice, std::string name, bool in_step) {
  const int kind = dice.Below(in_step ? 85 : 110);
  if (kind < 25) {
    Stage stage = Agent(std::move(name));
    if (!in_step && dice.Chance(40)) stage.produces = "plan";
    return stage;
  }
  if (kind < 45) return Review(std::move(name));
  if (kind < 58) {
    constexpr CheckMode kModes[] = {CheckMode::kBlocking, CheckMode::kBlocking, CheckMode::kAdvisory,
                                    CheckMode::kDisabled};
    return Check(std::move(name), "", kModes[dice.Below(4)]);
  }
  if (kind < 70) return RandomPanel(dice, std::move(name));
  if (kind < 78) return RandomAsk(dice, std::move(name));
  if (kind < 82) return Integrate(std::move(name));
  if (kind < 85) return Learn(std::move(name), dice.Chance(50) ? "collator" : "");
  if (dice.Chance(30)) return EachRun(std::move(name), dice.Between(1, 3));
  return Each(std::move(name), dice.Between(1, 4), dice.Chance(50) ? "step" : "other");
}

Budget RandomBudget(Dice& dice, int scale) {
  Budget budget;
  if (dice.Chance(40)) budget.usd = dice.Below(3 * scale);
  if (dice.Chance(30)) budget.tokens = dice.Below(1000 * scale);
  if (dice.Chance(30)) budget.units = dice.Below(4 * scale);
  if (dice.Chance(20)) budget.wall_ms = dice.Below(300'000 * scale);
  return budget;
}

// What any stage may have.
void Decorate(Dice& dice, const std::vector<Stage>& before, Stage& stage) {
  constexpr OnExhausted kEnds[] = {OnExhausted::kEscalate, OnExhausted::kAccept, OnExhausted::kBlock};
  if (dice.Chance(20)) stage.when = "require run.size == any";
  if (dice.Chance(20)) stage.gate = "forbid run.size == none";
  stage.retry = dice.Below(3);
  if (dice.Chance(5)) stage.budget = RandomBudget(dice, 1);
  const bool sends_back = stage.reviews() || stage.kind == StageKind::kAsk || stage.kind == StageKind::kIntegrate;
  if (!sends_back || !dice.Chance(75)) return;
  const int target = dice.Below(static_cast<int>(before.size()) + 1);
  stage.on_revision =
      target == static_cast<int>(before.size()) ? stage.name : before[static_cast<std::size_t>(target)].name;
  stage.max_iterations = dice.Between(1, 3);
  stage.on_exhausted = kEnds[dice.Below(3)];
  if (dice.Chance(30)) stage.converge = Converge::kDecreasing;
  if (stage.kind == StageKind::kCheck && dice.Chance(60)) stage.repair = dice.Between(1, 3);
}

std::vector<Stage> RandomStages(Dice& dice, bool in_step) {
  std::vector<Stage> stages;
  const int count = dice.Between(1, in_step ? 4 : kMostStages);
  for (int i = 0; i < count; ++i) {
    Stage stage = RandomStage(dice, (in_step ? "w" : "r") + std::to_string(i), in_step);
    Decorate(dice, stages, stage);
    stages.push_back(std::move(stage));
  }
  return stages;
}

// The stage that splits a step, the one that repairs it, and the check that chooses.
void AddRepair(Dice& dice, std::vector<Stage>& stages) {
  constexpr OnExhausted kEnds[] = {OnExhausted::kEscalate, OnExhausted::kAccept, OnExhausted::kBlock};
  Stage split = Agent("split");
  split.produces = "steps";
  Stage proof = Check("proof", "repair");
  proof.repair = dice.Between(1, 3);
  proof.on_exhausted = kEnds[dice.Below(3)];
  stages.push_back(std::move(split));
  stages.push_back(Agent("repair"));
  stages.push_back(std::move(proof));
}

std::vector<std::string> RandomWrites(Dice& dice) {
  static const std::vector<std::string> kPaths = {"src/a.cc",   "src/b.cc",     "src/*.h",  "src/**",   "docs",
                                                  "docs/x.txt", "CHANGELOG.md", "tests/t1", "tests/t2", "other"};
  std::vector<std::string> writes;
  for (int i = dice.Below(3); i > 0; --i) writes.push_back(dice.Pick(kPaths));
  return writes;
}

std::string NewHash(Dice& dice) { return "h" + std::to_string(dice.Next() % 1'000'000); }

void Disturb(Dice& dice, std::vector<StepSpec>& steps) {
  const auto any = [&]() -> StepSpec& {
    return steps[static_cast<std::size_t>(dice.Below(static_cast<int>(steps.size())))];
  };
  switch (dice.Below(9)) {
    case 0:
    case 1: any().what = NewHash(dice); return;
    case 2: any().writes = RandomWrites(dice); return;
    case 3: any().depends.push_back(any().id); return;  // perhaps a circle, perhaps of one
    case 4: any().depends.push_back(StepId{"nobody"}); return;
    case 5: steps.erase(steps.begin() + dice.Below(static_cast<int>(steps.size()))); return;
    case 6: std::reverse(steps.begin(), steps.end()); return;
    case 7: steps.push_back(dice.Chance(20) ? any() : Step("n" + std::to_string(dice.Below(50)))); return;
    case 8: any().estimate_ms = std::int64_t{1000} * dice.Below(5); return;
    default: return;
  }
}

}  // namespace

const std::vector<std::string>& ArtifactNames() {
  static const std::vector<std::string> names = {"SPEC.md", "REPORT.md", "NOTES.md"};
  return names;
}

PlanRef SoundPlan(Dice& dice, int steps) {
  std::vector<StepSpec> specs;
  for (int i = 0; i < steps; ++i) {
    StepSpec spec = Step("s" + std::to_string(i), {}, RandomWrites(dice));
    for (int j = 0; j < i; ++j) {
      if (dice.Chance(60 / (i + 1))) spec.depends.push_back(StepId{"s" + std::to_string(j)});
    }
    spec.estimate_ms = std::int64_t{1000} * dice.Below(4);
    spec.complexity = dice.Chance(40) ? "simple" : "medium";
    if (dice.Chance(40)) spec.extra = Json::MakeObject().Set("large", true);
    spec.checkpoint = i % 3 == 1;  // no dice: the seeds of other tests keep their meaning
    specs.push_back(std::move(spec));
  }
  return Plan(NewHash(dice), std::move(specs));
}

PlanRef TakenApart(Dice& dice, const PlanRef& old, const StepId& step) {
  PlanRef plan = old;
  for (std::size_t place = 0; place < plan.steps.size(); ++place) {
    if (plan.steps[place].id != step) continue;
    std::vector<StepSpec> parts;
    for (int i = dice.Between(1, 3); i > 0; --i) {
      StepSpec part = Step(step.value + "." + std::to_string(i), {}, plan.steps[place].writes);
      part.depends = plan.steps[place].depends;
      if (!parts.empty() && dice.Chance(50)) part.depends.push_back(parts.back().id);
      parts.push_back(std::move(part));
    }
    for (const StepSpec& part : parts) plan.steps[place].depends.push_back(part.id);
    plan.steps.insert(plan.steps.begin() + static_cast<std::ptrdiff_t>(place), parts.begin(), parts.end());
    break;
  }
  plan.hash = NewHash(dice);
  return plan;
}

PlanRef RandomPlan(Dice& dice, const PlanRef* old) {
  if (old == nullptr || old->steps.empty() || dice.Chance(15)) return SoundPlan(dice, dice.Below(9));
  PlanRef plan = *old;
  if (dice.Chance(10)) return plan;
  for (int i = dice.Between(1, 3); i > 0 && !plan.steps.empty(); --i) Disturb(dice, plan.steps);
  plan.hash = NewHash(dice);
  return plan;
}

Started RandomStart(Dice& dice) {
  Started start;
  start.objective = "simulate";
  PipelineSet set;
  set.pipelines.resize(3);
  set.pipelines[0].name = "main";
  set.pipelines[1].name = "step";
  set.pipelines[2].name = "other";
  for (std::size_t i = 0; i < 3; ++i) {
    set.pipelines[i].stages = RandomStages(dice, i > 0);
    if (i > 0 && dice.Chance(40)) AddRepair(dice, set.pipelines[i].stages);
  }
  Point(set);
  start.pipelines = std::move(set);
  start.attended = dice.Chance(70);
  start.rules = kRules;
  if (dice.Chance(30)) start.budget = RandomBudget(dice, 4);
  if (dice.Chance(75)) start.plan = SoundPlan(dice, dice.Between(1, 8));
  if (dice.Chance(10))
    start.role_budgets["engineer"] = Budget{.tokens = dice.Below(2000), .usd = {}, .wall_ms = {}, .units = {}};
  if (dice.Chance(10)) start.day.limit.usd = dice.Below(12);
  if (!start.plan || !dice.Chance(10)) return start;
  for (StepSpec& step : start.plan->steps) {
    step.max_tokens = dice.Below(1500);
    step.max_retries = dice.Below(3);
  }
  return start;
}

}  // namespace forge::testing
