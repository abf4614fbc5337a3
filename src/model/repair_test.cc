#include "model/repair.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Repair, FollowsTheOverseersWord) {
  struct Row {
    const char* result;
    Trouble trouble;
    bool goes_on;
  };
  const Row table[] = {
      {R"({"classification":"stuck","evidence":"e"})", Trouble::kStuck, true},
      {R"({"classification":"missing_context","evidence":"e"})", Trouble::kMissingContext, true},
      {R"({"classification":"Missing-Context"})", Trouble::kMissingContext, true},
      {R"({"classification":"blocked","evidence":"e"})", Trouble::kBlocked, false},
      {R"({"classification":" BLOCKED "})", Trouble::kBlocked, false},
      {R"({"classification":"confused"})", Trouble::kStuck, true},
  };
  for (const Row& row : table) {
    const auto route = RouteRepair(ParseJson(row.result).value());
    ASSERT_TRUE(route) << row.result;
    EXPECT_EQ(route->trouble, row.trouble) << row.result;
    EXPECT_EQ(route->goes_on, row.goes_on) << row.result;
    EXPECT_FALSE(route->text.empty());
  }
}

TEST(Repair, OtherResultsAreNoOverseers) {
  for (const char* result : {"null", "{}", R"({"status":"blocked"})", R"({"classification":7})", "[]"})
    EXPECT_FALSE(RouteRepair(ParseJson(result).value())) << result;
}

TEST(Repair, PassesOnWhatWasSeenAndWhatWouldHelp) {
  const auto route = RouteRepair(
      ParseJson(R"({"classification":"blocked","evidence":"psql: connection refused","suggestion":"start the server"})")
          .value());
  EXPECT_TRUE(route->text.ends_with(" Seen: psql: connection refused. Suggestion: start the server")) << route->text;
}

RepairSignals Missing(int count) {
  RepairSignals signals;
  for (int i = 0; i < count; ++i) signals.missing.push_back("f" + std::to_string(i) + ".cc: does not exist");
  return signals;
}

RepairSignals Failing() {
  RepairSignals signals;
  signals.commands = 1;
  return signals;
}

// docs/repair.md, row by row.
TEST(NodeRepair, FollowsTheTable) {
  using enum RepairStrategy;
  RepairSignals outside = Failing();
  outside.outside = 1;
  RepairSignals outside_too = Missing(2);
  outside_too.outside = 1;
  RepairSignals disabled;
  disabled.disabled = {"t_test.cc:3: a test was switched off"};
  RepairSignals both = Missing(2);
  both.commands = 1;
  RepairSignals nothing;
  struct Row {
    const char* what;
    RepairSignals signals;
    RepairCase known;
    RepairStrategy strategy;
  };
  const Row table[] = {
      {"used up", Missing(1), {.used = 2, .budget = 2}, kBlocked},
      {"used up, whatever else",
       Missing(3),
       {.large = true, .explained = true, .can_decompose = true, .used = 2, .budget = 2},
       kBlocked},
      {"no budget at all", Failing(), {}, kBlocked},
      {"outside", outside, {.again = true, .budget = 2}, kRetry},
      {"outside, and nothing was changed", outside, {.unchanged = true, .used = 1, .budget = 2}, kBlocked},
      {"outside, nothing was changed, and the rest is explained",
       outside_too,
       {.large = true, .explained = true, .unchanged = true, .can_decompose = true, .used = 1, .budget = 2},
       kBlocked},
      {"explained", Missing(1), {.explained = true, .budget = 2}, kPrune},
      {"explained, and large",
       Missing(3),
       {.large = true, .explained = true, .can_decompose = true, .budget = 2},
       kPrune},
      {"explained, but a command fails", both, {.explained = true, .budget = 2}, kRetry},
      {"explained, but nothing is unmet", nothing, {.explained = true, .budget = 2}, kRetry},
      {"disabled", disabled, {.budget = 2}, kRetry},
      {"disabled again", disabled, {.again = true, .used = 1, .budget = 2}, kBlocked},
      {"disabled and explained", disabled, {.explained = true, .budget = 2}, kPrune},
      {"large and two unmet", Missing(2), {.large = true, .can_decompose = true, .budget = 2}, kDecompose},
      {"large and one unmet", Missing(1), {.large = true, .can_decompose = true, .budget = 2}, kRetry},
      {"large and one unmet again",
       Missing(1),
       {.large = true, .again = true, .can_decompose = true, .used = 1, .budget = 2},
       kDecompose},
      {"large, a command fails again",
       Failing(),
       {.large = true, .again = true, .can_decompose = true, .used = 1, .budget = 2},
       kDecompose},
      {"large, and cannot be split", Missing(2), {.large = true, .budget = 2}, kRetry},
      {"large, cannot be split, again", Missing(2), {.large = true, .again = true, .used = 1, .budget = 2}, kBlocked},
      {"small and two unmet", Missing(2), {.can_decompose = true, .budget = 2}, kRetry},
      {"small, and again", Failing(), {.again = true, .can_decompose = true, .used = 1, .budget = 2}, kBlocked},
      {"a command", Failing(), {.budget = 1}, kRetry},
      {"nothing named", nothing, {.budget = 1}, kRetry},
  };
  for (const Row& row : table) {
    const RepairDecision decision = DecideRepair(row.signals, row.known);
    EXPECT_EQ(Name(decision.strategy), Name(row.strategy)) << row.what << ": " << decision.reason;
    EXPECT_FALSE(decision.reason.empty()) << row.what;
  }
}

