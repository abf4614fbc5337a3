#include "service/plan/plans.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "base/strings.h"
#include "graph/graph.h"
#include "os/files/files.h"
#include "service/plan/plan_mirror.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

class PlansTest : public ::testing::Test {
 protected:
  PlansTest() : root_(MakeTempDirectory("forge-plans").value()) {
    project_.root = root_;
    project_.forge = root_ + "/.forge";
    project_.state = root_ + "/.forge/state";
  }
  ~PlansTest() override { (void)RemoveTree(root_); }

  PlanEntry MustCreate(const std::string& title) {
    NewPlan plan;
    plan.title = title;
    plan.date = "2031-05-04";
    return Plans(project_).Create(plan).value();
  }

  std::string root_;
  Project project_;
};

TEST_F(PlansTest, AreFoundByEverythingPeopleCallThem) {
  NewPlan plan;
  plan.title = "Count words faster";
  plan.task = "T-9";
  plan.date = "2031-05-04";
  const Plans plans(project_);
  const PlanEntry made = plans.Create(plan).value();
  EXPECT_EQ(made.path, ".forge/plans/plan-001-count-words-faster.md");
  EXPECT_EQ(made.status(), PlanStatus::kDraft);
  for (const char* name :
       {"1", "001", "plan-1", "plan-001", "run-1", "Plan-1", "PLAN-001", "count-words-faster", "Count-Words-Faster",
        "T-9", "t-9", "plan-001-count-words-faster.md", ".forge/plans/plan-001-count-words-faster.md"}) {
    auto found = plans.Find(name);
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(found->path, made.path);
    EXPECT_EQ(found->title, "Count words faster");
  }
  for (const char* name : {"2", "", "words", "plan-", "T-", "../plan-001-count-words-faster"}) {
    EXPECT_FALSE(plans.Find(name)) << name;
  }
}

TEST_F(PlansTest, AnIdIsNeverHiddenByASlug) {
  const Plans plans(project_);
  const PlanEntry first = MustCreate("Greet people");
  for (const char* title : {"1", "plan-001?", "run-1", "Plan-001: be nice"}) {
    const PlanEntry made = MustCreate(title);
    EXPECT_TRUE(PlanSlug(made.path).starts_with("about-")) << made.path;
    EXPECT_EQ(plans.Find(PlanSlug(made.path)).value().path, made.path);
  }
  // As an earlier Forge named them.
  ASSERT_TRUE(WriteFileAtomic(plans.directory() + "/plan-017-1.md", "# one\n"));
  ASSERT_TRUE(WriteFileAtomic(plans.directory() + "/plan-018-plan-001.md", "# two\n"));
  ASSERT_TRUE(WriteFileAtomic(plans.directory() + "/plan-019-99.md", "# three\n"));
  for (const char* name : {"1", "001", "plan-1", "plan-001", "PLAN-001", "run-1"})
    EXPECT_EQ(plans.Find(name).value().path, first.path) << name;
  EXPECT_EQ(plans.Find("99").error().code, Code::kNotFound);
  EXPECT_EQ(plans.Find("plan-018-plan-001").value().number, 18);
}

TEST_F(PlansTest, TwoOfOneSlugAreToldAndNeitherIsChosen) {
  MustCreate("Greet people");
  MustCreate("Greet people");
  const auto found = Plans(project_).Find("greet-people");
  EXPECT_EQ(found.error().code, Code::kConflict);
  EXPECT_TRUE(found.error().message.starts_with("two plans are called greet-people: ")) << found.error().message;
}

TEST_F(PlansTest, AnExactNameComesBeforeOneInAnotherCase) {
  const Plans plans(project_);
  NewPlan plan;
  plan.title = "one";
  plan.task = "ab-1";
  plans.Create(plan).value();
  plan.title = "two";
  plan.task = "AB-1";
  plans.Create(plan).value();
  EXPECT_EQ(plans.Find("AB-1").value().title, "two");
  EXPECT_EQ(plans.Find("ab-1").value().title, "one");
  EXPECT_EQ(plans.Find("Ab-1").value().title, "one") << "the first in any case";
  const std::string folder = root_ + "/.forge/plans/";
  ASSERT_TRUE(WriteFileAtomic(folder + "plan-003-fix.md", "# Plan: three\n\n**Task:** Two\n"));
  ASSERT_TRUE(WriteFileAtomic(folder + "plan-004-Fix.md", "# Plan: four\n"));
  EXPECT_EQ(plans.Find("fix").value().title, "three");
  EXPECT_EQ(plans.Find("Fix").value().title, "four");
  EXPECT_EQ(plans.Find("plan-004-Fix").value().title, "four");
  EXPECT_EQ(plans.Find("Two").value().title, "three") << "its task is called so";
  EXPECT_EQ(plans.Find("TWO").value().title, "two");
  EXPECT_FALSE(plans.Find("FIX")) << "two plans, and neither is called exactly so";
}

