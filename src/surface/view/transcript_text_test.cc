#include "surface/view/transcript_text.h"

#include <gtest/gtest.h>

#include "surface/view/times.h"

namespace forge {
namespace {

using Kind = AgentEvent::Kind;

class TranscriptTexts : public testing::Test {
 protected:
  std::string Tell(const AgentEvent& event) {
    TranscriptEntry entry = EntryOf(event, "/w");
    entry.at = TimePoint{1'000'000};
    return text_.Tell(entry);
  }

  const std::string time_ = ClockTime(TimePoint{1'000'000});
  Palette palette_{false};
  TranscriptText text_{palette_};
};

TEST_F(TranscriptTexts, TimesStandBeforeTheFirstLineOnly) {
  EXPECT_EQ(Tell({Kind::kText, "one\n\ntwo\n", {}}), time_ + "  one\n\n          two\n");
  EXPECT_EQ(Tell({Kind::kToolResult, "a\nb", {}}), "          a\n          b\n");
}

TEST_F(TranscriptTexts, PiecesOfOneTextGoOn) {
  const Json delta = Json::MakeObject().Set("delta", true);
  EXPECT_EQ(Tell({Kind::kText, "one\n", delta}), time_ + "  one\n");
  EXPECT_EQ(Tell({Kind::kText, "two\n", delta}), "          two\n");
  Tell({Kind::kToolCall, "Bash", {}});
  EXPECT_EQ(Tell({Kind::kText, "three\n", delta}), time_ + "  three\n");
}

TEST_F(TranscriptTexts, ACallShowsItsArguments) {
  const Json edit = Json::MakeObject().Set("file_path", "/w/a.c").Set("old_string", "x\ny").Set("replace_all", true);
  EXPECT_EQ(Tell({Kind::kToolCall, "Edit", edit}),
            time_ +
                "  > Edit a.c\n"
                "          old_string: x (2 lines)\n          replace_all: true\n");
  EXPECT_EQ(Tell({Kind::kToolCall, "Bash", Json::MakeObject().Set("command", "make\nmake test")}),
            time_ + "  > Bash: make\n          make test\n");
}

TEST_F(TranscriptTexts, NothingOfATerminalsOwnGetsThrough) {
  EXPECT_EQ(PlainText("\x1b[31mred\x1b[0m\r\n\x1b]0;title\atext\x07\tend\x1b"), "red\ntext\tend");
  EXPECT_EQ(PlainText("caf\xc3\xa9"), "caf\xc3\xa9");
}

}  // namespace
}  // namespace forge
