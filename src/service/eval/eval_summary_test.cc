#include "service/eval/eval_summary.h"

#include <gtest/gtest.h>

#include "service/eval/eval_page.h"

namespace forge {
namespace {

const Variant kQuickClaude{"quick", "claude"};
const Variant kForgeClaude{"forge", "claude"};

TrialResult MakeTrial(const std::string& task, const Variant& variant, bool solved, double usd) {
  TrialResult trial;
  trial.task = task;
  trial.variant = variant;
  trial.solved = solved;
  trial.usd = usd;
  trial.tokens = static_cast<std::int64_t>(usd * 1000);
  trial.units = 4;
  trial.time_ms = 1000;
  trial.task_fingerprint = task;
  return trial;
}

std::string TaskName(int number) { return "task-" + std::to_string(number); }

// `wins` tasks that only B solves, `losses` that only A solves, and as many `ties` that both solve.
std::pair<Side, Side> TwoSides(int wins, int losses, int ties) {
  Side a{"A", {}};
  Side b{"B", {}};
  for (int i = 0; i < wins + losses + ties; ++i) {
    a.trials.push_back(MakeTrial(TaskName(i), kQuickClaude, i >= wins, 1));
    b.trials.push_back(MakeTrial(TaskName(i), kForgeClaude, i < wins || i >= wins + losses, 1));
  }
  return {a, b};
}

TEST(EvalSummary, WhatFailedIsPaidForByWhatWasSolved) {
  EvalResults results;
  results.variants = {kQuickClaude, kForgeClaude};
  results.trials = {MakeTrial("a", kQuickClaude, true, 1), MakeTrial("b", kQuickClaude, false, 3),
                    MakeTrial("a", kForgeClaude, false, 2)};
  const auto summaries = Summarise(results);
  ASSERT_EQ(summaries.size(), 2U);
  EXPECT_EQ(summaries[0].solved, 1);
  EXPECT_DOUBLE_EQ(summaries[0].usd.mean, 2);
  EXPECT_NEAR(summaries[0].usd.deviation, 1.414, 0.001);
  EXPECT_DOUBLE_EQ(summaries[0].usd_per_solved.value(), 4);
  EXPECT_FALSE(summaries[1].usd_per_solved);
}

TEST(EvalSummary, WhatAnAgentDoesNotSayIsUnknownAndNotCompared) {
  EvalResults results;
  results.variants = {kQuickClaude, kForgeClaude};
  for (int i = 0; i < 12; ++i) {
    results.trials.push_back(MakeTrial(TaskName(i), kQuickClaude, true, 0));
    results.trials.back().unreported = 2;
    results.trials.push_back(MakeTrial(TaskName(i), kForgeClaude, true, 3));
  }
  results.trials.back().unpriced = 1;
  const auto summaries = Summarise(results);
  EXPECT_FALSE(summaries[0].knows_tokens || summaries[0].knows_usd);
  EXPECT_TRUE(summaries[1].knows_tokens);
  EXPECT_FALSE(summaries[1].knows_usd);
  EXPECT_EQ(PerSolvedText(summaries[0]), "unknown");
  EXPECT_FALSE(summaries[0].usd_per_solved || summaries[0].tokens_per_solved || summaries[1].usd_per_solved);
  EXPECT_EQ(ValueText("usd", 0, false), "unknown");
  EXPECT_EQ(ValueText("usd", 3, false), "$3.000 + unknown");
  const VariantComparison comparison = Compare(SideOf(results, kQuickClaude), SideOf(results, kForgeClaude));
  const ComparedMeasure& usd = comparison.measures.at(1);
  EXPECT_EQ(usd.verdict, "not compared: unknown of A and B");
  EXPECT_FALSE(usd.shown);
  EXPECT_EQ(comparison.measures.at(2).verdict, "not compared: unknown of A");
  EXPECT_EQ(usd.lower + usd.higher, 0);
  EXPECT_EQ(TrialFromJson(ToJson(results.trials.back())).value(), results.trials.back());
}

TEST(EvalSummary, ALeadOfAFewTasksIsNoDifference) {
  const auto [a, b] = TwoSides(5, 0, 7);
  const VariantComparison comparison = Compare(a, b);
  const ComparedMeasure& solved = comparison.measures.at(0);
  EXPECT_EQ(solved.name, "solved");
  EXPECT_EQ(solved.higher, 5);
  EXPECT_FALSE(solved.shown);
  EXPECT_EQ(solved.verdict, "no difference shown: 5 tasks differ, too few to show one");
}

TEST(EvalSummary, AClearLeadIsShown) {
  const auto [a, b] = TwoSides(12, 0, 0);
  const ComparedMeasure solved = Compare(a, b).measures.at(0);
  EXPECT_TRUE(solved.shown);
  EXPECT_TRUE(solved.verdict.starts_with("B solves more tasks")) << solved.verdict;
}

TEST(EvalSummary, ManyTasksThatDifferBothWaysShowNothing) {
  const auto [a, b] = TwoSides(8, 6, 0);
  const ComparedMeasure solved = Compare(a, b).measures.at(0);
  EXPECT_FALSE(solved.shown);
  EXPECT_TRUE(solved.verdict.starts_with("no difference shown (p = ")) << solved.verdict;
}

TEST(EvalSummary, RunsOfOneTaskAreOnePair) {
  Side a{"A", {}};
  Side b{"B", {}};
  for (int run = 0; run < 50; ++run) {
    a.trials.push_back(MakeTrial("one", kQuickClaude, false, 1));
    b.trials.push_back(MakeTrial("one", kForgeClaude, true, 9));
  }
  for (const ComparedMeasure& measure : Compare(a, b).measures) EXPECT_FALSE(measure.shown) << measure.name;
}

TEST(EvalSummary, CostIsComparedTaskByTask) {
  Side a{"A", {}};
  Side b{"B", {}};
  // The tasks differ far more than the sides do; pairs see the difference.
  for (int i = 0; i < 12; ++i) {
    a.trials.push_back(MakeTrial(TaskName(i), kQuickClaude, true, i * 10.0));
    b.trials.push_back(MakeTrial(TaskName(i), kForgeClaude, true, i * 10.0 + (i % 2 == 0 ? 1 : 1.5)));
  }
  const ComparedMeasure cost = Compare(a, b).measures.at(1);
  EXPECT_TRUE(cost.shown);
  EXPECT_TRUE(cost.verdict.starts_with("B costs more")) << cost.verdict;
  ASSERT_TRUE(cost.difference);
  EXPECT_GE(cost.difference->low, 1);
  EXPECT_LT(cost.difference->low, cost.difference->high);
  EXPECT_LE(cost.difference->high, 1.5);
}

TEST(EvalSummary, MeansAreExactAndAShareIsAtMostOne) {
  const auto [a, b] = TwoSides(9, 0, 0);
  const VariantComparison comparison = Compare(a, b);
  EXPECT_EQ(comparison.measures.at(0).b, 1.0);
  EXPECT_EQ(comparison.measures.at(2).b, 1000.0);
  EXPECT_FALSE(comparison.measures.at(0).difference) << "all nine differ alike";
  EXPECT_NE(ToJson(comparison).Dump().find("\"difference_interval\":[]"), std::string::npos);
}

TEST(EvalSummary, TrialsOfOneTaskDoNotNarrowTheInterval) {
  EvalResults results;
  results.variants = {kQuickClaude};
  for (int run = 0; run < 20; ++run) results.trials.push_back(MakeTrial("one", kQuickClaude, true, 1));
  EXPECT_NEAR(Summarise(results)[0].share.low, 0.207, 0.001);
  results.trials.push_back(MakeTrial("two", kQuickClaude, false, 1));
  const Interval two = Summarise(results)[0].share;
  EXPECT_NEAR(two.low, 1 - two.high, 1e-9) << "one of two tasks";
}

TEST(EvalSummary, AVariantKeepsItsNumber) {
  EvalResults results;
  results.variants = {kForgeClaude};
  EXPECT_EQ(VariantNumber(results, kForgeClaude), 1U);
  results.known = {kQuickClaude, kForgeClaude};
  EXPECT_EQ(VariantNumber(results, kForgeClaude), 2U);
  EXPECT_EQ(Summarise(results)[0].number, 2U);
  EXPECT_NE(EvalPage(results, TimePoint{0}).find("<li value=\"2\">"), std::string::npos);
}

TEST(EvalSummary, OnlyCommonTasksCount) {
  const Side a{"A", {MakeTrial("x", kQuickClaude, true, 1), MakeTrial("y", kQuickClaude, true, 1)}};
  const Side b{"B", {MakeTrial("y", kForgeClaude, true, 1), MakeTrial("z", kForgeClaude, true, 1)}};
  const VariantComparison comparison = Compare(a, b);
  EXPECT_EQ(comparison.tasks, std::vector<std::string>{"y"});
  EXPECT_EQ(comparison.only_a, std::vector<std::string>{"x"});
  EXPECT_EQ(comparison.only_b, std::vector<std::string>{"z"});
  EXPECT_EQ(comparison.cautions.size(), 2U);
  EXPECT_EQ(comparison.measures.at(0).verdict, "no difference");
}

TEST(EvalSummary, WithoutACommonTaskNothingIsCompared) {
  const Side a{"A", {MakeTrial("x", kQuickClaude, true, 1)}};
  const Side b{"B", {MakeTrial("z", kForgeClaude, true, 1)}};
  const VariantComparison comparison = Compare(a, b);
  EXPECT_TRUE(comparison.measures.empty());
  EXPECT_EQ(comparison.cautions.size(), 1U);
}

TEST(EvalSummary, ATaskThatHasChangedIsACaution) {
  const Side a{"A", {MakeTrial("x", kQuickClaude, true, 1)}};
  Side b{"B", {MakeTrial("x", kForgeClaude, true, 1)}};
  b.trials[0].task_fingerprint = "other";
  EXPECT_EQ(Compare(a, b).cautions.size(), 1U);
}

TEST(EvalSummary, ATrialSurvivesItsJson) {
  TrialResult trial = MakeTrial("x", kForgeClaude, true, 0.25);
  trial.check = CheckResult::kPassed;
  trial.status = "completed";
  trial.number = 3;
  trial.form_rounds = 2;
  trial.findings = 1;
  trial.why = "w";
  trial.output = "o";
  trial.path = "trials/x";
  trial.fingerprint = "f";
  const auto again = TrialFromJson(ToJson(trial));
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, trial);
  EXPECT_FALSE(TrialFromJson(Json::MakeObject()));
}

TEST(EvalSummary, VariantsHaveDirectoriesOfTheirOwn) {
  EXPECT_NE(VariantSlug({"a", "b/c"}), VariantSlug({"a", "b-c"}));
  EXPECT_EQ(VariantSlug({"a", "command:/x/../y"}).find('/'), std::string::npos);
}

TEST(EvalPage, ShowsEverythingAndTrustsNothing) {
  EvalResults results;
  results.suite = "<suite>";
  results.variants = {kQuickClaude, {"forge", "command:<script>alert(1)</script>"}};
  results.trials = {MakeTrial("a", kQuickClaude, true, 1), MakeTrial("a", results.variants[1], false, 2)};
  results.trials[1].why = "<img src=x>";
  results.trials[1].output = "$ sh hidden.sh (exit 1)\n<b>";
  results.skipped = {{"b", "not installed: <node>"}};
  results.open = {{"c", kQuickClaude, 2, "interrupted"}};
  const std::string page = EvalPage(results, TimePoint{0});
  for (const char* raw : {"<script", "<img", "<node>", "<suite>"}) EXPECT_EQ(page.find(raw), std::string::npos) << raw;
  for (const char* text : {"1 of 1", "0 of 1", "not installed", "interrupted", "no difference", "hidden.sh"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
}

TEST(EvalSummary, TokensHaveNoFractions) {
  EXPECT_EQ(ValueText("tokens", 400), "400");
  EXPECT_EQ(ValueText("tokens", 1400), "1.4k");
}

}  // namespace
}  // namespace forge
