#include "agent/native/context_budget.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Message Model(const std::string& wire) { return {Message::Role::kModel, "", {}, wire}; }
Message Reply(const std::string& text) { return {Message::Role::kTools, "", {{"id", "Read", text, false, false}}, ""}; }

Conversation Talk(int exchanges, std::size_t reply_bytes) {
  Conversation talk{"system", {{Message::Role::kUser, "prompt", {}, ""}}};
  for (int i = 0; i < exchanges; ++i) {
    talk.messages.push_back(Model("{\"n\":" + std::to_string(i) + "}"));
    talk.messages.push_back(Reply(std::string(reply_bytes, 'x')));
  }
  return talk;
}

TEST(ContextBudget, AConversationThatFitsIsLeftAlone) {
  Conversation talk = Talk(10, 1000);
  EXPECT_FALSE(FitContext(talk, Bytes(talk)).changed());
  EXPECT_EQ(talk.messages.size(), 21U);
}

TEST(ContextBudget, OldResultsAreShortenedFirstAndFreshOnesStay) {
  Conversation talk = Talk(20, 10'000);
  const FitReport report = FitContext(talk, 150'000);
  EXPECT_GT(report.shortened, 0U);
  EXPECT_EQ(report.left_out, 0U);
  EXPECT_LT(Bytes(talk), 150'000U);
  EXPECT_LT(talk.messages[2].replies[0].text.size(), 2000U);
  EXPECT_EQ(talk.messages.back().replies[0].text.size(), 10'000U);
  EXPECT_FALSE(FitContext(talk, 150'000).changed()) << "the next request must find the same beginning";
}

TEST(ContextBudget, WholeExchangesGoWhenShorteningIsNotEnough) {
  Conversation talk = Talk(500, 1000);
  const FitReport report = FitContext(talk, 100'000);
  EXPECT_GT(report.left_out, 400U);
  EXPECT_LE(Bytes(talk), 100'000U);
  EXPECT_EQ(talk.messages[0].text, "prompt");
  EXPECT_EQ(talk.messages[1].role, Message::Role::kModel) << "a result without its call would be refused";
  EXPECT_EQ(talk.messages.back().role, Message::Role::kTools);
}

TEST(ContextBudget, OneHugeFreshResultIsShortenedToo) {
  Conversation talk = Talk(1, 1'000'000);
  FitContext(talk, 100'000);
  EXPECT_LE(Bytes(talk), 100'000U);
}

TEST(ContextBudget, TextIsCutWhereASectionEnds) {
  std::string text = "# One\nfirst\n\n# Two\nsecond\n";
  while (text.size() < 5000) text += "filler line\n";
  text += "# Last\nthe end\n";
  const std::string shortened = ShortenAtSections(text, 300);
  EXPECT_LT(shortened.size(), 450U);
  EXPECT_TRUE(shortened.starts_with("# One\nfirst\n\n# Two\nsecond\n"));
  EXPECT_TRUE(shortened.ends_with("filler line\n# Last\nthe end\n") || shortened.ends_with("]\n# Last\nthe end\n"))
      << shortened;
  EXPECT_NE(shortened.find("bytes left out"), std::string::npos);
}

TEST(ContextBudget, NoCharacterIsCut) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "ä";
  const std::string shortened = ShortenAtSections(text, 101);
  EXPECT_EQ(shortened.find("\xEF\xBF\xBD"), std::string::npos);
  EXPECT_TRUE(shortened.starts_with("ä"));
  EXPECT_TRUE(shortened.ends_with("ä"));
}

}  // namespace
}  // namespace forge
