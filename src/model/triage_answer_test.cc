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
