#include "service/report/finding_above.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <map>

#include "os/testing/temp_directory.h"
#include "os/trace.h"
#include "service/forge.h"
#include "service/report/findings_left.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

TEST(FindingAbove, NumbersAreThoseOfRunsBelow) {
  const std::vector<std::string> both = {"18:F2", "19:F1"};
  EXPECT_EQ(NumbersBelow("18:F2, 19:F1"), both);
  EXPECT_EQ(NumbersBelow("`18:F2` (and 19:F1)"), both);
  for (const char* text : {"", "F2", "18:2", "18:F", "a18:F2", "a.cc:12", "12:00"})
    EXPECT_TRUE(NumbersBelow(text).empty()) << text;
}

TEST(FindingAbove, WhatNeedsADecisionIsListedWithItsNumber) {
  RunFinding open;
  open.id = "F2";
  open.finding.severity = "low";
  open.finding.title = "The note is short";
  open.finding.file = "notes/one.txt";
  RunFinding fixed = open;
  fixed.finding.state = FindingState::kFixed;
  EXPECT_EQ(PointsLeftBy(RunId{18}, {open, fixed}), "- 18:F2, low: The note is short (notes/one.txt)\n");
  const std::string many = PointsLeftBy(RunId{18}, std::vector<RunFinding>(200, open));
  EXPECT_LT(many.size(), 6U * 1024) << "else its reader cuts it in its middle";
  EXPECT_TRUE(many.ends_with("(notes/one.txt)\n(and 75 more: `forge findings 18`)\n")) << many;
}

TEST(FindingAbove, OfTwoThatStandForAPointTheOneToDecideIsMeant) {
  RunFinding gone;
  gone.id = "F1";
  gone.collected_by = "digest";
  gone.repeats = {"18:F2"};
  gone.finding.state = FindingState::kFixed;
  RunFinding open = gone;
  open.id = "F3";
  open.finding.state = FindingState::kOpen;
  ASSERT_NE(ListedAs({gone, open}, "18:F2"), nullptr);
  EXPECT_EQ(ListedAs({gone, open}, "18:F2")->id, "F3");
  EXPECT_EQ(ListedAs({gone}, "18:F2")->id, "F1");
  EXPECT_EQ(ListedAs({gone, open}, "18:F1"), nullptr);
}

// Runs of a tree, whose reviewers and collectors speak; written straight into the store.
class PointsBelow : public testing::Test {
 protected:
  void SetUp() override {
    Machine machine;
    machine.cwd = directory_.path();
    Project project;
    project.root = directory_.path();
    project.forge = project.root + "/.forge";
    project.state = project.forge + "/state";
    auto forge = Forge::Open(machine, Settings::Load(machine, project).value(), project, true);
    ASSERT_TRUE(forge) << Describe(forge.error());
    forge_ = *std::move(forge);
    top_ = Make(RunId{});
  }

  Store& store() { return forge_->store(); }

  RunId Make(RunId parent) {
    NewRun run;
    run.slug = "sample";
    run.start = SampleStart();
    run.start.rules = kRules;
    run.parent = parent;
    if (parent.value > 0) run.parent_unit = UnitId{1000 + ++made_};
    if (parent.value > 0) run.start.parent_step = StepId{"s1"};
    return store().CreateRun(run).value();
  }

  void Say(RunId run, const std::string& stage, const std::string& findings, std::optional<Verdict> verdict = {}) {
    ++unit_;
    Ended ended;
    ended.unit = UnitId{unit_};
    ended.outcome.status = UnitStatus::kDone;
    ended.outcome.verdict = verdict;
    ended.outcome.result = ParseJson(fmt::format(R"({{"findings":[{}]}})", findings)).value();
    Batch batch;
    batch.run = run;
    batch.run_row = store().FindRun(run).value().value();
    JournalRow row;
    row.seq = store().LastSeq(run).value() + 1;
    row.at = TimePoint{1000 * unit_};
    row.kind = "ended";
    row.is_input = true;
    row.data = ToJson(Input(ended)).Dump();
    batch.rows = {row};
    UnitRow unit;
    unit.id = ended.unit;
    unit.stage = stage;
    unit.status = UnitStatus::kDone;
    unit.iteration = ++rounds_[{run, stage}];
    batch.units = {unit};
    ASSERT_OK(store().Record(batch));
  }

  void End(RunId run, RunStatus status = RunStatus::kCompleted) {
    Batch batch;
    batch.run = run;
    batch.run_row = store().FindRun(run).value().value();
    batch.run_row.status = status;
    JournalRow row;
    row.seq = store().LastSeq(run).value() + 1;
    row.at = TimePoint{1000 * unit_};
    row.kind = "note";
    row.data = "{}";
    batch.rows = {row};
    ASSERT_OK(store().Record(batch));
  }