TEST_F(PlansTest, FiftyMadeAtOnceHaveFiftyNumbers) {
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 50; ++i) threads.emplace_back([&, i] { MustCreate("plan " + std::to_string(i % 3)); });
  }
  std::set<std::int64_t> numbers;
  const auto listing = Plans(project_).List().value();
  for (const PlanEntry& plan : listing.plans) numbers.insert(plan.number);
  EXPECT_EQ(numbers.size(), 50U);
  EXPECT_EQ(*numbers.rbegin(), 50);
}

TEST_F(PlansTest, TwoWithOneNumberAreNamedAndNeitherIsChosen) {
  MustCreate("one");
  ASSERT_TRUE(WriteFileAtomic(root_ + "/.forge/plans/plan-001-other.md", "# Plan: other\n"));
  const auto listing = Plans(project_).List().value();
  ASSERT_EQ(listing.problems.size(), 1U);
  EXPECT_NE(listing.problems[0].find("two plans have the id plan-001"), std::string::npos);
  EXPECT_EQ(Plans(project_).Find("1").error().code, Code::kConflict);
  EXPECT_TRUE(Plans(project_).Find("other")) << "its slug is still its own";
}

TEST_F(PlansTest, NumbersGoOnBehindRunsAndAreListedInOrder) {
  NewPlan plan;
  plan.title = "late";
  plan.number_after = 998;
  const Plans plans(project_);
  EXPECT_EQ(plans.Create(plan).value().id, "plan-999");
  EXPECT_EQ(plans.Create(plan).value().id, "plan-1000");
  const auto listing = plans.List().value();
  ASSERT_EQ(listing.plans.size(), 2U);
  EXPECT_EQ(listing.plans[1].number, 1000) << "by number, not by letters";
}

TEST_F(PlansTest, TheProjectsTemplateIsUsedAndItsWordsReplacedOnce) {
  ASSERT_TRUE(MakeDirectories(root_ + "/workspace/plans"));
  ASSERT_TRUE(WriteFileAtomic(root_ + "/workspace/plans/.plan-template.md",
                              "# Plan: {{TITLE}}\n\n**ID:** {{PLAN_ID}}\n**Status:** DRAFT | REVIEW\n\n## Ours\n"));
  const PlanEntry plan = MustCreate("say {{PLAN_ID}} and $&");
  EXPECT_EQ(Plans(project_).Read(plan).value(),
            "# Plan: say {{PLAN_ID}} and $&\n\n**ID:** plan-001\n**Status:** DRAFT\n\n## Ours\n");
}

TEST_F(PlansTest, AContextIsAppendedAndIsNoPartOfTheName) {
  NewPlan plan;
  plan.title = "short\nand more";
  plan.context = "what was said before";
  const PlanEntry made = Plans(project_).Create(plan).value();
  EXPECT_EQ(made.path, ".forge/plans/plan-001-short.md");
  EXPECT_TRUE(Plans(project_).Read(made).value().ends_with("\n\n## Context\n\nwhat was said before\n"));
}

TEST_F(PlansTest, TheListSaysWhatTheWholeDocumentSays) {
  const PlanEntry plan = MustCreate("one");
  const PlanDocument document = ParsePlan(Plans(project_).Read(plan).value());
  EXPECT_EQ(plan.title, document.title);
  EXPECT_EQ(plan.header, document.header);
}

TEST_F(PlansTest, AMissingPlanStopsARunButNotItsAbandonment) {
  State state;
  state.plan = PlanRef{"h", ".forge/plans/plan-001-gone.md", {}};
  EXPECT_EQ(PlanMirror(project_).Show(state).error().code, Code::kNotFound);
  for (RunStatus status : {RunStatus::kAbandoned, RunStatus::kCancelled, RunStatus::kParked, RunStatus::kPaused}) {
    state.status = status;
    EXPECT_TRUE(PlanMirror(project_).Show(state)) << Name(status);
  }
}

TEST_F(PlansTest, WhatAPersonChangesAfterItWasShownIsShownAgain) {
  const PlanEntry plan = MustCreate("one");
  ASSERT_TRUE(Plans(project_).Edit(plan, [](const std::string&) -> Result<std::string> {
    return "# Plan: one\n\n**Status:** DRAFT\n\n## Steps\n\n### Step a: first\n- Do: it\n";
  }));
  const PlanDocument document = ParsePlan(Plans(project_).Read(plan).value());
  State state;
  state.plan = PlanRef{document.hash, plan.path, document.steps};
  state.graph = BuildGraph(document.steps);
  state.steps.resize(1);
  state.steps[0].status = StepStatus::kDone;
  PlanMirror mirror(project_);
  ASSERT_TRUE(mirror.Show(state));
  const std::string shown = Plans(project_).Read(plan).value();
  EXPECT_EQ(ParsePlan(shown).step_states, std::vector<std::string>{"done"});
  ASSERT_TRUE(mirror.Show(state));
  EXPECT_EQ(Plans(project_).Read(plan).value(), shown);
  ASSERT_TRUE(Plans(project_).Edit(plan, [](const std::string& text) -> Result<std::string> {
    return ReplaceAll(text, "**State:** done", "**State:** pending");
  }));
  ASSERT_TRUE(mirror.Show(state));
  EXPECT_EQ(Plans(project_).Read(plan).value(), shown);
  state.steps[0].status = StepStatus::kFailed;
  ASSERT_TRUE(mirror.Show(state));
  EXPECT_EQ(ParsePlan(Plans(project_).Read(plan).value()).step_states, std::vector<std::string>{"failed"});
}

