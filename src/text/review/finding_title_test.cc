#include "text/review/finding_title.h"

#include <gtest/gtest.h>

#include "model/finding.h"

namespace forge {
namespace {

Finding Said(const std::string& json) { return FindingFromJson(ParseJson(json).value()); }

TEST(FindingTitle, IsTheTitleThatWasSaid) {
  const Finding finding = Said(R"({"title": "the lock is never released", "text": "An early return leaves it held."})");
  EXPECT_EQ(FindingTitle(finding), "the lock is never released");
  EXPECT_EQ(finding.description, "the lock is never released\nAn early return leaves it held.");
  EXPECT_EQ(FindingFromJson(ToJson(finding)), finding) << "the title is not put before itself again";
}

TEST(FindingTitle, OfWordsWithoutOneIsTheirFirstSentence) {
  EXPECT_EQ(FindingTitle(Said(R"("short\nand more")")), "short");
  const std::string rest(150, 'x');
  EXPECT_EQ(FindingTitle(Said("\"The lock is never released. " + rest + "\"")), "The lock is never released");
  const std::string cut = FindingTitle(Said("\"The lock " + rest + "\""));
  EXPECT_EQ(cut, "The lock...");
}

TEST(FindingTitle, IsWhatAFindingIsKnownBy) {
  const Finding one = Said(R"({"title": "the lock is never released", "text": "An early return leaves it held."})");
  const Finding other = Said(R"({"title": "the lock is never released", "text": "Line 12 returns before it."})");
  EXPECT_EQ(FindingKey(one), FindingKey(other));
}

}  // namespace
}  // namespace forge
