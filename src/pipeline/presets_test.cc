#include "pipeline/presets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "model/json.h"
#include "pipeline/builtin.h"
#include "pipeline/load.h"
#include "pipeline/roles.h"
#include "pipeline/testing/builtin_library.h"

namespace forge {
namespace {

class EveryPreset : public testing::TestWithParam<std::string> {};

TEST_P(EveryPreset, ResolvesWithoutAProblem) {
  const ResolvedPipelines resolved = Resolve(GetParam(), BuiltinLibrary());
  EXPECT_TRUE(resolved.problems.empty()) << Describe(resolved.problems);
  ASSERT_FALSE(resolved.set.pipelines.empty());
  EXPECT_EQ(resolved.set.pipelines[0].name, GetParam());
  EXPECT_FALSE(resolved.set.pipelines[0].about.empty());
}

TEST_P(EveryPreset, ComesBackFromItsJsonExactly) {
  const PipelineSet set = Resolve(GetParam(), BuiltinLibrary()).set;
  const auto parsed = ParseJson(ToJson(set).Dump());
  ASSERT_TRUE(parsed) << parsed.error().message;
  const auto back = PipelineSetFromJson(*parsed);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, set);
}

TEST_P(EveryPreset, PointsEveryLoopAndFanAtItsTarget) {
  const PipelineSet set = Resolve(GetParam(), BuiltinLibrary()).set;
  for (const Pipeline& pipeline : set.pipelines) {
    for (std::size_t i = 0; i < pipeline.stages.size(); ++i) {
      const Stage& stage = pipeline.stages[i];
      if (!stage.on_revision.empty()) {
        ASSERT_GE(stage.revision_index, 0);
        EXPECT_LE(stage.revision_index, static_cast<int>(i));
        EXPECT_EQ(pipeline.stages[static_cast<std::size_t>(stage.revision_index)].name, stage.on_revision);
      }
      if (stage.kind == StageKind::kEach && stage.over == Over::kSteps) {
        ASSERT_GE(stage.pipeline_index, 0);
        EXPECT_EQ(set.pipelines[static_cast<std::size_t>(stage.pipeline_index)].name, stage.pipeline);
      }
    }
  }
}

// Who challenges or reviews is another role than who answers for what is judged.
TEST_P(EveryPreset, LetsNobodyJudgeTheirOwnWork) {
  const PipelineSet set = Resolve(GetParam(), BuiltinLibrary()).set;
  for (const Pipeline& pipeline : set.pipelines) {
    for (const Stage& stage : pipeline.stages) {
      if (stage.verdict.empty() || stage.revision_index < 0) continue;
      const std::string& author = pipeline.stages[static_cast<std::size_t>(stage.revision_index)].role;
      EXPECT_NE(stage.role, author) << pipeline.name << ": " << stage.name;
      for (const Member& member : stage.members) EXPECT_NE(member.role, author) << pipeline.name << ": " << member.name;
    }
  }
}

// A review that only repeats when its own words change nothing would spend its rounds on the same work: whatever it
// sends back must reach a stage that runs because of it.
TEST_P(EveryPreset, SendsWorkBackToAStageThatRuns) {
  const PipelineSet set = Resolve(GetParam(), BuiltinLibrary()).set;
  for (const Pipeline& pipeline : set.pipelines) {
    for (const Stage& stage : pipeline.stages) {
      if (stage.revision_index < 0) continue;
      const Stage& target = pipeline.stages[static_cast<std::size_t>(stage.revision_index)];
      const bool named = target.when.find("after " + stage.name + " = revision") != std::string::npos ||
                         target.when.find("run.answers." + stage.name + " == modify") != std::string::npos;
      const bool looks_elsewhere = target.when.find("after ") != std::string::npos;
      EXPECT_TRUE(named || !looks_elsewhere) << pipeline.name << ": " << stage.name << " -> " << target.name;
    }
  }
}

// A verdict stands until its stage is entered again. So a stage made for a later review must not stand between an
// earlier check and the stage made for that: it would run again on every round of the check.
TEST_P(EveryPreset, RunsAFixingStageOnlyForTheStageItIsMadeFor) {
  const PipelineSet set = Resolve(GetParam(), BuiltinLibrary()).set;
  for (const Pipeline& pipeline : set.pipelines) {
    for (std::size_t sender = 0; sender < pipeline.stages.size(); ++sender) {
      const int target = pipeline.stages[sender].revision_index;
      const std::string own = "after " + pipeline.stages[sender].name + " = revision";
      if (target < 0 || !pipeline.stages[static_cast<std::size_t>(target)].when.starts_with(own)) continue;
      for (auto between = static_cast<std::size_t>(target); between < sender; ++between) {
        for (std::size_t later = sender + 1; later < pipeline.stages.size(); ++later) {
          const std::string foreign = "after " + pipeline.stages[later].name + " = revision";
          EXPECT_EQ(pipeline.stages[between].when.find(foreign), std::string::npos)
              << pipeline.name << ": " << pipeline.stages[sender].name << " leads through "
              << pipeline.stages[between].name;
        }
      }
    }
  }
}

bool Writes(const Stage& stage) {
  const auto role = stage.role.empty() ? std::nullopt : FindBuiltinRole(stage.role);
  return role && role->writes;
}

bool ReviewsCode(const Stage& stage) {
  return !stage.verdict.empty() && std::ranges::find(stage.sees, "diff") != stage.sees.end();
}

bool Verifies(const Stage& stage) {
  return stage.kind == StageKind::kCheck && stage.mode == CheckMode::kBlocking && !stage.commands.empty();
}

// Work goes forward through the stages in their order, so what a stage writes is judged if a stage behind it judges.
template <typename Judges>
std::vector<std::string> WrittenUnjudged(const Pipeline& pipeline, const Judges& judges) {
  std::vector<std::string> unjudged;
  for (const Stage& stage : pipeline.stages) {
    if (Writes(stage)) unjudged.push_back(stage.name);
    if (judges(stage)) unjudged.clear();
  }
  return unjudged;
}

// Whether another preset takes its steps through it: then it is judged with that one.
bool IsForSteps(const std::string& pipeline) {
  return std::ranges::any_of(PresetNames(PresetKind::kPipeline), [&](const std::string& name) {
    return std::ranges::any_of(Resolve(name, BuiltinLibrary()).set.pipelines[0].stages, [&](const Stage& stage) {
      return stage.pipeline == pipeline && stage.over == Over::kSteps;
    });
  });
}

// Nothing in it writes: there is no work to prove.
bool OnlyReads(const Pipeline& pipeline) {
  const bool agents = std::ranges::all_of(pipeline.stages, [](const Stage& stage) { return !stage.role.empty(); });
  return agents && std::ranges::none_of(pipeline.stages, Writes);
}

TEST_P(EveryPreset, LetsNothingBeWrittenBehindItsLastReview) {
  if (IsForSteps(GetParam())) return;
  const PipelineSet set = Resolve(GetParam(), BuiltinLibrary()).set;
  const auto reviewed = [](const Pipeline& pipeline) { return std::ranges::any_of(pipeline.stages, ReviewsCode); };
  for (const Pipeline& pipeline : set.pipelines) {
    // What a step writes, the review of the whole sees too.
    const bool covered = &pipeline != set.pipelines.data() && reviewed(set.pipelines[0]);
    if (covered || !reviewed(pipeline)) continue;
    EXPECT_EQ(WrittenUnjudged(pipeline, ReviewsCode), std::vector<std::string>()) << pipeline.name;
  }
}

TEST_P(EveryPreset, RunsTheVerifyCommandsOnAllThatItCommits) {
  for (const Pipeline& pipeline : Resolve(GetParam(), BuiltinLibrary()).set.pipelines) {
    EXPECT_EQ(OnlyReads(pipeline), pipeline.name == "look");
    if (OnlyReads(pipeline)) continue;
    EXPECT_TRUE(std::ranges::any_of(pipeline.stages, Verifies)) << pipeline.name;
    EXPECT_EQ(WrittenUnjudged(pipeline, Verifies), std::vector<std::string>()) << pipeline.name;
  }
}

// Steps are proved by commands of their own; what lands is proved by the project's too.
TEST_P(EveryPreset, RunsTheProjectsCommandsBeforeTheWorkAndOnTheResult) {
  const Pipeline pipeline = Resolve(GetParam(), BuiltinLibrary()).set.pipelines[0];
  if (IsForSteps(GetParam()) || OnlyReads(pipeline)) return;
  bool before = false, after = false;
  for (const Stage& stage : pipeline.stages) {
    if (std::ranges::find(stage.commands, "project") == stage.commands.end()) continue;
    before = before || (stage.mode == CheckMode::kBaseline && stage.when.empty());
    after = after || stage.mode == CheckMode::kBlocking;
  }
  EXPECT_TRUE(before && after) << before << after;
}

TEST_P(EveryPreset, AsksNobodyAboutTheFormOfAPlanInAnUnattendedRun) {
  for (const Pipeline& pipeline : Resolve(GetParam(), BuiltinLibrary()).set.pipelines) {
    for (const Stage& stage : pipeline.stages) {
      if (std::ranges::find(stage.checks, "structure") == stage.checks.end()) continue;
      EXPECT_EQ(stage.unattended, Unattended::kStop) << pipeline.name << "/" << stage.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, EveryPreset, testing::ValuesIn(PresetNames(PresetKind::kPipeline)),
                         [](const auto& preset) {
                           std::string name = preset.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Presets, HoldAllTheWorkflows) {
  const std::vector<std::string> names = PresetNames(PresetKind::kPipeline);
  for (const char* wanted : {"bug", "draft-audit", "forge", "forge-step", "gated", "milestone", "modules", "program",
                             "quick", "slice", "sprint", "task", "task-unit"}) {
    EXPECT_NE(std::ranges::find(names, wanted), names.end()) << wanted;
  }
}

TEST(Presets, UseEveryKindOfStageAndEveryAggregateButCollect) {
  std::set<StageKind> kinds;
  std::set<Aggregate> aggregates;
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) {
    const PipelineSet set = Resolve(name, BuiltinLibrary()).set;
    for (const Stage& stage : set.pipelines[0].stages) {
      kinds.insert(stage.kind);
      if (stage.kind == StageKind::kPanel) aggregates.insert(stage.aggregate);
    }
  }
  EXPECT_EQ(kinds.size(), 7U);
  EXPECT_EQ(aggregates,
            (std::set{Aggregate::kAllPass, Aggregate::kLenses, Aggregate::kDialectic, Aggregate::kCompare}));
}

TEST(Presets, BindEveryApprovalOfAPlanToThatPlan) {
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) {
    const PipelineSet set = Resolve(name, BuiltinLibrary()).set;
    for (const Stage& stage : set.pipelines[0].stages) {
      if (stage.kind != StageKind::kAsk || stage.name != "approve") continue;
      EXPECT_EQ(stage.shows, "plan") << name;
    }
  }
}

// Who merged last is not at fault when the steps do not fit each other.
TEST(Presets, SendABrokenContractToThePlannerWhereThereIsOne) {
  int planners = 0;
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) {
    const std::vector<Stage> stages = Resolve(name, BuiltinLibrary()).set.pipelines[0].stages;
    const auto each = std::ranges::find(stages, StageKind::kEach, &Stage::kind);
    const bool planned = std::ranges::any_of(stages, [](const Stage& stage) { return stage.produces == "plan"; });
    if (!planned || each == stages.end()) continue;
    ++planners;
    const auto contracts =
        std::find_if(each, stages.end(), [](const Stage& stage) { return stage.name == "contracts"; });
    ASSERT_NE(contracts, stages.end()) << name;
    ASSERT_GE(contracts->revision_index, 0) << name;
    EXPECT_EQ(stages[static_cast<std::size_t>(contracts->revision_index)].produces, "plan") << name;
    const bool named = std::ranges::count(contracts->checks, "contracts") > 0;
    EXPECT_TRUE(named || !contracts->commands.empty()) << name;
  }
  EXPECT_EQ(planners, 8);
}

// The first check is about the steps alone, so that what a repair or the documents break is not the planner's fault;
// and the last one is about all that ships.
TEST(Presets, RunContractsRightAfterTheStepsAndAfterEveryOtherChange) {
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) {
    const std::vector<Stage> stages = Resolve(name, BuiltinLibrary()).set.pipelines[0].stages;
    const auto each = std::ranges::find(stages, StageKind::kEach, &Stage::kind);
    if (each == stages.end()) continue;
    const auto contracts = std::ranges::find(stages, "contracts", &Stage::name);
    if (contracts != stages.end()) {
      EXPECT_EQ(contracts - each, 1) << name;
    }
    std::string unproved;
    for (auto stage = each; stage != stages.end(); ++stage) {
      const bool writes = stage->kind == StageKind::kAgent && stage->produces.empty() && stage->verdict.empty();
      const bool runs_them = stage->mode == CheckMode::kBlocking && !stage->commands.empty();
      if (writes) unproved = stage->name;
      if (stage->kind == StageKind::kCheck && runs_them) unproved.clear();
    }
    EXPECT_EQ(unproved, "") << name;
  }
}

