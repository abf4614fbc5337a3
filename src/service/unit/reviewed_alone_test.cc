#include "service/unit/reviewed_alone.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

State RunOf(const std::string& size, const std::string& when) {
  State state;
  state.start.size = size;
  state.start.small_plan = 3;
  Stage build;
  build.name = "build";
  build.kind = StageKind::kEach;
  build.pipeline_index = 1;
  build.folds_reviews = {"standard"};
  build.folds_medium = {"complex"};
  Stage review;
  review.name = "review";
  review.verdict = "REVIEW.md";
  review.when = when;
  Pipeline whole, step;
  whole.stages = {build};
  step.stages = {review};
  state.start.pipelines.pipelines = {whole, step};
  return state;
}

constexpr const char* kOfForge =
    "forbid step.complexity == simple\nforbid run.small_plan == true\nforbid step.folded == true";

TEST(ReviewedAlone, IsFoundByTheConditionsOfTheRunsOwnPipelines) {
  EXPECT_EQ(
      ReviewedAlone(RunOf("standard", kOfForge)),
      "simple: not reviewed alone; medium: reviewed alone only in a plan of more than 3 steps, or with a complex one");
  EXPECT_EQ(ReviewedAlone(RunOf("complex", kOfForge)),
            "simple: not reviewed alone; medium: reviewed alone only in a plan of more than 8 steps");
  EXPECT_EQ(ReviewedAlone(RunOf("complex", "forbid run.one_step == true")),
            "a step is reviewed alone only in a plan of more than 1 step");
  EXPECT_EQ(ReviewedAlone(RunOf("complex", "")), "");
  EXPECT_EQ(ReviewedAlone(RunOf("complex", "forbid run.size == complex")), "no step is reviewed alone");
}

TEST(ReviewedAlone, SaysNothingWhereNoStepIsDoneHere) { EXPECT_EQ(ReviewedAlone(State()), ""); }

}  // namespace
}  // namespace forge
