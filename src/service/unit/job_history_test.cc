#include "service/unit/job_history.h"

#include <gtest/gtest.h>

#include "service/unit/job.h"
#include "service/unit/setbacks_told.h"

namespace forge {
namespace {

Question Answered(int id, const char* stage, const char* by) {
  Question question;
  question.id = QuestionId{id};
  question.stage = stage;
  question.options = {"keep", "drop"};
  question.answer = "keep";
  question.status = QuestionStatus::kAnswered;
  question.by = by;
  return question;
}

TEST(JobHistory, WhatThePolicyAnsweredIsToldAsSuch) {
  State state;
  state.questions.emplace(QuestionId{1}, Answered(1, "names", "ada"));
  state.questions.emplace(QuestionId{2}, Answered(2, "paths", "policy"));
  Unit unit;
  unit.pipeline = -1;
  const auto words = PersonsWords(state, unit);
  ASSERT_EQ(words.size(), 2U) << "what follows goes by both";
  EXPECT_FALSE(words[0].by_policy);
  EXPECT_TRUE(words[1].by_policy);
  EXPECT_FALSE(words[1].open);
}

class ALane : public testing::Test {
 protected:
  ALane() {
    Pipeline pipeline;
    pipeline.stages.resize(3);
    pipeline.stages[0].name = "plan-fix";
    pipeline.stages[0].produces = "FIX.md";
    pipeline.stages[1].name = "review-plan";
    pipeline.stages[1].verdict = "REVIEW.md";
    pipeline.stages[1].revision_index = 0;
    pipeline.stages[2].name = "implement";
    state_.start.pipelines.pipelines = {pipeline};
    state_.lane.memos.resize(3);
    unit_.pipeline = 0;
  }

  State state_;
  Unit unit_;
};

TEST_F(ALane, WhoRevisesThePlanIsAdvisedByThoseWhoLetItPass) {
  Pipeline& pipeline = state_.start.pipelines.pipelines.front();
  pipeline.stages[0].produces = "plan";
  pipeline.stages[1].verdict.clear();
  pipeline.stages[1].aggregate = Aggregate::kAllPass;
  pipeline.stages[1].members.resize(2);
  pipeline.stages[1].members[0].name = "skeptic";
  pipeline.stages[1].members[1].name = "integration";
  StageMemo& memo = state_.lane.memos[1];
  unit_.stage = 0;
  EXPECT_FALSE(ReviewsIn(state_, unit_)[1].advises) << "it has said nothing yet";
  memo.entered = 1;
  memo.verdict = Verdict::kRevision;
  memo.members.resize(2);
  memo.members[0].name = "skeptic";
  memo.members[0].verdict = Verdict::kRevision;
  memo.members[1].name = "integration";
  memo.members[1].verdict = Verdict::kApproved;
  const auto reviews = ReviewsIn(state_, unit_);
  ASSERT_EQ(reviews.size(), 2U);
  EXPECT_TRUE(reviews[0].asks && !reviews[0].advises);
  EXPECT_TRUE(!reviews[1].asks && reviews[1].advises);
  unit_.stage = 2;
  EXPECT_FALSE(ReviewsIn(state_, unit_)[1].advises) << "it makes no plan";
}

TEST_F(ALane, WhoSeesTheEvidenceIsToldTheOtherCommandsThatTheCheckRan) {
  std::vector<Stage>& stages = state_.start.pipelines.pipelines.front().stages;
  stages[1].kind = StageKind::kCheck;
  state_.lane.memos[1].result = ParseJson(R"({"results":[{"command":"test -e a","passed":true,"exit_code":0},
      {"command":"make test","passed":true,"exit_code":0}],"evidence":{"criteria":[{"check":"test -e a"}]}})")
                                    .value();
  unit_.stage = 2;
  EXPECT_EQ(ChecksRun(state_, unit_), "$ test -e a\n  passed (exit 0)\n$ make test\n  passed (exit 0)\n");
  stages[2].sees = {"EVIDENCE.md", "checks"};
  EXPECT_EQ(ChecksRun(state_, unit_), "$ make test\n  passed (exit 0)\n");
}