  // A run that leaves one point.
  RunId Below(RunId parent) {
    const RunId run = Make(parent);
    Say(run, "review", R"({"title":"the note is short","text":"it says little","severity":"low","file":"a.txt"})",
        Verdict::kApproved);
    End(run);
    return run;
  }

  static std::string Point(const std::string& words, const std::string& number) {
    return fmt::format(R"({{"title":"{0}","text":"{0}","severity":"low","same_as":"{1}"}})", words, number);
  }

  std::vector<RunFinding> List(RunId run) {
    const RunFiles files(forge_->project(), run, "sample");
    return ListFindings(store(), run, &files).value();
  }

  static std::int64_t QuerySteps() {
    const std::string text = TraceText();
    return std::stoll(text.substr(text.rfind(", ") + 2));
  }

  TempDirectory directory_;
  std::unique_ptr<Forge> forge_;
  RunId top_;
  std::int64_t unit_ = 0, made_ = 0;
  std::map<std::pair<RunId, std::string>, int> rounds_;
};

TEST_F(PointsBelow, WhoListsThemSettlesNothingByLeavingOneOut) {
  const RunId below = Below(top_);
  const std::string number = fmt::format("{}:F1", below.value);
  Say(top_, "digest", Point("one", number));
  Say(top_, "digest", "");
  const auto all = List(top_);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].finding.state, FindingState::kOpen);
  EXPECT_EQ(all[0].finding.reason, "not listed again in round 2, which settles nothing");
  EXPECT_EQ(List(below)[0].finding.state, FindingState::kOpen);
}

TEST_F(PointsBelow, ThatAreListedAgainInOtherWordsAreTheSame) {
  const RunId below = Below(top_);
  const std::string number = fmt::format("{}:F1", below.value);
  Say(top_, "digest", Point("one", number + ", 99:F1"));
  Say(top_, "digest", Point("readers miss an explanation", number) + "," + Point("another", "99:F1"));
  const auto all = List(top_);
  ASSERT_EQ(all.size(), 2U) << "one that was listed as one point may become two";
  EXPECT_EQ(all[0].finding.title, "readers miss an explanation");
  EXPECT_EQ(all[0].finding.state, FindingState::kOpen);
  EXPECT_EQ(all[0].repeats, std::vector<std::string>{number});
  EXPECT_EQ(all[1].repeats, std::vector<std::string>{"99:F1"});
  ASSERT_OK(SettleFinding(store(), top_, all[0], {FindingState::kRejected, "by design", "ada", TimePoint{99'000}}));
  EXPECT_EQ(List(below)[0].finding.state, FindingState::kRejected);
}

TEST_F(PointsBelow, ANumberWithoutItsRunMakesThemNotOne) {
  Below(top_);
  Say(top_, "review-plan", R"({"title":"the plan is long","text":"long","severity":"low"})", Verdict::kApproved);
  Say(top_, "digest",
      Point("a handle leaks", "F1") + "," + Point("the parser has no test", "F1") + "," + Point("a name", "F1"));
  const auto all = List(top_);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].finding.title, "the plan is long");
  EXPECT_EQ(all[1].finding.title, "a handle leaks");
  EXPECT_EQ(all[2].finding.title, "the parser has no test");
  EXPECT_EQ(all[3].finding.title, "a name");
}

TEST_F(PointsBelow, OfARunThatDidNotCompleteAreDecidedWhereTheyWereFound) {
  const RunId above = Make(top_);
  const RunId below = Below(above);
  Say(above, "digest", Point("one", fmt::format("{}:F1", below.value)));
  const auto left = [&](RunId run) { return FindingsLeftBelow(*forge_, run).value(); };
  EXPECT_TRUE(left(above).empty()) << "it is asked about with its own";
  End(above, RunStatus::kCancelled);
  ASSERT_EQ(left(top_).size(), 1U);
  EXPECT_EQ(left(top_)[0].run.id, below);
  EXPECT_TRUE(left(above).empty());
  End(above);
  ASSERT_EQ(left(top_).size(), 1U);
  EXPECT_EQ(left(top_)[0].run.id, above);
}

// Counted in steps of SQLite's machine: the run above is read once, however many are below it.
TEST_F(PointsBelow, OfTwiceAsManyRunsTakeTwiceTheReading) {
  const auto reading = [&] {
    const std::int64_t before = QuerySteps();
    EXPECT_TRUE(FindingsLeftBelow(*forge_, top_));
    return QuerySteps() - before;
  };
  for (int i = 0; i < 20; ++i) Say(top_, "work", Point(fmt::format("point {}", i), ""));
  for (int i = 0; i < 10; ++i) Below(top_);
  const std::int64_t few = reading();
  for (int i = 20; i < 40; ++i) Say(top_, "work", Point(fmt::format("point {}", i), ""));
  for (int i = 0; i < 10; ++i) Below(top_);
  const std::int64_t many = reading();
  EXPECT_GT(few, 0);
  EXPECT_LE(many, 2 * few + few / 4) << few;
}

}  // namespace
}  // namespace forge