// What a person asked for is no fault, whoever looks at the work; of what other reviewers said a lens sees nothing.
TEST(Presets, ShowLensesWhatPeopleDecidedAndWhatWasRuledOut) {
  int lenses = 0;
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) {
    const PipelineSet set = Resolve(name, BuiltinLibrary()).set;
    for (const Stage& stage : set.pipelines[0].stages) {
      if (stage.aggregate != Aggregate::kLenses) continue;
      ++lenses;
      EXPECT_EQ(stage.sees, (std::vector<std::string>{"objective", "scope", "diff-without-tests", "checks", "answers"}))
          << name;
      for (const Member& member : stage.members) EXPECT_TRUE(member.sees.empty()) << name;
    }
  }
  EXPECT_EQ(lenses, 2);
}

TEST(Presets, StackTheSecondOpinionOnTwoBlindReviews) {
  const PipelineSet set = Resolve("gated", BuiltinLibrary()).set;
  const Stage* review = set.pipelines[0].Find("review");
  ASSERT_NE(review, nullptr);
  ASSERT_EQ(review->members.size(), 3U);
  EXPECT_TRUE(review->members[0].after.empty());
  EXPECT_TRUE(review->members[1].after.empty());
  EXPECT_EQ(review->members[2].after, (std::vector<std::string>{"skeptic", "integration"}));
  for (const Member& member : review->members) {
    EXPECT_EQ(member.sees, (std::vector<std::string>{"objective", "plan", "baseline"}));
  }
}

