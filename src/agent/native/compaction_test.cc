#include "agent/native/compaction.h"

#include <gtest/gtest.h>

#include "agent/native/context_budget.h"

namespace forge {
namespace {

Message Said(int number) { return {Message::Role::kModel, "", {}, "{\"n\":" + std::to_string(number) + "}"}; }
Message Replied(const std::string& name, const std::string& about, std::size_t bytes, bool failed = false) {
  return {Message::Role::kTools, "", {{"id", name, std::string(bytes, 'x'), failed, false, about, {}}}, ""};
}

Conversation Long(int exchanges, std::size_t bytes) {
  Conversation talk{"system", {{Message::Role::kUser, "prompt", {}, "", true}}};
  for (int i = 0; i < exchanges; ++i) {
    talk.messages.push_back(Said(i));
    talk.messages.push_back(Replied("Read", "file" + std::to_string(i), bytes));
  }
  return talk;
}

TEST(Compaction, TheNewestExchangesAreNotOld) {
  const auto small = FindOldPart(Long(20, 100), 4000);
  ASSERT_TRUE(small);
  EXPECT_EQ(small->end, 1U + 2 * 16) << "four stay";
  EXPECT_EQ(small->exchanges, 16U);
  const auto large = FindOldPart(Long(20, 10'000), 100'000);
  ASSERT_TRUE(large);
  EXPECT_EQ(large->end, 1U + 2 * 18) << "two of them are a quarter";
  const auto huge = FindOldPart(Long(3, 1'000'000), 100'000);
  ASSERT_TRUE(huge);
  EXPECT_EQ(huge->end, 1U + 2 * 2) << "one stays, however large it is";
}

TEST(Compaction, LittleIsNotWorthASummary) {
  EXPECT_FALSE(FindOldPart(Long(1, 1'000'000), 100'000)) << "there is nothing before it";
  EXPECT_FALSE(FindOldPart(Long(6, 1000), 100'000));
  EXPECT_FALSE(FindOldPart(Conversation{"system", {}}, 1000));
}

TEST(Compaction, PromptsStayAndTheOldSummaryGoes) {
  Conversation talk = Long(10, 1000);
  ReplaceOldPart(talk, *FindOldPart(talk, 4000), "first summary");
  talk.messages.push_back({Message::Role::kUser, "second prompt", {}, "", true});
  for (int i = 0; i < 10; ++i) {
    talk.messages.push_back(Said(i));
    talk.messages.push_back(Replied("Read", "late", 1000));
  }
  ReplaceOldPart(talk, *FindOldPart(talk, 4000), "second summary");
  ASSERT_GE(talk.messages.size(), 4U);
  EXPECT_EQ(talk.messages[0].text, "prompt");
  EXPECT_EQ(talk.messages[1].text, "second prompt");
  EXPECT_EQ(talk.messages[2].text, "second summary");
  EXPECT_TRUE(talk.messages[2].summary);
  EXPECT_EQ(talk.messages[3].role, Message::Role::kModel) << "a result without its call would be refused";
}

TEST(Compaction, ShorteningLeavesTheSummary) {
  Conversation talk = Long(10, 1000);
  ReplaceOldPart(talk, *FindOldPart(talk, 4000), "the summary");
  for (int i = 0; i < 100; ++i) {
    talk.messages.push_back(Said(i));
    talk.messages.push_back(Replied("Read", "late", 1000));
  }
  EXPECT_GT(FitContext(talk, 30'000).left_out, 0U);
  EXPECT_EQ(talk.messages[1].text, "the summary");
}

TEST(Compaction, WhatIsKnownIsTold) {
  Conversation talk = Long(0, 0);
  for (const auto& [name, about, failed] : {std::tuple("Read", "a", false),
                                            {"Read", "b", false},
                                            {"Edit", "a", false},
                                            {"Write", "no", true},
                                            {"Bash", "`make`", true},
                                            {"Bash", "`one`", true},
                                            {"Bash", "`two`", true},
                                            {"Bash", "`fine`", false}}) {
    talk.messages.push_back(Said(1));
    talk.messages.push_back(Replied(name, about, 5, failed));
  }
  const OldPart all{.end = talk.messages.size(), .bytes = 1, .exchanges = 8};
  KnownWork work;
  NoteWork(talk, all, work);
  EXPECT_EQ(work.changed, std::vector<std::string>{"a"});
  EXPECT_EQ(work.read, std::vector<std::string>{"b"}) << "a file that was changed is not only read";
  EXPECT_EQ(work.failures, (std::vector<std::string>{"Bash `make`: xxxxx", "Bash `one`: xxxxx", "Bash `two`: xxxxx"}));
  EXPECT_EQ(SummaryMessage(all, " what I know \n", "", {}),
            "Your summary of the 8 exchanges that stood here and were left out to save space:\n\nwhat I know\n\nGo on "
            "with the task from here.");
}

}  // namespace
}  // namespace forge
