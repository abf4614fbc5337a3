#include "service/parent_page.h"

#include <gtest/gtest.h>

#include "engine/state.h"
#include "service/unit/job.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

TEST(ParentPage, TellsWhichStepOfWhichPlanTheRunDoesAndHowItIsProved) {
  State parent;
  parent.start.objective = "Add notes in two slices\nNo note is longer than a line.";
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
  EXPECT_EQ(ParentPage(parent, job, {}),
            "Run 7 does this in 2 steps:\n\nAdd notes in two slices\nNo note is longer than a line.\n\n"
            "This run does step 2 of 2. The others, which are not its work:\n"
            "- s1: the greetings (done)\n"
            "Run 7 proves the result by this step of its plan:\n\n"
            "### Step s2: the farewells\n\n"
            "**Verify:** `test -s b.txt`\n\n"
            "**Done when:** b.txt is there\n");
}

TEST(ParentPage, HasWhatWasDecidedForAllSteps) {
  State parent;
  parent.start.objective = "Add notes";
  parent.plan.emplace();
  parent.plan->steps.resize(1);
  parent.plan->steps[0].id = {"s1"};
  parent.plan->steps[0].title = "the greetings";
  Job job;
  job.run = RunId{7};
  job.step = parent.plan->steps[0];
  ParentDecisions decided;
  decided.plan =
      "# Plan: Notes\n\n## Objective\n\nAdd notes.\n\n## Scope\n\nOnly ASCII letters.\n\n## Risks\n\n- Tabs. "
      "Mitigation: none.\n\n## Steps\n\n### Step s1: the greetings\n\n**Verify:** `false`\n";
  decided.briefs = {
      {"CONTEXT.md", std::string(10'000, 'a') + "\nA note never has a tab.\n" + std::string(5'000, 'b'), true}};
  PersonsWord asked{"approve", "Is this the roadmap?", "yes", "use capital letters"};
  PersonsWord chosen{"triage", "Keep it?", "keep", ""};
  chosen.choice = true;
  decided.words = {asked, chosen};
  const std::string page = ParentPage(parent, job, decided);
  const auto has = [&](std::string_view text) { return page.find(text) != std::string::npos; };
  EXPECT_TRUE(
      has("What a person said in run 7 stands for this run too:\n- approve: Is this the roadmap?\n  yes\n  use "
          "capital letters\n"))
      << page;
  EXPECT_FALSE(has("Keep it?")) << "which way the run above takes is its own affair";
  EXPECT_TRUE(has("What else the plan of run 7 says about the work:\n\n## Scope\n\nOnly ASCII letters.\n\n## Risks\n"))
      << page;
  EXPECT_TRUE(has("`CONTEXT.md` of run 7, which a person approved: it belongs to the objective:\n\naaa"));
  EXPECT_TRUE(has("A note never has a tab.")) << "what was approved is not cut in its middle";
  EXPECT_FALSE(has("left out"));
  decided.briefs[0].text = std::string(100'000, 'x');
  EXPECT_NE(ParentPage(parent, job, decided).find("bytes left out"), std::string::npos);
  decided.briefs.clear();
  decided.remarks = std::string(100'000, 'x');
  EXPECT_NE(ParentPage(parent, job, decided).find("bytes left out"), std::string::npos);
}

TEST(ParentPage, WhoAuditsIsToldWhatTheStepsWereToDo) {
  const char* const plan =
      "# Plan: Notes\n\n## Changes\n\n- `a.txt`: says one\n\n## Steps\n\n### Step s1: the note\n\n**Do:** write one "
      "line\n"
      "**Writes:** `a.txt`\n**Verify:** `test -s a.txt`\n\n### Step check: look\n\n**Do:** compare\n**Kind:** audit\n"
      "**Depends:** s1\n";
  State parent;
  parent.plan.emplace();
  parent.plan->steps = ParsePlan(plan).steps;
  Job job;
  job.run = RunId{7};
  ParentDecisions decided;
  decided.plan = plan;
  job.step = parent.plan->steps[1];
  const std::string audit = ParentPage(parent, job, decided);
  for (const char* told : {"## Changes\n\n- `a.txt`: says one\n", "**Do:** write one line\n", "`test -s a.txt`"})
    EXPECT_TRUE(audit.contains(told)) << told << " in\n" << audit;
  EXPECT_FALSE(audit.contains("**Do:** compare")) << "which is its objective";
  job.step = parent.plan->steps[0];
  EXPECT_FALSE(ParentPage(parent, job, decided).contains("## Steps"));
}

TEST(ParentPage, AReviewIsShownAsFindingsAndADebateByItsLastWord) {
  Stage review;
  const std::string said =
      "I read it.\n\n**Verdict:** Approved\n\n```json\n{\"objections\": [{\"id\": \"R1\", \"title\": \"the lock\", "
      "\"severity\": \"medium\"}]}\n```\n";
  EXPECT_EQ(ReviewOfChild(review, {{"", said}}), "**Verdict:** Approved\n\n- R1, medium: the lock\n");
  review.aggregate = Aggregate::kDialectic;
  const std::string last =
      "z\n\n**Verdict:** Approved\n\n```json\n{\"objections\": [{\"id\": \"R1\", \"title\": \"the lock\", "
      "\"severity\": \"medium\", \"position\": \"withdrawn\"}]}\n```\n";
  EXPECT_EQ(ReviewOfChild(review, {{"challenge", said}, {"defence", "No."}, {"rebuttal", last}}),
            "defence:\nNo.\nrebuttal:\n**Verdict:** Approved\n\n- R1, medium: the lock\n  withdrawn\n");
  EXPECT_EQ(ReviewOfChild(review, {{"challenge", said}, {"defence", ""}, {"rebuttal", ""}}),
            "challenge:\n**Verdict:** Approved\n\n- R1, medium: the lock\n");
  // What became of it is enough in a rebuttal.
  const std::string number =
      "**Verdict:** Approved\n\n```json\n{\"objections\": [{\"id\": \"R1\", \"position\": \"kept\"}]}\n```\n";
  EXPECT_EQ(ReviewOfChild(review, {{"challenge", said}, {"defence", "No."}, {"rebuttal", number}}),
            "challenge:\n**Verdict:** Approved\n\n- R1, medium: the lock\n\ndefence:\nNo.\nrebuttal:\n**Verdict:** "
            "Approved\n\n- R1: (no description)\n  kept\n");
}

TEST(ParentPage, ADocumentFromBeforeTheStepsSaysSoWhenOneIsDone) {
  State parent;
  Pipeline& pipeline = parent.start.pipelines.pipelines.emplace_back();
  pipeline.stages.resize(3);
  pipeline.stages[0].name = "research";
  pipeline.stages[0].produces = "RESEARCH.md";
  pipeline.stages[1].name = "slices";
  pipeline.stages[1].kind = StageKind::kEach;
  pipeline.stages[2].name = "digest";
  pipeline.stages[2].produces = "OPEN.md";
  EXPECT_EQ(ParentDocumentName(parent, pipeline.stages[0], RunId{7}, false), "RESEARCH.md of run 7");
  EXPECT_EQ(ParentDocumentName(parent, pipeline.stages[0], RunId{7}, true),
            "RESEARCH.md of run 7, from before any step: the code has changed since");
  EXPECT_EQ(ParentDocumentName(parent, pipeline.stages[2], RunId{7}, true), "OPEN.md of run 7");
}

State FourSteps() {
  State parent;
  parent.plan.emplace();
  parent.plan->steps.resize(4);
  parent.steps.resize(4);
  for (int i = 0; i < 4; ++i) {
    parent.plan->steps[static_cast<std::size_t>(i)].id = {"s" + std::to_string(i + 1)};
    parent.plan->steps[static_cast<std::size_t>(i)].title = "part " + std::to_string(i + 1);
  }
  parent.plan->steps[3].depends = {{"s1"}};
  return parent;
}

TEST(ParentPage, TheRoadmapRanksTheStepsThatTheStepIsJoinedTo) {
  State parent = FourSteps();
  parent.steps[0].status = StepStatus::kDone;
  parent.plan->steps[0].extra = Json::MakeObject().Set("risk", "High");
  parent.plan->steps[0].writes = {"a.c", "a.h"};
  parent.plan->steps[0].done_when = "a reads";
  parent.plan->steps[0].what = "read it";
  const std::vector<RankedText> roadmap = RoadmapAround(parent, {"s4"});
  ASSERT_EQ(roadmap.size(), 3U) << "the step itself stands in `parent`";
  EXPECT_EQ(roadmap[0].name, "step s1: part 1 (done, risk high)");
  EXPECT_EQ(roadmap[0].text, "read it\nWrites: a.c, a.h\nDone when: a reads\n");
  EXPECT_EQ(roadmap[1].name, "step s3: part 3 (to come)");
  EXPECT_EQ(roadmap[2].name, "step s2: part 2 (to come)");
  EXPECT_LT(roadmap[0].place, roadmap[2].place) << "shown in the order of the plan";
  EXPECT_EQ(RoadmapAround(parent, {"s1"})[0].name, "step s4: part 4 (to come, depends on s1)");
}

TEST(ParentPage, WhatStepsLeftIsRankedByDependencyAndThenTheNewest) {
  const State parent = FourSteps();
  const std::vector<RankedText> earlier =
      EarlierAround(parent, {"s4"}, {{{"s2"}, "old"}, {{"s1"}, "needed"}, {{"s3"}, "new"}});
  ASSERT_EQ(earlier.size(), 3U);
  EXPECT_EQ(earlier[0].name, "step s1: part 1, on which this step depends");
  EXPECT_EQ(earlier[1].text, "new");
  EXPECT_EQ(earlier[2].text, "old");
}

TEST(ParentPage, ARunBelowARunBelowARunIsToldOfBoth) {
  State parent = FourSteps();
  parent.start.objective = "The middle";
  Job job;
  job.run = RunId{7};
  job.step = parent.plan->steps[0];
  ParentDecisions decided;
  decided.above = "Run 5 does this in 3 steps: The whole\n" + std::string(9000, 'x');
  const std::string page = ParentPage(parent, job, decided);
  EXPECT_NE(
      page.find("Run 7 is itself a part of something larger, of which it was told:\n\nRun 5 does this in 3 steps"),
      std::string::npos)
      << page;
  EXPECT_NE(page.find("bytes left out"), std::string::npos);
}

}  // namespace
}  // namespace forge
