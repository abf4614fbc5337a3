#include "text/made_decisions.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

std::vector<MadeDecision> Three() {
  return NumberDecisions({{"", "Store notes in SQLite, since files are locked elsewhere.", "run 2, step s1"},
                          {"", "Names are lower case.", "run 2, step s2"},
                          {"", "store notes in SQLite since files are locked elsewhere", "run 3"},
                          {"", " ", "run 3"},
                          {"", "Times are UTC.", "run 3"}});
}

TEST(Decisions, AreNumberedInOrderAndEachOnce) {
  const std::vector<MadeDecision> decisions = Three();
  ASSERT_EQ(decisions.size(), 3U);
  EXPECT_EQ(decisions[0].id, "D1");
  EXPECT_EQ(decisions[0].from, "run 2, step s1") << "who made it first";
  EXPECT_EQ(decisions[2], (MadeDecision{"D3", "Times are UTC.", "run 3"}));
}

TEST(Decisions, AWordThatTurnsOneRoundMakesAnother) {
  const auto both =
      NumberDecisions({{"", "Store the settings of users in TOML files below the home directory", "s1"},
                       {"", "Store the settings of users in JSON files below the home directory", "s2"},
                       {"", "Below the home directory, store the settings of users in TOML files.", "s3"}});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[1].from, "s2");
}

TEST(Decisions, OfManyThatAreLeftOutSomeAreNamed) {
  std::vector<MadeDecision> said;
  for (int i = 0; i < 1000; ++i) said.push_back({"", "Number " + std::to_string(i), "s1"});
  EXPECT_LT(DecisionsAbout(NumberDecisions(said), "", 100).text.size(), 400U);
}

TEST(Decisions, ThoseThatMatterComeFirstAndTheRestIsNamed) {
  const std::vector<MadeDecision> decisions = Three();
  EXPECT_EQ(DecisionsAbout(decisions, "", 4000).text,
            "- D1 (run 2, step s1): Store notes in SQLite, since files are locked elsewhere.\n"
            "- D2 (run 2, step s2): Names are lower case.\n"
            "- D3 (run 3): Times are UTC.\n");
  const SharedLength about = DecisionsAbout(decisions, "The table of notes in SQLite", 90);
  EXPECT_EQ(about.text,
            "- D1 (run 2, step s1): Store notes in SQLite, since files are locked elsewhere.\n"
            "(left out, for want of room: D3, D2)\n");
  EXPECT_EQ(about.left_out, (std::vector<std::string>{"D3", "D2"})) << "the newest first";
}

TEST(Decisions, AreNamedByTheirWordsWhereANumberStands) {
  const std::vector<MadeDecision> decisions = Three();
  EXPECT_EQ(WithDecisionsNamed("step s4 writes files, against D1", decisions),
            "step s4 writes files, against D1 (D1: Store notes in SQLite, since files are locked elsewhere.)");
  EXPECT_EQ(WithDecisionsNamed("D11 and CD1", decisions), "D11 and CD1");
}

}  // namespace
}  // namespace forge