TEST_F(PlansTest, WhatWasApprovedByAnAnswerIsKeptAsApproved) {
  const PlanEntry plan = MustCreate("one");
  const PlanDocument document = ParsePlan(Plans(project_).Read(plan).value());
  State state;
  state.plan = PlanRef{document.hash, plan.path, document.steps};
  ASSERT_TRUE(PlanMirror(project_).Show(state));
  EXPECT_FALSE(Plans(project_).FindApproved(plan.number).value()) << "nobody has approved it";
  state.approval_seen = true;
  state.approved_hash = "other";
  ASSERT_TRUE(PlanMirror(project_).Show(state));
  EXPECT_FALSE(Plans(project_).FindApproved(plan.number).value()) << "another text was approved";
  state.approved_hash = document.hash;
  Question& asked = state.questions[QuestionId{1}];
  asked.shows = "plan";
  asked.hash = document.hash;
  asked.status = QuestionStatus::kAnswered;
  asked.by = "policy";
  ASSERT_TRUE(PlanMirror(project_).Show(state));
  EXPECT_FALSE(Plans(project_).FindApproved(plan.number).value()) << "the pipeline answered, and no person";
  asked.by = "ada";
  PlanMirror mirror(project_);
  ASSERT_TRUE(mirror.Show(state));
  auto kept = Plans(project_).FindApproved(plan.number).value();
  ASSERT_TRUE(kept);
  EXPECT_EQ(ParsePlan(*kept).hash, document.hash);
  // What a person edits is not approved with it.
  ASSERT_TRUE(Plans(project_).Edit(
      plan, [](const std::string& text) -> Result<std::string> { return text + "\n## Risks\n\nMany.\n"; }));
  ASSERT_TRUE(PlanMirror(project_).Show(state));
  kept = Plans(project_).FindApproved(plan.number).value();
  ASSERT_TRUE(kept);
  EXPECT_EQ(ParsePlan(*kept).hash, document.hash);
}

TEST_F(PlansTest, AfterAnUpgradeADoneStepThatWasLeftAloneIsNotDoneAgain) {
  const PlanEntry plan = MustCreate("one");
  const std::string text =
      "# Plan: one\n\n## Steps\n\n### Step a: first\n- Do: it\n\n### Step b: second\n- Do: that\n\n### Step c: "
      "third\n- "
      "Do: more\n";
  ASSERT_TRUE(Plans(project_).Edit(plan, [&](const std::string&) -> Result<std::string> { return text; }));
  const PlanDocument document = ParsePlan(text);
  State state;
  state.plan = PlanRef{document.hash, plan.path, document.steps};
  state.graph = BuildGraph(document.steps);
  state.steps.resize(3);
  for (StepState& step : state.steps) step.status = StepStatus::kDone;
  state.steps[2].status = StepStatus::kPending;
  ASSERT_TRUE(PlanMirror(project_).Show(state));
  const auto kept = Plans(project_).FindTaken(plan.path, document.hash).value();
  ASSERT_TRUE(kept);
  EXPECT_FALSE(Plans(project_).FindTaken(plan.path, "other").value());
  // As if an older Forge had read the steps otherwise.
  for (StepSpec& step : state.plan->steps) step.what = "as it was read then";
  PlanRef edited{"new", plan.path, ParsePlan(ReplaceAll(text, "that", "that too")).steps};
  KeepSettledSteps(state, *kept, edited);
  EXPECT_EQ(edited.steps[0].what, "as it was read then");
  EXPECT_EQ(edited.steps[1].what, "that too");
  EXPECT_EQ(edited.steps[2].what, "more") << "what is not done yet is read as it is read now";
}

TEST(PlanStatusOf, FollowsTheRunFromDraftToDone) {
  State state;
  state.plan = PlanRef{"h", "p.md", {}};
  EXPECT_EQ(PlanStatusOf(state), PlanStatus::kDraft);
  state.open.insert(QuestionId{1});
  state.questions[QuestionId{1}] = Question{};
  EXPECT_EQ(PlanStatusOf(state), PlanStatus::kReview);
  state.open.clear();
  state.approval_seen = true;
  state.approved_hash = "h";
  EXPECT_EQ(PlanStatusOf(state), PlanStatus::kApproved);
  state.each_stage = 3;
  state.lane.stage = 3;
  EXPECT_EQ(PlanStatusOf(state), PlanStatus::kImplementing);
  state.lane.stage = 4;
  EXPECT_EQ(PlanStatusOf(state), PlanStatus::kAuditing);
  state.status = RunStatus::kCompleted;
  EXPECT_EQ(PlanStatusOf(state), PlanStatus::kDone);
  state.status = RunStatus::kCancelled;
  EXPECT_EQ(PlanStatusOf(state), PlanStatus::kCancelled);
}

}  // namespace
}  // namespace forge