TEST_F(ALane, ThePlanHasPassedACheckThatOnlyAdvisesIfItFoundNothing) {
  Stage& stage = state_.start.pipelines.pipelines.front().stages[1];
  stage.kind = StageKind::kCheck;
  stage.mode = CheckMode::kAdvisory;
  stage.checks = {"symbols"};
  state_.lane.memos[1].verdict = Verdict::kApproved;
  EXPECT_EQ(ChecksPassed(state_, unit_), std::vector<std::string>{"symbols"});
  state_.lane.memos[1].result = ParseJson(R"({"issues":["no such function"]})").value();
  EXPECT_TRUE(ChecksPassed(state_, unit_).empty());
}

TEST_F(ALane, AChoiceBetweenPlansIsToldAsSuch) {
  Stage& panel = state_.start.pipelines.pipelines.front().stages[1];
  panel.kind = StageKind::kPanel;
  panel.aggregate = Aggregate::kCompare;
  panel.produces = "COMPARISON.md";
  Question question = Answered(1, "decide", "policy");
  question.shows = "COMPARISON.md";
  state_.questions.emplace(QuestionId{1}, question);
  state_.questions.emplace(QuestionId{2}, Answered(2, "names", "ada"));
  const auto words = PersonsWords(state_, unit_);
  ASSERT_EQ(words.size(), 2U);
  EXPECT_TRUE(words[0].chose_plan);
  EXPECT_FALSE(words[1].chose_plan);
}

// As the agent of `implement` that says it is blocked makes the run ask.
Question Blocked(int id, const char* why, const char* comment) {
  Question question = Answered(id, "implement", "ada");
  question.kind = QuestionKind::kEscalation;
  question.text = why;
  question.options = {"retry", "stop"};
  question.answer = "retry";
  question.comment = comment;
  return question;
}

TEST_F(ALane, WhatAnAgentThatStoppedWasToldStandsInLaterRounds) {
  state_.questions.emplace(QuestionId{1}, Blocked(1, "which port?", "80"));
  state_.questions.emplace(QuestionId{2}, Blocked(2, "which host?", "ours"));
  unit_.stage = 2;
  unit_.iteration = 2;
  const auto words = PersonsWords(state_, unit_);
  ASSERT_EQ(words.size(), 2U) << "another question does not replace the answer to the first";
  EXPECT_EQ(words[0].comment, "80");
  EXPECT_TRUE(words[0].to_agent);
  EXPECT_FALSE(words[0].open);
  state_.questions.emplace(QuestionId{3}, Blocked(3, "which port?", "81"));
  const auto later = PersonsWords(state_, unit_);
  ASSERT_EQ(later.size(), 2U);
  EXPECT_EQ(later[1].comment, "81");
}

TEST_F(ALane, WhatAReviewWasRetriedWithIsOverWhenItApproves) {
  Question question = Blocked(1, "`review-plan` still asks for changes", "shorter");
  question.stage = "review-plan";
  state_.questions.emplace(QuestionId{1}, question);
  state_.lane.memos[1].verdict = Verdict::kRevision;
  ASSERT_EQ(PersonsWords(state_, unit_).size(), 1U);
  EXPECT_TRUE(PersonsWords(state_, unit_)[0].open);
  state_.lane.memos[1].verdict = Verdict::kApproved;
  EXPECT_TRUE(PersonsWords(state_, unit_).empty());
}

TEST_F(ALane, DocumentIsAgreedOnceItsReviewApproves) {
  state_.lane.memos[1].verdict = Verdict::kRevision;
  EXPECT_TRUE(AgreedDocuments(state_, unit_).empty());
  state_.lane.memos[1].verdict = Verdict::kApproved;
  EXPECT_EQ(AgreedDocuments(state_, unit_), (std::vector<Agreed>{{"FIX.md", "review-plan"}}));
  state_.lane.memos[1].skipped = true;
  EXPECT_TRUE(AgreedDocuments(state_, unit_).empty());
}

TEST_F(ALane, WhatWasAgreedIsDoneWhereWorkIsSentBackNotByThoseWhoFollow) {
  std::vector<Stage>& stages = state_.start.pipelines.pipelines[0].stages;
  stages.resize(5);
  stages[3].name = "write-documents";
  stages[4].name = "review-code";
  state_.lane.memos.resize(5);
  state_.lane.memos[1].verdict = Verdict::kApproved;
  unit_.stage = 3;
  EXPECT_EQ(AgreedDocuments(state_, unit_).size(), 1U) << "nothing says who of the two builds";
  stages[4].revision_index = 2;
  EXPECT_TRUE(AgreedDocuments(state_, unit_).empty());
  unit_.stage = 2;
  EXPECT_EQ(AgreedDocuments(state_, unit_).size(), 1U);
  stages[4].revision_index = 0;
  EXPECT_EQ(AgreedDocuments(state_, unit_).size(), 1U) << "the way back leads before the approval";
}

