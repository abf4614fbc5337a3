#include "model/triage_answer.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(TriageAnswer, IsOneWordForAllAndExceptionsInTheComment) {
  struct Row {
    const char* answer;
    const char* comment;
    const char* f1;  // what becomes of F1, in the group "lenses"
    const char* f2;  // and of F2, in the group "step a, review"
    bool fixes;
  };
  const Row table[] = {
      {"keep", "", "keep", "keep", false},
      {"fix", "", "fix", "fix", true},
      {"follow-up", "", "follow-up", "follow-up", false},
      {"keep", "F1: fix", "fix", "keep", true},
      {"keep", "fix f1", "fix", "keep", true},
      {"fix", "F1", "fix", "keep", true},
      {"fix", "F1, F2", "fix", "fix", true},
      {"fix", "F1: keep", "keep", "fix", true},
      {"fix", "F1 keep; F2 later", "keep", "follow-up", true},
      {"keep", "lenses: follow-up", "follow-up", "keep", false},
      {"keep", "step a, review: fix", "keep", "fix", true},
      {"keep", "lenses: fix\nF1: keep", "keep", "keep", true},
      {"keep", "we talked about it: fine as it is", "keep", "keep", false},
      {"keep", "F12: fix", "keep", "keep", true},
      {"follow-up", "spawn", "follow-up", "follow-up", false},
      {"follow-up", "F1 spawn", "follow-up", "keep", false},
      {"what", "", "defer", "defer", false},
      {"keep", ";;;:::", "keep", "keep", false},
  };
  for (const Row& row : table) {
    const TriageAnswer answer = ReadTriageAnswer(row.answer, row.comment);
    EXPECT_EQ(WishFor(answer, "F1", "lenses").word, row.f1) << row.answer << " / " << row.comment;
    EXPECT_EQ(WishFor(answer, "F2", "step a, review").word, row.f2) << row.answer << " / " << row.comment;
    EXPECT_EQ(AsksForFix(answer), row.fixes) << row.answer << " / " << row.comment;
  }
}

TEST(TriageAnswer, ASentenceThatEndsBeforeANumberIsAClause) {
  EXPECT_EQ(WithClauses("F5: keep. F2: fix."), "F5: keep; F2: fix ");
  EXPECT_EQ(WithClauses("F5: keep. It is by design"), "F5: keep  It is by design");
  EXPECT_EQ(WithClauses("see src/a.cc. F1: fix"), "see src/a.cc; F1: fix");
}

TEST(TriageAnswer, AClauseAboutFindingsSaysWhatBecomesOfThem) {
  const std::vector<std::string> known = {"F1", "F2", "F5"};
  for (const char* clear : {"", "F1", "F1, F2", "F1 and F2: fix", "fix f1", "F1: keep, by design", "spawn",
                            "F1: follow-up spawn", "we talked about it", "F1: keep; F2: fix"})
    EXPECT_EQ(UnclearClause(clear, known), "") << clear;
  EXPECT_EQ(UnclearClause("F5: do not fix", known), "F5: do not fix");
  EXPECT_EQ(UnclearClause("F1: keep; F2: hm", known), "F2: hm");
  EXPECT_EQ(UnclearClause("F9: keep", known), "F9: keep");
}

TEST(TriageAnswer, SpawnsForAllOrForThoseItNames) {
  EXPECT_TRUE(WishFor(ReadTriageAnswer("follow-up", "spawn"), "F1", "g").spawn);
  EXPECT_TRUE(WishFor(ReadTriageAnswer("follow-up", "F1: spawn"), "F1", "g").spawn);
  EXPECT_FALSE(WishFor(ReadTriageAnswer("follow-up", "F1: spawn"), "F2", "g").spawn);
  EXPECT_FALSE(WishFor(ReadTriageAnswer("follow-up", ""), "F1", "g").spawn);
}

TEST(TriageAnswer, TellsWhoFixesWhatToFix) {
  EXPECT_NE(FixRequest(ReadTriageAnswer("fix", "")).find("all"), std::string::npos);
  EXPECT_NE(FixRequest(ReadTriageAnswer("fix", "F2")).find("only these: F2"), std::string::npos);
  EXPECT_NE(FixRequest(ReadTriageAnswer("fix", "F2: keep")).find("but F2"), std::string::npos);
  EXPECT_NE(FixRequest(ReadTriageAnswer("keep", "F3: fix")).find("only these: F3"), std::string::npos);
}

}  // namespace
}  // namespace forge
