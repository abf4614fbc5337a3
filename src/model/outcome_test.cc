#include "model/outcome.h"

#include <gtest/gtest.h>

#include <cmath>

namespace forge {
namespace {

StepSpec FullStep() {
  StepSpec step;
  step.id = {"parser"};
  step.title = "Write the parser";
  step.what = "Read \"it\"\nall";
  step.files = {"src/a.cc"};
  step.writes = {"src/**", "docs/x.md"};
  step.depends = {{"s1"}, {"s2"}};
  step.verify = {"ninja test"};
  step.done_when = "tests pass";
  step.complexity = "medium";
  step.estimate_ms = 1;
  step.kind = "audit";
  step.acceptance = {{"unit", "ninja test", "all green", false}, {}};
  step.must_haves = {{"it counts"},
                     {{"src/a.cc", "the parser", 20, std::vector<std::string>{"stub"}}, {}},
                     {{"a", "b", "call"}, {}},
                     {"out"}};
  step.claims = {{ClaimType::kDesignBet, "fast", "src/a.cc:3", "a", "v", "b", "r", "alt", 7}, {}};
  step.tier = "heavy";
  step.effort = "high";
  step.role = "worker";
  step.checkpoint = true;
  step.failure_mode = "it breaks";
  step.fallback = "the old way";
  step.max_tokens = 1000;
  step.max_retries = 2;
  step.disallowed = {"docs/**"};
  step.expected_trajectory = {"reads", "writes"};
  step.success_evidence = "a log";
  step.extra = Json().Set("claims", Json::MakeArray());
  return step;
}

// No member at its default: a member that ToJson or FromJson forgets is missed below.
UnitOutcome FullOutcome() {
  UnitOutcome outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = ErrorClass::kRateLimit;
  outcome.error = "429";
  outcome.retry_at = {1'700'000'000'000};
  outcome.verdict = Verdict::kApproved;
  outcome.failures = 3;
  outcome.applies = false;
  outcome.holds = false;
  outcome.reasons = {"PLAN.md is missing", ""};
  outcome.passed = false;
  outcome.score = 0.1;
  outcome.summary = "one line";
  outcome.result = Json().Set("a", 1.0).Set("b", nullptr);
  outcome.artifacts = {{"PLAN.md", "abc", 12}, {"", "", 0}};
  outcome.plan = PlanRef{"hash", ".forge/plans/plan-001.md", {FullStep(), StepSpec{}}};
  outcome.snapshot = "0123abcd";
  outcome.unmerged = true;
  outcome.usage = {1, 2, 3, 4, 0.3};
  return outcome;
}

UnitOutcome ThroughText(const UnitOutcome& outcome) {
  Result<Json> json = ParseJson(ToJson(outcome).Dump());
  EXPECT_TRUE(json);
  Result<UnitOutcome> back = OutcomeFromJson(*json);
  EXPECT_TRUE(back) << (back ? "" : back.error().message);
  UnitOutcome unreadable;
  unreadable.error = "(unreadable)";
  return back.value_or(unreadable);
}

TEST(Outcome, ComesBackExactlyThroughText) {
  EXPECT_EQ(ThroughText(FullOutcome()), FullOutcome());
  EXPECT_EQ(ThroughText(UnitOutcome{}), UnitOutcome{});
}

TEST(Outcome, EveryMemberIsWritten) { EXPECT_EQ(ToJson(FullOutcome()).AsObject().size(), 18U); }

TEST(Outcome, MembersAtTheirDefaultCostNothing) { EXPECT_EQ(ToJson(UnitOutcome{}).Dump(), "{}"); }

TEST(Outcome, AnEmptyPlanIsNotNoPlan) {
  UnitOutcome outcome;
  outcome.plan = PlanRef{};
  EXPECT_EQ(ThroughText(outcome), outcome);
}

TEST(Outcome, EveryWordComesBack) {
  for (int i = 0; i <= static_cast<int>(ErrorClass::kUnknown); ++i) {
    UnitOutcome outcome;
    outcome.error_class = static_cast<ErrorClass>(i);
    EXPECT_EQ(ThroughText(outcome), outcome);
  }
  for (UnitStatus status : {UnitStatus::kRunning, UnitStatus::kDone, UnitStatus::kFailed, UnitStatus::kCancelled}) {
    UnitOutcome outcome;
    outcome.status = status;
    EXPECT_EQ(ThroughText(outcome), outcome);
  }
}

TEST(Outcome, AScoreThatIsNoNumberNeverComesBackAsFullMarks) {
  UnitOutcome outcome;
  outcome.score = std::nan("");
  EXPECT_EQ(ThroughText(outcome).score, 0);
}

TEST(Outcome, MembersOfANewerForgeAreIgnored) {
  Result<UnitOutcome> outcome = OutcomeFromJson(Json().Set("colour", "red").Set("summary", "x"));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->summary, "x");
}

std::string Refusal(std::string_view text) {
  Result<Json> json = ParseJson(text);
  EXPECT_TRUE(json) << text;
  Result<UnitOutcome> outcome = OutcomeFromJson(*json);
  return outcome ? "(accepted)" : outcome.error().message;
}

TEST(Outcome, AWrongTypeIsRefusedWithItsPath) {
  EXPECT_EQ(Refusal("[]"), "outcome: expected an object, got array");
  EXPECT_EQ(Refusal("null"), "outcome: expected an object, got null");
  EXPECT_EQ(Refusal(R"({"status":"finished"})"), "outcome.status: unknown word 'finished'");
  EXPECT_EQ(Refusal(R"({"verdict":null})"), "outcome.verdict: expected a string, got null");
  EXPECT_EQ(Refusal(R"({"failures":1.5})"), "outcome.failures: expected an integer, got number");
  EXPECT_EQ(Refusal(R"({"passed":"yes"})"), "outcome.passed: expected a boolean, got string");
  EXPECT_EQ(Refusal(R"({"score":"1"})"), "outcome.score: expected a number, got string");
  EXPECT_EQ(Refusal(R"({"reasons":["a",2]})"), "outcome.reasons[1]: expected a string, got integer");
  EXPECT_EQ(Refusal(R"({"usage":{"usd":"1"}})"), "outcome.usage: usage.usd: expected a number, got string");
  EXPECT_EQ(Refusal(R"({"artifacts":[{"name":"a"},{"bytes":""}]})"),
            "outcome.artifacts[1]: artifact.bytes: expected an integer, got string");
  EXPECT_EQ(Refusal(R"({"plan":{"steps":[{},{"files":[true]}]}})"),
            "outcome.plan: plan.steps[1]: step.files[0]: expected a string, got boolean");
}

TEST(Outcome, OfSeveralFaultsTheFirstIsNamed) {
  EXPECT_EQ(Refusal(R"({"summary":1,"error":2})"), "outcome.error: expected a string, got integer");
}

TEST(Step, ComesBackExactlyAndLeavesDefaultsOut) {
  EXPECT_EQ(StepFromJson(ToJson(FullStep())), FullStep());
  EXPECT_EQ(ToJson(FullStep()).AsObject().size(), 26U);
  EXPECT_EQ(ToJson(StepSpec{}).Dump(), "{}");
  EXPECT_EQ(StepFromJson(Json::MakeObject()), StepSpec{});
  EXPECT_FALSE(StepFromJson(Json(1)));
}

}  // namespace
}  // namespace forge
