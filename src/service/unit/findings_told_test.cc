#include "service/unit/findings_told.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "service/unit/settled_points.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

Job ReviewOfWhole() {
  Job job;
  job.stage.name = "review";
  job.stage.verdict = "REVIEW.md";
  job.stage.sees = {"findings"};
  job.unit.id = UnitId{9};
  job.unit.iteration = 2;
  job.rules = kRules;
  return job;
}

TEST(UnitFindings, AreReadOnceForAllThatTheUnitIsTold) {
  int reads = 0;
  UnitFindings findings([&]() -> Result<std::vector<RunFinding>> {
    ++reads;
    return std::vector<RunFinding>();
  });
  EXPECT_TRUE(findings.ToldTo(ReviewOfWhole(), true).has_value());
  EXPECT_TRUE(findings.Decided().has_value());
  EXPECT_TRUE(findings.ToFix().has_value());
  EXPECT_EQ(reads, 1);
}

TEST(UnitFindings, ThatCannotBeReadAreAnErrorAndNotNone) {
  UnitFindings findings([]() -> Result<std::vector<RunFinding>> { return Fail(Code::kIo, "the disk is gone"); });
  const auto told = findings.ToldTo(ReviewOfWhole(), true);
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().message, "the disk is gone");
  EXPECT_FALSE(findings.Decided());
  EXPECT_FALSE(findings.ToFix());
}

TEST(UnitFindings, AreNotReadBeforeAnythingCanHaveBeenReported) {
  UnitFindings findings([]() -> Result<std::vector<RunFinding>> { return Fail(Code::kIo, "the disk is gone"); });
  Job job;
  job.step = StepSpec{};
  job.unit.iteration = 1;
  EXPECT_TRUE(findings.ToldTo(job, false).has_value());
}

// A run whose reviewer has said something that a person has decided about.
class SettledPointsTest : public testing::Test {
 protected:
  SettledPointsTest() {
    Project project;
    project.root = directory_.path();
    project.forge = directory_ / ".forge";
    project.state = directory_ / ".forge/state";
    NewRun run;
    run.slug = "sample";
    run.start = SampleStart();
    run.start.rules = kRules;
    run_ = store_->CreateRun(run).value();
    files_.emplace(project, run_, "sample");
    Say();
    SettleAs(FindingState::kFollowUp, "ada");
  }

  void SettleAs(FindingState state, const std::string& by) {
    const std::vector<RunFinding> all = ListFindings(*store_, run_, nullptr).value();
    EXPECT_TRUE(SettleFinding(*store_, run_, all.back(), {state, "", by, TimePoint{1500}}).has_value());
  }

  void Say(std::int64_t round = 1, const std::string& title = "one", const std::string& severity = "medium") {
    Ended ended;
    ended.unit = UnitId{round};
    ended.outcome.verdict = Verdict::kRevision;
    ended.outcome.result =
        ParseJson(fmt::format(R"({{"findings":[{{"file":"a.cc","title":"{0}","text":"{0}","severity":"{1}"}}]}})",
                              title, severity))
            .value();
    Batch batch;
    batch.run = run_;
    batch.run_row = store_->FindRun(run_).value().value();
    JournalRow row;
    row.seq = store_->LastSeq(run_).value() + 1;
    row.at = TimePoint{1000};
    row.kind = "ended";
    row.is_input = true;
    row.data = ToJson(Input(ended)).Dump();
    batch.rows = {row};
    UnitRow unit;
    unit.id = ended.unit;
    unit.stage = "review";
    unit.iteration = static_cast<int>(round);
    batch.units = {unit};
    ASSERT_OK(store_->Record(batch));
  }

  // The reviewer's next answer, as its unit takes it.
  UnitOutcome Answer(const std::string& findings) {
    Job job = ReviewOfWhole();
    job.run = run_;
    UnitOutcome outcome;
    outcome.verdict = Verdict::kRevision;
    outcome.result = ParseJson(R"({"findings":)" + findings + "}").value();
    SetSettledAside(SettledPoints(*store_, *files_, job, outcome).value(), outcome);
    ApproveIfSettled(outcome);
    return outcome;
  }

  TempDirectory directory_;
  std::unique_ptr<Store> store_ = MustOpen(directory_ / "store.db");
  std::optional<RunFiles> files_;
  RunId run_;
};

TEST_F(SettledPointsTest, AReviewThatOnlyRepeatsWhatAPersonDecidedApproves) {
  const UnitOutcome same = Answer(R"([{"same_as":"F1","title":"one","text":"still","severity":"medium"}])");
  EXPECT_EQ(same.verdict, Verdict::kApproved);
  EXPECT_TRUE(same.result["findings"].AsArray().empty());
}

TEST_F(SettledPointsTest, AWorseReportUnderADecidedNumberIsNoApproval) {
  const UnitOutcome worse = Answer(R"([{"same_as":"F1","title":"one","text":"it loses data","severity":"high"}])");
  EXPECT_EQ(worse.verdict, Verdict::kRevision);
  EXPECT_EQ(worse.result["findings"].AsArray().size(), 1U) << "the objection stays where work is sent back for it";
}

TEST_F(SettledPointsTest, WhatAPersonPutOffIsNoObjection) {
  SettleAs(FindingState::kDeferred, "ada");
  const UnitOutcome same = Answer(R"([{"same_as":"F1","title":"one","text":"still","severity":"medium"}])");
  EXPECT_EQ(same.verdict, Verdict::kApproved);
}

TEST_F(SettledPointsTest, WhatOnlyThePipelinesRulePutOffIsAnObjectionUnlessItIsLow) {
  SettleAs(FindingState::kDeferred, "policy");
  const UnitOutcome same = Answer(R"([{"same_as":"F1","title":"one","text":"still","severity":"medium"}])");
  EXPECT_EQ(same.verdict, Verdict::kRevision);
  EXPECT_EQ(same.result["findings"].AsArray().size(), 1U);
  Say(2, "a name could be shorter", "low");
  SettleAs(FindingState::kDeferred, "policy");
  const UnitOutcome low = Answer(R"([{"same_as":"F2","title":"a name could be shorter","text":"x","severity":"low"}])");
  EXPECT_EQ(low.verdict, Verdict::kApproved);
}

TEST_F(SettledPointsTest, AJournalThatCannotBeReadIsAnError) {
  Batch batch;
  batch.run = run_;
  batch.run_row = store_->FindRun(run_).value().value();
  JournalRow row;
  row.seq = store_->LastSeq(run_).value() + 1;
  row.at = TimePoint{2000};
  row.kind = "ended";
  row.is_input = true;
  row.data = "{";
  batch.rows = {row};
  ASSERT_OK(store_->Record(batch));
  Job job = ReviewOfWhole();
  job.run = run_;
  EXPECT_FALSE(SettledPoints(*store_, *files_, job, UnitOutcome{}));
}

}  // namespace
}  // namespace forge
