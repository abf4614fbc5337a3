#include "service/report/report_story.h"

#include <gtest/gtest.h>

#include "store/store.h"

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

// A question of `step stage`; `answered` 0: it has no answer.
StoredQuestion Asked(std::int64_t id, std::int64_t at, std::string text, QuestionStatus status,
                     std::int64_t answered = 0, std::string by = "") {
  StoredQuestion stored;
  stored.question.id = QuestionId{id};
  stored.question.asked = TimePoint{at};
  stored.question.text = std::move(text);
  stored.question.status = status;
  stored.question.answered = TimePoint{answered};
  stored.question.by = std::move(by);
  return stored;
}

StoredQuestion Of(StoredQuestion stored, std::string step, std::string stage) {
  stored.question.step = StepId{std::move(step)};
  stored.question.stage = std::move(stage);
  return stored;
}

TEST(ReportStory, TellsWhatFailedWhyAndThatItPassedLater) {
  const std::vector<StoryPoint> story = TellStory(
      {Of(Row(1, "approved", "{}"), "a", "build"),
       Of(Row(2, "revision", R"x({"round":1,"of":3,"summary":"make (exit 2)"})x"), "", "verify"),
       Of(Row(3, "repair", R"({"strategy":"retry","used":1,"of":3,"summary":"red","reason":"again"})"), "a", "verify"),
       Of(Row(4, "approved", "{}"), "", "verify", 2), Of(Row(5, "approved", "{}"), "a", "verify", 2)},
      {});
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
                 Of(Row(1, "approved", "{}"), "", "approve"), Of(Row(3, "approved", "{}"), "", "approve", 2)},
                {Of(Asked(1, 1, "Build this plan?", QuestionStatus::kAnswered, 1, "policy"), "", "approve")});
  ASSERT_EQ(story.size(), 1U);
  EXPECT_EQ(story[0].text, "approved without a person: the run is unattended (Build this plan?)");
}

TEST(ReportStory, SaysInOneLineThatNobodyWasAsked) {
  const std::vector<StoryPoint> story =
      TellStory({Of(Row(1, "question", R"({"question":1,"text":"What now?"})"), "", "triage"),
                 Of(Row(1, "not-asked", "{}"), "", "triage")},
                {Of(Asked(1, 1, "What now?", QuestionStatus::kDeferred, 1, "policy"), "", "triage")});
  ASSERT_EQ(story.size(), 1U);
  EXPECT_EQ(story[0].text, "not asked: the run is unattended; no decision yet (What now?)");
}

