#include "service/notify/notice.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

RunRow NotifiedRun() {
  RunRow run;
  run.id = RunId{17};
  run.objective = "add a flag";
  return run;
}

JournalRow NotedRow(const std::string& kind, const std::string& data) {
  JournalRow row;
  row.seq = 42;
  row.at = {1'000};
  row.kind = kind;
  row.data = data;
  return row;
}

TEST(Notices, AQuestionNeedsYou) {
  const auto notice = NoticeOf(NotifiedRun(), NotedRow("question", R"({"question":3,"text":"Build it?"})"));
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->event, NoticeEvent::kNeedsYou);
  EXPECT_EQ(notice->question.value, 3);
  EXPECT_EQ(ToJson(*notice, "/p").Dump(),
            R"({"id":"17-42","event":"needs-you","project":"/p","run":17,"objective":"add a flag","text":"Build it?",)"
            R"("at":"1970-01-01T00:00:01.000Z","question":3,"summary":"run 17 needs you: Build it?"})");
}

TEST(Notices, OnlyTheEndsThatNobodyAskedForAreNews) {
  EXPECT_EQ(NoticeOf(NotifiedRun(), NotedRow("run-status", R"({"to":"failed","reason":"no"})"))->event,
            NoticeEvent::kFailed);
  EXPECT_EQ(NoticeOf(NotifiedRun(), NotedRow("run-status", R"({"to":"completed"})"))->event, NoticeEvent::kDone);
  for (const char* to : {"active", "paused", "parked", "blocked", "cancelled", "abandoned"})
    EXPECT_FALSE(NoticeOf(NotifiedRun(), NotedRow("run-status", std::string(R"({"to":")") + to + "\"}"))) << to;
}

TEST(Notices, AWaitForALimitSaysWhenItEnds) {
  const auto notice =
      NoticeOf(NotifiedRun(), NotedRow("retry", R"({"class":"quota","error":"used up","delay_ms":60000})"));
  ASSERT_TRUE(notice);
  EXPECT_EQ(notice->event, NoticeEvent::kLimit);
  EXPECT_EQ(notice->until.ms, 61'000);
  EXPECT_EQ(Describe(*notice), "run 17 waits for a limit until 1970-01-01T00:01:01.000Z: used up");
  EXPECT_FALSE(NoticeOf(NotifiedRun(), NotedRow("retry", R"({"class":"network","delay_ms":60000})")));
  EXPECT_FALSE(NoticeOf(NotifiedRun(), NotedRow("retry", R"({"class":"quota","delay_ms":0})")))
      << "another account goes on";
}

TEST(Notices, OfARunThatItsParentWaitsForOnlyQuestionsAreNews) {
  RunRow child = NotifiedRun();
  child.parent_unit = UnitId{5};
  EXPECT_TRUE(NoticeOf(child, NotedRow("question", R"({"question":1})")));
  EXPECT_FALSE(NoticeOf(child, NotedRow("run-status", R"({"to":"failed"})")));
  EXPECT_FALSE(NoticeOf(child, NotedRow("run-status", R"({"to":"completed"})")));
}

TEST(Notices, NeitherInputsNorBrokenRowsAreNews) {
  JournalRow input = NotedRow("question", "{}");
  input.is_input = true;
  EXPECT_FALSE(NoticeOf(NotifiedRun(), input));
  EXPECT_FALSE(NoticeOf(NotifiedRun(), NotedRow("question", "{")));
}

}  // namespace
}  // namespace forge
