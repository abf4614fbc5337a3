#include "text/gist.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Gist, OfAnAnswerInWordsIsItsFirstLine) {
  EXPECT_EQ(Gist("## Done, it works.\n\n```json\n{\"status\":\"done\"}\n```\n", 80), "Done, it works.");
  EXPECT_EQ(Gist("{not json", 80), "{not json");
  EXPECT_EQ(Gist("", 80), "");
}

TEST(Gist, OfJsonIsItsOwnSummary) {
  EXPECT_EQ(Gist(R"({"status":"done","summary":"Two lines\nof it"})", 80), "Two lines");
  EXPECT_EQ(Gist("```json\n{\"result\": {\"summary\": \"inside\"}}\n```\n", 80), "inside");
  EXPECT_EQ(Gist(R"({"verdict":"approved","findings":[]})", 80), "approved");
}

TEST(Gist, OfOtherJsonIsWhatItHolds) {
  EXPECT_EQ(Gist(R"({"findings":[1,2],"status":"done"})", 80), "an answer with 2 findings, status");
  EXPECT_EQ(Gist("[1, 2, 3]", 80), "a list of 3 items");
  EXPECT_EQ(Gist("{}", 80), "an empty answer");
}

}  // namespace
}  // namespace forge