TEST(Presets, PutOnlyStepPipelinesIntoTheSet) {
  const PipelineSet milestone = Resolve("milestone", BuiltinLibrary()).set;
  EXPECT_EQ(milestone.pipelines.size(), 1U) << "slices are runs of their own";
  EXPECT_EQ(milestone.pipelines[0].Find("slices")->pipeline_index, -1);
  const PipelineSet slice = Resolve("slice", BuiltinLibrary()).set;
  ASSERT_EQ(slice.pipelines.size(), 2U);
  EXPECT_EQ(slice.pipelines[1].name, "task-unit");
  EXPECT_EQ(slice.pipelines[1].origin, "built-in");
}

// A stage that must end in a result block needs a role that says what is in it. Of a review the engine knows it.
TEST(Presets, AskForResultBlocksOnlyOfRolesThatHaveOne) {
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) {
    const PipelineSet set = Resolve(name, BuiltinLibrary()).set;
    for (const Stage& stage : set.pipelines[0].stages) {
      if (!stage.result || !stage.verdict.empty()) continue;
      std::vector<std::string> roles;
      if (stage.members.empty()) roles.push_back(stage.role);
      for (const Member& member : stage.members) roles.push_back(member.role);
      for (const std::string& who : roles) {
        const auto role = FindBuiltinRole(who);
        ASSERT_TRUE(role) << name << ": " << stage.name;
        EXPECT_TRUE(role->result_schema.is_object()) << name << ": " << stage.name << " by " << who;
      }
    }
  }
}

TEST(Presets, UseEveryRole) {
  std::set<std::string> played;
  for (const std::string& name : PresetNames(PresetKind::kPipeline)) {
    const PipelineSet set = Resolve(name, BuiltinLibrary()).set;
    for (const Stage& stage : set.pipelines[0].stages) {
      played.insert(stage.role);
      for (const Member& member : stage.members) played.insert(member.role);
    }
  }
  for (const std::string& role : BuiltinRoleNames()) EXPECT_TRUE(played.contains(role)) << role;
}

}  // namespace
}  // namespace forge
