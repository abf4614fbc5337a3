#include "model/dialectic.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using enum Rebuttal;

TEST(Dialectic, FollowsItsTruthTable) {
  struct Row {
    Defence defence;
    std::vector<Rebuttal> rebuttals;
    DebateOutcome outcome;
  };
  const std::vector<Row> table = {
      {Defence::kConcede, {}, DebateOutcome::kConceded},
      {Defence::kConcede, {kKept}, DebateOutcome::kConceded},
      {Defence::kConcede, {kWithdrawn}, DebateOutcome::kConceded},
      {Defence::kDefend, {}, DebateOutcome::kOpen},
      {Defence::kDefend, {kWithdrawn}, DebateOutcome::kResolved},
      {Defence::kDefend, {kKept}, DebateOutcome::kOpen},
      {Defence::kDefend, {kKept, kWithdrawn}, DebateOutcome::kResolved},
      {Defence::kDefend, {kWithdrawn, kKept}, DebateOutcome::kOpen},
      {Defence::kNone, {}, DebateOutcome::kOpen},
      {Defence::kNone, {kKept}, DebateOutcome::kOpen},
      {Defence::kNone, {kWithdrawn}, DebateOutcome::kOpen},
  };
  for (const Row& row : table) {
    EXPECT_EQ(OutcomeOf(row.defence, row.rebuttals), row.outcome)
        << static_cast<int>(row.defence) << " with " << row.rebuttals.size();
  }
}

TEST(Dialectic, ReadsTheWordsPeopleUse) {
  EXPECT_EQ(ParseDefence("Concede"), Defence::kConcede);
  EXPECT_EQ(ParseDefence("**Conceded.** The test is missing"), Defence::kConcede);
  EXPECT_EQ(ParseDefence("agreed"), Defence::kConcede);
  EXPECT_EQ(ParseDefence("defend: see line 3"), Defence::kDefend);
  EXPECT_EQ(ParseDefence("It is checked before"), Defence::kDefend);
  EXPECT_EQ(ParseDefence(""), Defence::kNone);
  EXPECT_EQ(ParseDefence(" \n"), Defence::kNone);
  EXPECT_EQ(ParseRebuttal("withdrawn"), Rebuttal::kWithdrawn);
  EXPECT_EQ(ParseRebuttal("Withdraw, I was wrong"), Rebuttal::kWithdrawn);
  EXPECT_EQ(ParseRebuttal("upheld"), Rebuttal::kKept);
  EXPECT_EQ(ParseRebuttal("not withdrawn"), Rebuttal::kKept);
  EXPECT_EQ(ParseRebuttal("???"), Rebuttal::kKept);
}

TEST(Dialectic, ReadsItemsOfEveryShape) {
  auto json = ParseJson(R"([
    {"id":"R1","challenge":"leaks","defence":"concede","rebuttals":[]},
    {"id":"R2","challenge":{"file":"a.cc","line":3,"text":"races"},"defence":{"answer":"defend","text":"locked"},
     "rebuttals":["withdrawn"]},
    {"challenge":"slow","defence":"defend","rebuttals":[{"verdict":"kept"}]},
    {"challenge":"odd","rebuttals":["kept"]},
    {"challenge":"late","defense":"defend"},
    {"challenge":"flag","defence":{"concede":true}},
    {"challenge":"one","defence":"defend","rebuttal":"withdrawn"}
  ])");
  auto objections = ObjectionsFromJson(*json);
  ASSERT_TRUE(objections);
  const auto outcomes = Settle(*objections);
  std::string all;
  for (const ObjectionOutcome& one : outcomes) all += one.id + "=" + std::string(Name(one.outcome)) + " ";
  EXPECT_EQ(all, "R1=CONCEDED R2=RESOLVED R3=OPEN R4=OPEN R5=OPEN R6=CONCEDED R7=RESOLVED ");
  EXPECT_EQ(outcomes[1].challenge.file, "a.cc");
  const Json shown = ToJson(outcomes);
  EXPECT_EQ(shown["conceded"].AsInt(), 2);
  EXPECT_EQ(shown["resolved"].AsInt(), 2);
  EXPECT_EQ(shown["open"].AsInt(), 3);
  EXPECT_TRUE(shown["blocked"].AsBool());
  EXPECT_FALSE(ObjectionsFromJson(Json("words")));
}

TEST(Dialectic, NothingObjectedBlocksNothing) {
  EXPECT_FALSE(ToJson(std::vector<ObjectionOutcome>{})["blocked"].AsBool());
}

TEST(Dialectic, JoinsWhatTheSeatsOfAPanelSaid) {
  auto challenge = ParseJson(
      R"({"objections":[{"id":"R1","text":"a"},{"id":"R2","text":"b"},{"id":"R3","text":"c"},{"id":"R4","text":"d"}]})");
  auto defence = ParseJson(R"({"answers":[{"id":"r1","answer":"concede"},{"id":"R2","answer":"defend"},
                               {"id":"R4","answer":"defend"},{"id":"R9","answer":"concede"}]})");
  auto rebuttal = ParseJson(R"({"items":[{"id":"R2","verdict":"withdrawn"},{"id":"R9","verdict":"withdrawn"}]})");
  const auto outcomes = Settle(JoinDebate(*challenge, *defence, {*rebuttal}));
  ASSERT_EQ(outcomes.size(), 4U);
  EXPECT_EQ(outcomes[0].outcome, DebateOutcome::kConceded);
  EXPECT_EQ(outcomes[1].outcome, DebateOutcome::kResolved);
  EXPECT_EQ(outcomes[2].outcome, DebateOutcome::kOpen);  // it has no answer
  EXPECT_EQ(outcomes[3].outcome, DebateOutcome::kOpen);  // defended, and the challenger did not withdraw
}

}  // namespace
}  // namespace forge
