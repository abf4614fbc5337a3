#include "service/parent_page.h"

#include <gtest/gtest.h>

#include "engine/state.h"
#include "service/unit/job.h"

namespace forge {
namespace {

TEST(ParentPage, TellsWhichStepOfWhichPlanTheRunDoesAndHowItIsProved) {
  State parent;
  parent.start.objective = "Add notes in two slices\nand more";
  parent.plan.emplace();
  parent.plan->steps.resize(2);
  parent.plan->steps[0].id = {"s1"};
  parent.plan->steps[0].title = "the greetings";
  parent.plan->steps[1].id = {"s2"};
  parent.plan->steps[1].title = "the farewells";
  parent.plan->steps[1].what = "write them";
  parent.plan->steps[1].verify = {"test -s b.txt"};
  parent.plan->steps[1].done_when = "b.txt is there";
  parent.steps.resize(2);
  parent.steps[0].status = StepStatus::kDone;
  Job job;
  job.run = RunId{7};
  job.step = parent.plan->steps[1];
  EXPECT_EQ(ParentPage(parent, job),
            "Run 7 does this in 2 steps: Add notes in two slices\n"
            "This run does step 2 of 2. The others, which are not its work:\n"
            "- s1: the greetings (done)\n"
            "Run 7 proves the result by this step of its plan:\n\n"
            "### Step s2: the farewells\n\n"
            "**Verify:** `test -s b.txt`\n\n"
            "**Done when:** b.txt is there\n");
}

TEST(ParentPage, DocumentsAreCutAndEmptyOnesLeftOut) {
  EXPECT_EQ(ParentDocuments({{"CONTEXT.md", "decided\n"}, {"RESEARCH.md", " "}, {"step s1: x", "done"}}),
            "--- CONTEXT.md ---\ndecided\n\n--- step s1: x ---\ndone\n");
  EXPECT_LT(ParentDocuments({{"CONTEXT.md", std::string(100'000, 'x')}}).size(), 7000U);
}

}  // namespace
}  // namespace forge