TEST_F(ALane, WhatWasDoneAfterTheStepsIsReportedThoughItsStageWasSkippedLater) {
  std::vector<Stage>& stages = state_.start.pipelines.pipelines[0].stages;
  stages[0] = {};
  stages[0].name = "build";
  stages[0].kind = StageKind::kEach;
  for (std::size_t i : {1U, 2U}) {
    stages[i] = {};
    stages[i].name = i == 1 ? "fix" : "fix-found";
    stages[i].role = "engineer";
    state_.lane.memos[i].result = Json::MakeObject().Set("summary", "did " + stages[i].name);
  }
  state_.lane.memos[1].skipped = true;
  const std::vector<StepReport> reports = StepReports(state_);
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].text, "- fix: did fix\n- fix-found: did fix-found\n");
}

TEST_F(ALane, ReportsStandInTheOrderOfTheWork) {
  std::vector<Stage>& stages = state_.start.pipelines.pipelines[0].stages;
  stages[0] = {};
  stages[0].name = "build";
  stages[0].kind = StageKind::kEach;
  for (std::size_t i : {1U, 2U}) {
    stages[i] = {};
    stages[i].name = i == 1 ? "repair" : "fix";
    stages[i].role = "engineer";
    state_.lane.memos[i].result = Json::MakeObject().Set("summary", "did " + stages[i].name);
  }
  state_.lane.memos[1].by = UnitId{9};
  state_.lane.memos[2].by = UnitId{7};
  EXPECT_EQ(StepReports(state_).at(0).text, "- fix: did fix\n- repair: did repair\n") << "the repair is newer";
}

TEST_F(ALane, HasConcernsOfItsAuthors) {
  EXPECT_FALSE(HasConcerns(state_, unit_));
  state_.lane.memos[2].result = ParseJson(R"({"status": "done", "concerns": ["slow"]})").value();
  EXPECT_TRUE(HasConcerns(state_, unit_));
}

TEST_F(ALane, UnitIsToldWhatOtherStepsDropped) {
  state_.plan.emplace();
  state_.plan->steps.resize(1);
  state_.plan->steps[0].id = StepId{"first"};
  state_.steps.resize(1);
  state_.steps[0].dropped = {"a.cc: does not exist"};
  state_.has_dropped = true;
  unit_.kind = UnitKind::kAgent;
  unit_.stage = 2;
  EXPECT_EQ(MakeJob(state_, unit_, RunId{1}).dropped, std::vector<std::string>{"first: a.cc: does not exist"});
}

TEST_F(ALane, AMemberSpeaksForThoseOfItsPanelThatAreNotAskedAgain) {
  Stage& panel = state_.start.pipelines.pipelines[0].stages[1];
  panel.asks_again = AsksAgain::kOne;
  panel.members.resize(2);
  panel.members[0].name = "a";
  panel.members[1].name = "b";
  StageMemo& memo = state_.lane.memos[1];
  memo.members.resize(2);
  memo.members[0].name = "a";
  memo.members[1].name = "b";
  unit_.stage = 1;
  unit_.member = "b";
  EXPECT_TRUE(SpeaksFor(state_, unit_).empty());
  EXPECT_EQ(ReviewsIn(state_, unit_).size(), 2U);
  memo.members[0].unasked = true;
  EXPECT_EQ(SpeaksFor(state_, unit_), std::vector<std::string>{"a"});
  memo.members[0].last = true;
  EXPECT_TRUE(SpeaksFor(state_, unit_).empty()) << "it approved, and is asked when `b` is content";
  EXPECT_EQ(ReviewsIn(state_, unit_).size(), 2U);
  memo.members[0].last = false;
  ASSERT_EQ(ReviewsIn(state_, unit_).size(), 1U) << "what `a` said is out of date";
  EXPECT_EQ(ReviewsIn(state_, unit_)[0].member, "b");
  panel.asks_again = AsksAgain::kUnconvinced;
  EXPECT_TRUE(SpeaksFor(state_, unit_).empty()) << "a debate leaves members out, too";
}

TEST(JobHistory, AnAnswerIsToldWithItsMeaning) {
  State state;
  Question question = Answered(1, "names", "ada");
  question.text = "Which?\nkeep: as they are\ndrop: none of them";
  state.questions.emplace(QuestionId{1}, question);
  Unit unit;
  unit.pipeline = -1;
  const auto words = PersonsWords(state, unit);
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words[0].answer, "keep: as they are");
  EXPECT_TRUE(words[0].choice);
}