TEST(ReportStory, APersonsWorkIsNoAnswerOfTheRun) {
  const std::vector<JournalRow> rows = {
      Of(Row(1000, "question", R"({"question":2,"text":"verify still fails"})"), "one", "verify"),
      Of(Row(1000, "step-waiting", "{}"), "one", "verify"),
      Of(Row(61'000, "step-taken", R"({"step":"one","pid":7,"by":"ada"})", true), "one", ""),
      Of(Row(91'000, "step-given-back",
             R"({"step":"one","pid":7,"as":"done","by":"ada","kept":"1/one/hand-1","files":["x"]})", true),
         "one", ""),
      Of(Row(92'000, "approved", "{}"), "one", "verify")};
  const std::vector<StoredQuestion> questions = {
      Of(Asked(2, 1000, "verify still fails", QuestionStatus::kWithdrawn), "one", "verify")};
  const std::vector<StoryPoint> story = TellStory(rows, questions);
  ASSERT_EQ(story.size(), 2U);
  EXPECT_EQ(story[0].text, "asked: verify still fails");
  EXPECT_TRUE(story[0].asks);
  EXPECT_EQ(story[1].text, "done by hand by ada: x (kept in refs/forge/1/one/hand-1)");
  const std::vector<WaitSpan> waits = FindWaits(rows, questions, TimePoint{500'000});
  EXPECT_EQ(WhyIdle(waits, 1000, 61'000), "for an answer: verify still fails");
  EXPECT_EQ(WhyIdle(waits, 61'000, 91'000), "while step one was open in a shell of ada");
  EXPECT_EQ(WhyIdle(waits, 93'000, 500'000), "") << "the question was withdrawn";
}

TEST(ReportStory, ARunWaitsOnlyForTheQuestionThatIsOpen) {
  const std::vector<JournalRow> rows = {
      Of(Row(1000, "question", R"({"question":1,"text":"Build this plan?"})"), "", "approve"),
      Of(Row(1000, "approved", "{}"), "", "approve"),
      Of(Row(2000, "question", R"({"question":2,"text":"verify still fails"})"), "one", "verify"),
      Row(62'000, "answer", R"({"question":2,"answer":"accept"})", true)};
  const std::vector<WaitSpan> waits =
      FindWaits(rows,
                {Of(Asked(1, 1000, "Build this plan?", QuestionStatus::kAnswered, 1000, "policy"), "", "approve"),
                 Of(Asked(2, 2000, "verify still fails", QuestionStatus::kAnswered, 62'000, "ada"), "one", "verify")},
                TimePoint{100'000});
  EXPECT_EQ(WhyIdle(waits, 2000, 62'000), "for an answer: verify still fails");
  EXPECT_EQ(WhyIdle(waits, 63'000, 100'000), "");
}

TEST(ReportStory, SaysWhoApprovedWhatNobodyWasAskedLater) {
  const std::vector<StoryPoint> story = TellStory(
      {Of(Row(1, "question", R"({"question":1,"text":"Build this plan?"})"), "", "approve"),
       Of(Row(1, "approved", "{}"), "", "approve"),
       Of(Row(2, "question", R"({"question":2,"text":"Ship it?"})"), "", "ship"),
       Of(Row(9, "approved", "{}"), "", "ship"),
       Of(Row(10, "question", R"({"question":3,"text":"step one is done; continue?"})"), "one", "commit"),
       Of(Row(10, "checkpoint-passed-over", "{}"), "one", "commit"), Of(Row(11, "approved", "{}"), "one", "commit")},
      {Of(Asked(1, 1, "Build this plan?", QuestionStatus::kAnswered, 1, "start"), "", "approve"),
       Of(Asked(2, 2, "Ship it?", QuestionStatus::kAnswered, 9, "policy"), "", "ship"),
       Of(Asked(3, 10, "step one is done; continue?", QuestionStatus::kDeferred, 10, "policy"), "one", "commit")});
  std::vector<std::string> texts;
  for (const StoryPoint& point : story) texts.push_back(point.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"approved before the run started (Build this plan?)", "asked: Ship it?",
                                             "approved without a person: the run is unattended (Ship it?)",
                                             "checkpoint passed over: the run is unattended"}));
}

TEST(ReportStory, NamesEveryWait) {
  const std::vector<JournalRow> rows = {
      Row(0, "attached", "{}", true),
      Row(1000, "question", R"({"question":1,"text":"Go on?"})"),
      Row(61'000, "answer", R"({"question":1,"answer":"yes"})", true),
      Row(70'000, "run-status", R"({"to":"paused"})"),
      Row(170'000, "run-status", R"({"to":"active"})"),
      Row(180'000, "retry", R"({"class":"rate-limit","delay_ms":90000,"error":"full"})"),
      Row(280'000, "retry", R"({"class":"quota","delay_ms":90000,"error":"used up"})"),
      Row(900'000, "attached", "{}", true)};
  const std::vector<WaitSpan> waits =
      FindWaits(rows, {Asked(1, 1000, "Go on?", QuestionStatus::kAnswered, 61'000, "ada")}, TimePoint{1'000'000});
  EXPECT_EQ(WhyIdle(waits, 2000, 60'000), "for an answer: Go on?");
  EXPECT_EQ(WhyIdle(waits, 71'000, 160'000), "paused");
  EXPECT_EQ(WhyIdle(waits, 181'000, 269'000), "for a limit: full");
  EXPECT_EQ(WhyIdle(waits, 281'000, 369'000), "for a limit: used up");
  EXPECT_EQ(WhyIdle(waits, 400'000, 890'000), "no engine was running");
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
  const std::vector<StoryPoint> story = TellStory(rows, {});
  ASSERT_EQ(story.size(), 3U);
  EXPECT_EQ(story[0].where, "a");
  EXPECT_EQ(story[0].text, "done by hand by ada: x, y, z and 3 more (kept in refs/forge/1/a/hand-1)");
  EXPECT_TRUE(story[0].good);
  EXPECT_EQ(story[1].text,
            "handed back to the agent by ada with the note \"mind the gap\": x (kept in refs/forge/1/b/hand-1)");
  EXPECT_EQ(story[2].text, "opened in a shell and left as it was: nothing was changed");
  EXPECT_EQ(WhyIdle(FindWaits(rows, {}, TimePoint{100'000}), 2000, 90'000), "while step a was open in a shell of ada");
}

TEST(ReportStory, AStepIsOpenFromItsFirstShellToTheAnswer) {
  const std::vector<JournalRow> rows = {
      Row(1000, "step-taken", R"({"step":"a","pid":7,"by":"ada"})", true),
      Row(600'000, "step-taken", R"({"step":"a","pid":8,"by":"ada"})", true),
      Row(601'000, "step-given-back", R"({"step":"a","pid":8,"as":"as-it-was","by":"ada"})", true)};
  EXPECT_EQ(WhyIdle(FindWaits(rows, {}, TimePoint{700'000}), 2000, 600'500), "while step a was open in a shell of ada");
}

TEST(ReportStory, TellsWhatAPersonRetried) {
  const std::vector<JournalRow> rows = {
      Row(1, "control", R"({"control":"retry","reason":"list the facts","by":"ada"})", true),
      Row(2, "control", R"({"control":"retry","step":"a"})", true),
      Row(3, "control", R"({"control":"retry","contract":"shape","by":"ada"})", true),
      Row(4, "control", R"({"control":"pause","by":"ada"})", true)};
  const std::vector<StoryPoint> story = TellStory(rows, {});
  ASSERT_EQ(story.size(), 3U);
  EXPECT_EQ(story[0].where, "");
  EXPECT_EQ(story[0].text, "retried by ada: list the facts");
  EXPECT_TRUE(story[0].good);
  EXPECT_EQ(story[1].where, "a");
  EXPECT_EQ(story[1].text, "retried");
  EXPECT_EQ(story[2].text, "contract shape switched on again by ada");
}

}  // namespace
}  // namespace forge
