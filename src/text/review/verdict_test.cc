#include "text/review/verdict.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

TEST(ReviewVerdict, KnowsTheWholeVocabularyInAnyCase) {
  for (const char* word : {"Approved", "approve", "APPROVED", "[Approved]", "[ approve ]", "Approved."}) {
    EXPECT_EQ(ParseReviewVerdict(std::string("**Verdict:** ") + word), Verdict::kApproved) << word;
  }
  for (const char* word : {"Revision Required", "revision", "Needs Revision", "changes requested",
                           "[Revision Required]", "Revision required.", "[revision]."}) {
    EXPECT_EQ(ParseReviewVerdict(std::string("**Verdict:** ") + word), Verdict::kRevision) << word;
  }
}

TEST(ReviewVerdict, TakesBothMarkdownShapesOfTheLabelAndAnyBlanks) {
  EXPECT_EQ(ParseReviewVerdict("**Verdict**: approved"), Verdict::kApproved);
  EXPECT_EQ(ParseReviewVerdict("  \t**VERDICT:**approved  "), Verdict::kApproved);
  EXPECT_EQ(ParseReviewVerdict("**verdict:**\tRevision"), Verdict::kRevision);
}

TEST(ReviewVerdict, AnythingElseIsMalformed) {
  for (const char* text : {"", "looks good", "Verdict: Approved", "**Verdict: Approved**", "- **Verdict:** Approved",
                           "# **Verdict:** Approved", "**Verdict:**", "**Verdict:** ", "**Verdict:** Approved!",
                           "**Verdict:** **Approved**", "**Verdict:** Approved | Revision Required",
                           "**Verdict:** [Approved | Revision Required]", "**Verdict:** not approved",
                           "**Verdict:** approved with comments", "**Verdict:** Approved..", "**Verdict:** yes",
                           "**Verdict:** [[Approved]]", "**Verdict:** Appr\xC3\xB6ved"}) {
    EXPECT_EQ(ParseReviewVerdict(text), Verdict::kMalformed) << text;
  }
}

TEST(ReviewVerdict, TheLastLineDecidesEvenWhenItIsUnreadable) {
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Revision Required\n\n**Verdict:** Approved\n"), Verdict::kApproved);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Approved\n**Verdict:** Revision"), Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Approved\n**Verdict:** hmm"), Verdict::kMalformed);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Approved\n**Verdict:**\n"), Verdict::kMalformed);
}

TEST(ReviewVerdict, CodeFencesDoNotCount) {
  EXPECT_EQ(ParseReviewVerdict("```\n**Verdict:** Approved\n```\n"), Verdict::kMalformed);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Revision\n~~~~md\n**Verdict:** Approved\n~~~\n~~~~\n"),
            Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict("````\n```\n**Verdict:** Approved\n```\n````\n**Verdict:** Revision"),
            Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict("```\n    ```\n**Verdict:** Approved\n"), Verdict::kMalformed);
  EXPECT_EQ(ParseReviewVerdict("1. see\n\n    ```\n    **Verdict:** Approved\n    ```\n"), Verdict::kMalformed);
  EXPECT_EQ(ParseReviewVerdict("- ```\n  **Verdict:** Approved\n  ```\n"), Verdict::kMalformed);
}

TEST(ReviewVerdict, AFenceThatIsNeverClosedRunsToTheEnd) {
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Revision\n```\n**Verdict:** Approved"), Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict("```\n**Verdict:** Approved"), Verdict::kMalformed);
}

TEST(ReviewVerdict, AFenceInAListItemEndsWithTheItem) {
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Approved\n- ```\n  x\n\n**Verdict:** Revision\n"), Verdict::kRevision);
}

TEST(ReviewVerdict, BackticksInTheInfoMakeNoFence) {
  EXPECT_EQ(ParseReviewVerdict("``` a`b\n**Verdict:** Approved"), Verdict::kApproved);
}

TEST(ReviewVerdict, QuotesAndCommentsDoNotCount) {
  EXPECT_EQ(ParseReviewVerdict("> **Verdict:** Approved\n"), Verdict::kMalformed);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Revision\n\n  > > **Verdict:** Approved\n"), Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Revision\n<!--\n**Verdict:** Approved\n-->\n"), Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict("<!-- x -->\n**Verdict:** Approved\n"), Verdict::kApproved);
}

TEST(ReviewVerdict, TakesWhateverBytesComeAlong) {
  EXPECT_EQ(ParseReviewVerdict("# Review\r\n\r\n**Verdict:** Approved\r\n"), Verdict::kApproved);
  EXPECT_EQ(ParseReviewVerdict("\xEF\xBB\xBF**Verdict:** Approved"), Verdict::kApproved);
  EXPECT_EQ(ParseReviewVerdict(std::string_view("\0\xFF\xFE\n**Verdict:** Revision", 25)), Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict(std::string_view("**Verdict:** Approved\0", 22)), Verdict::kMalformed);
}

TEST(ReviewVerdict, AnswersForTwentyMegabytes) {
  std::string text(20'000'000, '\n');
  text += "**Verdict:** Approved";
  EXPECT_EQ(ParseReviewVerdict(text), Verdict::kApproved);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** " + std::string(20'000'000, 'a')), Verdict::kMalformed);
}

TEST(ReviewVerdict, AnIndentedBlockIsCode) {
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Revision Required\n\n    **Verdict:** Approved\n"), Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Revision\n\n\tcode\n\n    **Verdict:** Approved\n"), Verdict::kRevision);
  EXPECT_EQ(ParseReviewVerdict("**Verdict:** Revision\n\n- a\n\n      **Verdict:** Approved\n"), Verdict::kRevision);
  // More of a paragraph, and the text of an item.
  EXPECT_EQ(ParseReviewVerdict("It is fine.\n    **Verdict:** Approved\n"), Verdict::kApproved);
  EXPECT_EQ(ParseReviewVerdict("10. It is fine.\n\n    **Verdict:** Approved\n"), Verdict::kApproved);
}

}  // namespace
}  // namespace forge