TEST_F(ALane, WhatAPersonWasAskedAboutBelongsToTheObjectiveOfWhatFollows) {
  Stage& ask = state_.start.pipelines.pipelines[0].stages[1];
  ask.kind = StageKind::kAsk;
  ask.shows = "FIX.md";
  state_.lane.memos[1].entered = 1;
  state_.questions.emplace(QuestionId{1}, Answered(1, "review-plan", "ada"));
  unit_.stage = 2;
  ASSERT_EQ(BriefsFor(state_, unit_).size(), 1U);
  EXPECT_TRUE(BriefsFor(state_, unit_)[0].by_person);
  state_.questions.at(QuestionId{1}).by = "policy";
  EXPECT_FALSE(BriefsFor(state_, unit_)[0].by_person);
  state_.lane.memos[1].verdict = Verdict::kRevision;
  EXPECT_TRUE(BriefsFor(state_, unit_).empty()) << "it is written anew";
  unit_.stage = 0;
  EXPECT_TRUE(BriefsFor(state_, unit_).empty());
}

TEST_F(ALane, AlternativesAreForWhoPlansByAnAnswerThatChoosesThem) {
  std::vector<Stage>& stages = state_.start.pipelines.pipelines[0].stages;
  stages[0].kind = StageKind::kPanel;
  stages[0].aggregate = Aggregate::kCompare;
  stages[0].members.resize(2);
  stages[0].members[0].name = "simpler";
  stages[0].members[1].name = "comparator";
  stages[1].kind = StageKind::kAsk;
  stages[1].shows = "FIX.md";
  stages[2].produces = "plan";
  unit_.stage = 2;
  unit_.iteration = 1;
  state_.questions.emplace(QuestionId{1}, Answered(1, "review-plan", "ada"));
  EXPECT_TRUE(ChosenAlternatives(state_, unit_).empty()) << "the first option is the plan as it is";
  state_.questions.at(QuestionId{1}).answer = "drop";
  ASSERT_EQ(ChosenAlternatives(state_, unit_).size(), 1U);
  EXPECT_EQ(ChosenAlternatives(state_, unit_)[0].artifact, "plan-fix.simpler.md");
  unit_.iteration = 2;
  EXPECT_TRUE(ChosenAlternatives(state_, unit_).empty()) << "the plan has it by now";
}

TEST(Setbacks, AReviewIsToldAsOthersAreShownItAndOnce) {
  const Setback twice{"run", "review", 2, 3, {}};
  const std::string shown = "**Verdict:** Revision Required\n\n- high: it leaks\n";
  const auto read = [](const std::string&, const std::string& name) -> Result<std::string> {
    if (!name.starts_with("round-")) return "";
    return "Words.\n\n**Verdict:** Revision Required\n\n"
           "```json\n{\"findings\": [{\"severity\": \"high\", \"title\": \"it leaks\"}]}\n```\n";
  };
  EXPECT_EQ(SetbacksTold({twice}, "", true, read).value(), "- review: sent the work back 2 times\n" + shown);
  EXPECT_EQ(SetbacksTold({twice}, "", true, read, {shown}).value(), "- review: sent the work back 2 times\n")
      << "the prompt shows it already";
}

TEST_F(ALane, ARunThatDidAStepTellsItsSetbacksItself) {
  state_.lane.memos[1].rounds = 1;
  state_.plan.emplace();
  state_.plan->steps.resize(1);
  state_.plan->steps[0].id = {"s1"};
  state_.steps.resize(1);
  state_.steps[0].lane.emplace();
  state_.steps[0].lane->pipeline = kChildPipeline;
  const std::vector<Setback> found = SetbacksOf(state_);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_FALSE(found[0].child_run);
  EXPECT_TRUE(found[1].child_run);
  const auto read = [](const std::string& lane, const std::string& name) -> Result<std::string> {
    return lane == "s1" && name == kChildSetbacks ? "- run 2, validate: sent the work back once\n" : "";
  };
  EXPECT_EQ(SetbacksTold(found, "", true, read).value(),
            "- review-plan: sent the work back once\n"
            "- step s1, done by a run of its own:\n- run 2, validate: sent the work back once\n");
}

}  // namespace
}  // namespace forge
