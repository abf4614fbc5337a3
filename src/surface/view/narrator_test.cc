#include "surface/view/narrator.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

JournalRow Row(std::string kind, std::string data, bool input = false, std::int64_t at = 0) {
  JournalRow row;
  row.kind = std::move(kind);
  row.data = std::move(data);
  row.is_input = input;
  row.at = TimePoint{at};
  row.step = StepId{"s1"};
  row.stage = "implement";
  row.iteration = 2;
  row.attempt = 1;
  return row;
}

TEST(Narrator, SaysWhereAndHowLong) {
  Narrator narrator;
  narrator.Tell(Row("unit-started", R"({"unit":7,"kind":"agent"})", false, 1000));
  const Story story = narrator.Tell(Row(
      "ended", R"({"unit":7,"outcome":{"summary":"did it","usage":{"input_tokens":10,"output_tokens":5,"usd":0.5}}})",
      true, 3500));
  EXPECT_EQ(story.where, "s1 implement #2");
  EXPECT_EQ(story.text, "done in 2.5s, 15 tokens, $0.50: did it");
  EXPECT_EQ(story.weight, Weight::kNews);
}

TEST(Narrator, KeepsGatesOutOfTheNews) {
  Narrator narrator;
  const Story story = narrator.Tell(Row("ended", R"({"unit":7,"outcome":{}})", true));
  EXPECT_EQ(story.weight, Weight::kDetail);
  EXPECT_EQ(story.text, "gate passes");
}

TEST(Narrator, TellsAReviewOnceByItsVerdict) {
  Narrator narrator;
  narrator.Tell(Row("unit-started", R"({"unit":7,"kind":"agent"})"));
  EXPECT_EQ(narrator.Tell(Row("ended", R"({"unit":7,"outcome":{"verdict":"revision"}})", true)).weight,
            Weight::kDetail);
  const Story story = narrator.Tell(Row("revision", R"({"round":1,"of":3,"failures":2,"summary":"no tests"})"));
  EXPECT_EQ(story.weight, Weight::kNews);
  EXPECT_EQ(story.text, "asks for changes (round 1 of 3): no tests");
}

TEST(Narrator, SaysInOneLineThatNobodyWasAsked) {
  Narrator narrator;
  const std::string asks = R"({"question":1,"kind":"ask","text":"Build this plan?","unattended":true})";
  const Story asked = narrator.Tell(Row("question", asks));
  EXPECT_EQ(asked.weight, Weight::kDetail);
  EXPECT_EQ(asked.text, "would ask: Build this plan?");
  EXPECT_EQ(narrator.Tell(Row("approved", "{}")).text, "approved without a person: the run is unattended");
  EXPECT_EQ(narrator.Tell(Row("approved", "{}")).text, "approved") << "only that question";
  narrator.Tell(Row("question", asks));
  EXPECT_EQ(narrator.Tell(Row("not-asked", "{}")).text, "not asked: the run is unattended; no decision yet");
  EXPECT_EQ(narrator.Tell(Row("question", R"({"question":2,"text":"Go on?"})")).text, "asks: Go on?");
}

TEST(Narrator, CallsACheckPassedOrFailed) {
  Narrator narrator;
  narrator.Tell(Row("unit-started", R"({"unit":7,"kind":"check"})"));
  narrator.Tell(Row("ended", R"({"unit":7,"outcome":{}})", true));
  EXPECT_EQ(narrator.Tell(Row("approved", "{}")).text, "passed");
  EXPECT_EQ(narrator.Tell(Row("revision", R"({"round":1,"of":3})")).text, "failed (round 1 of 3)");
}

TEST(Narrator, ShowsWhatItDoesNotKnowAsItIs) {
  Narrator narrator;
  EXPECT_EQ(narrator.Tell(Row("something-new", R"({"a":1})")).text, R"(something-new {"a":1})");
  EXPECT_EQ(narrator.Tell(Row("something-new", "not json")).text, "something-new: not json");
}

TEST(StoryLines, AreOneLineWhateverTheyTell) {
  Palette out(false);
  Story story{"plan", "a\nb\x1b[2J", Tone::kBad, Weight::kNews};
  const std::string line = StoryLine(out, TimePoint{0}, story, 60);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(line.find('\x1b'), std::string::npos);
}

TEST(StoryLines, GiveTheMessageTheRoomOfANarrowTerminal) {
  Palette out(false);
  const Story story{"plan", "the first half of it and the second half of it", Tone::kPlain, Weight::kNews};
  EXPECT_EQ(StoryLine(out, TimePoint{0}, story, 40).substr(8),
            "  plan: the first half of it and\n          the second half of it");
  EXPECT_EQ(StoryLine(out, TimePoint{0}, story, 120).substr(8), "  plan                    " + story.text);
}

TEST(Narrator, TellsAnAnswerThatIsJsonByItsSummary) {
  Narrator narrator;
  narrator.Tell(Row("unit-started", R"({"unit":1,"kind":"agent"})"));
  JournalRow ended =
      Row("ended", R"({"unit":1,"outcome":{"summary":"{\"status\":\"done\",\"summary\":\"It works.\"}"}})");
  ended.is_input = true;
  EXPECT_TRUE(narrator.Tell(ended).text.ends_with(": It works.")) << narrator.Tell(ended).text;
}

}  // namespace
}  // namespace forge