TEST(NodeRepair, NothingIsPrunedWhileACommandFailsAndNothingIsTriedBeyondTheBudget) {
  for (int bits = 0; bits < 1 << 10; ++bits) {
    const auto bit = [&](int n) { return (bits >> n & 1) != 0; };
    RepairSignals signals;
    if (bit(0)) signals.missing = {"a.cc: does not exist", "b.cc: does not exist"};
    if (bit(1)) signals.hollow = {"c.cc: is empty"};
    if (bit(2)) signals.commands = 1;
    if (bit(3)) signals.outside = 1;
    if (bit(4)) signals.disabled = {"d.cc: a test was switched off"};
    const RepairCase known{bit(5), bit(6), bit(7), bit(9), bit(8), bits % 3, 2};
    const RepairDecision decision = DecideRepair(signals, known);
    if (decision.strategy == RepairStrategy::kPrune) {
      EXPECT_EQ(signals.commands, 0) << bits;
      EXPECT_EQ(signals.outside, 0) << bits;
      EXPECT_TRUE(known.explained) << bits;
    }
    EXPECT_TRUE(decision.strategy != RepairStrategy::kDecompose || known.can_decompose) << bits;
    EXPECT_TRUE(known.used < known.budget || decision.strategy == RepairStrategy::kBlocked) << bits;
  }
}

TEST(NodeRepair, TellsLargeStepsByWhatTheySayAndPromise) {
  StepSpec step;
  EXPECT_FALSE(IsLarge(step));
  step.what = "1. a\n2. b\n3. c\n4. d\n5. e";
  EXPECT_FALSE(IsLarge(step));
  step.what += "\n6) f";
  EXPECT_TRUE(IsLarge(step));
  step.extra = Json::MakeObject().Set("large_task", false);
  EXPECT_FALSE(IsLarge(step)) << "its own word goes first";
  step = {};
  step.must_haves.expected_output = {"a", "b", "c"};
  EXPECT_TRUE(IsLarge(step));
  step = {};
  step.what = std::string(251, '\n');
  EXPECT_TRUE(IsLarge(step));
  step = {};
  step.extra = Json::MakeObject().Set("large", "yes");
  EXPECT_TRUE(IsLarge(step));
}

TEST(NodeRepair, AnExplanationSpeaksOfEveryUnmetPromiseAndSaysWhy) {
  const std::vector<std::string> unmet = {"src/a.cc: does not exist", "src/b.cc:7: looks like a stub: `todo!(`"};
  const auto result = [](const char* text) { return ParseJson(text).value(); };
  EXPECT_TRUE(Explains(result(R"({"left_out":["src/a.cc: generated later","src/b.cc is a shim on purpose"]})"), unmet));
  EXPECT_FALSE(Explains(result(R"({"left_out":["src/a.cc: generated later"]})"), unmet));
  EXPECT_FALSE(Explains(result(R"({"left_out":["src/a.cc","src/b.cc"]})"), unmet)) << "a name is no reason";
  EXPECT_FALSE(Explains(result(R"({"left_out":"all of it"})"), unmet));
  EXPECT_FALSE(Explains(result("{}"), unmet));
  EXPECT_FALSE(Explains(result(R"({"left_out":["x: y"]})"), {}));
}

TEST(NodeRepair, SignalsComeBackAsTheyWere) {
  RepairSignals signals = Missing(2);
  signals.hollow = {"h"};
  signals.unwired = {"u"};
  signals.disabled = {"d"};
  signals.commands = 3;
  signals.outside = 1;
  signals.other = 2;
  EXPECT_EQ(RepairSignalsFromJson(ToJson(signals)), signals);
  EXPECT_EQ(RepairSignalsFromJson(Json()), RepairSignals{});
}

}  // namespace
}  // namespace forge
