#include "service/report/report_story.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

JournalRow Row(std::int64_t at, std::string kind, std::string data, bool is_input = false) {
  JournalRow row;
  row.at = TimePoint{at};
  row.kind = std::move(kind);
  row.data = std::move(data);
  row.is_input = is_input;
  return row;
}

JournalRow Of(JournalRow row, std::string step, std::string stage, int iteration = 1) {
  row.step = StepId{std::move(step)};
  row.stage = std::move(stage);
  row.iteration = iteration;
  return row;
}

TEST(ReportStory, TellsWhatFailedWhyAndThatItPassedLater) {
  const std::vector<StoryPoint> story = TellStory(
      {Of(Row(1, "approved", "{}"), "a", "build"),
       Of(Row(2, "revision", R"x({"round":1,"of":3,"summary":"make (exit 2)"})x"), "", "verify"),
       Of(Row(3, "repair", R"({"strategy":"retry","used":1,"of":3,"summary":"red","reason":"again"})"), "a", "verify"),
       Of(Row(4, "approved", "{}"), "", "verify", 2), Of(Row(5, "approved", "{}"), "a", "verify", 2)});
  ASSERT_EQ(story.size(), 4U);
  EXPECT_EQ(story[0].where, "verify");
  EXPECT_EQ(story[0].text, "did not pass (round 1 of 3): make (exit 2)");
  EXPECT_FALSE(story[0].good);
  EXPECT_EQ(story[1].text, "failed: red; repair 1 of 3: again");
  EXPECT_EQ(story[2].text, "passed in round 2");
  EXPECT_TRUE(story[2].good);
  EXPECT_EQ(story[3].where, "a verify");
}

TEST(ReportStory, TellsHowAQuestionThatNobodyAnsweredWasSettled) {
  const std::vector<StoryPoint> story =
      TellStory({Of(Row(1, "question", R"({"question":1,"text":"Build this plan?"})"), "", "approve"),
                 Of(Row(2, "approved", "{}"), "", "approve"), Of(Row(3, "approved", "{}"), "", "approve", 2)});
  ASSERT_EQ(story.size(), 1U);
  EXPECT_EQ(story[0].text, "approved without a person: the run is unattended (Build this plan?)");
}

TEST(ReportStory, SaysInOneLineThatNobodyWasAsked) {
  const std::vector<StoryPoint> story =
      TellStory({Of(Row(1, "question", R"({"question":1,"text":"What now?"})"), "", "triage"),
                 Of(Row(1, "not-asked", "{}"), "", "triage")});
  ASSERT_EQ(story.size(), 1U);
  EXPECT_EQ(story[0].text, "not asked: the run is unattended; no decision yet (What now?)");
}

TEST(ReportStory, NamesEveryWait) {
  const std::vector<JournalRow> rows = {
      Row(0, "attached", "{}", true),
      Row(1000, "question", R"({"question":1,"text":"Go on?"})"),
      Row(61'000, "answer", R"({"question":1,"answer":"yes"})", true),
      Row(70'000, "run-status", R"({"to":"paused"})"),
      Row(170'000, "run-status", R"({"to":"active"})"),
      Row(180'000, "retry", R"({"class":"rate-limit","delay_ms":90000,"error":"full"})"),
      Row(900'000, "attached", "{}", true)};
  const std::vector<WaitSpan> waits = FindWaits(rows, TimePoint{1'000'000});
  EXPECT_EQ(WhyIdle(waits, 2000, 60'000), "for an answer: Go on?");
  EXPECT_EQ(WhyIdle(waits, 71'000, 160'000), "paused");
  EXPECT_EQ(WhyIdle(waits, 181'000, 269'000), "for a limit: full");
  EXPECT_EQ(WhyIdle(waits, 300'000, 890'000), "no engine was running");
  EXPECT_EQ(WhyIdle(waits, 2'000'000, 3'000'000), "");
}

TEST(ReportStory, TellsWhatPeopleDidByHand) {
  const std::vector<JournalRow> rows = {
      Of(Row(1000, "step-taken", R"({"step":"a","pid":7,"by":"ada"})", true), "a", ""),
      Of(Row(91'000, "step-given-back",
             R"({"step":"a","pid":7,"as":"done","by":"ada","kept":"1/a/hand-1","files":["x","y","z","w"],"more_files":2})",
             true),
         "a", ""),
      Of(Row(92'000, "step-given-back",
             R"({"step":"b","pid":8,"as":"hand-back","note":"mind the gap","by":"ada","kept":"1/b/hand-1","files":["x"]})",
             true),
         "b", ""),
      Of(Row(93'000, "step-given-back", R"({"step":"b","pid":8,"as":"as-it-was"})", true), "b", "")};
  const std::vector<StoryPoint> story = TellStory(rows);
  ASSERT_EQ(story.size(), 3U);
  EXPECT_EQ(story[0].where, "a");
  EXPECT_EQ(story[0].text, "done by hand by ada: x, y, z and 3 more (kept in 1/a/hand-1)");
  EXPECT_TRUE(story[0].good);
  EXPECT_EQ(story[1].text, "handed back to the agent by ada with the note \"mind the gap\": x (kept in 1/b/hand-1)");
  EXPECT_EQ(story[2].text, "opened in a shell and left as it was: nothing was changed");
  EXPECT_EQ(WhyIdle(FindWaits(rows, TimePoint{100'000}), 2000, 90'000), "while step a was open in a shell of ada");
}

}  // namespace
}  // namespace forge
