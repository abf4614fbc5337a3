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

TEST(ParentPage, DocumentsAreCutAndEmptyOnesLeftOut) {
  EXPECT_EQ(ParentDocuments({{"CONTEXT.md", "decided\n"}, {"RESEARCH.md", " "}, {"step s1: x", "done"}}),
            "--- CONTEXT.md ---\ndecided\n\n--- step s1: x ---\ndone\n");
  EXPECT_LT(ParentDocuments({{"CONTEXT.md", std::string(100'000, 'x')}}).size(), 7000U);
  EXPECT_GT(ParentDocuments({{"the diff", std::string(100'000, 'x'), true}}).size(), 100'000U);
}

}  // namespace
}  // namespace forge
