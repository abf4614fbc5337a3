#include "model/proof.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using Texts = std::vector<std::string>;

TEST(Proof, RedGreenIsReadInItsUsualSpellings) {
  for (const char* text : {"red-green", " `red-green` ", "**Red-Green**", "red/green", "red\xE2\x80\x93green",
                           "- red-green", "red-green (the test first)"}) {
    const auto proof = ParseProof(text);
    ASSERT_TRUE(proof) << text;
    EXPECT_TRUE(proof->red_green && !proof->waived) << text;
    EXPECT_EQ(proof->tests, Texts{}) << text;
  }
}

TEST(Proof, TheTestFilesStandInBackticks) {
  EXPECT_EQ(ParseProof("red-green: `tests/a.sh`, `check/*.sql`")->tests, (Texts{"tests/a.sh", "check/*.sql"}));
  EXPECT_EQ(ParseProof("`red-green` with `check.sh`")->tests, Texts{"check.sh"});
}

TEST(Proof, AWaiverHasItsReason) {
  for (const char* text :
       {"waived because it only moves code", "Waived: it only moves code", "waived (it only moves code)",
        "waived \xE2\x80\x94 it only moves code", "waived, since it only moves code"}) {
    const auto proof = ParseProof(text);
    ASSERT_TRUE(proof) << text;
    EXPECT_TRUE(proof->waived && !proof->red_green) << text;
    EXPECT_EQ(proof->reason, "it only moves code") << text;
  }
  for (const char* text : {"waived", "waived because", "waived.", "waived: "})
    EXPECT_EQ(ParseProof(text)->reason, "") << text;
}

TEST(Proof, AnythingElseIsNone) {
  for (const char* text : {"", "`make test`", "the log shows it", "redgreens", "waivedly", "red"})
    EXPECT_FALSE(ParseProof(text)) << text;
}

}  // namespace
}  // namespace forge
