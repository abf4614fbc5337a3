#include "service/unit/run_above.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(RunAbove, IsReadAsItWasWritten) {
  RunAbove above;
  above.documents = {{"RESEARCH.md of run 7", "found", 0}};
  above.earlier = {{"step s2: b", "new", 0}, {"step s1: a", "old", 1}};
  above.roadmap = {{"step s3: c (to come)", "do it", 2}};
  above.diff = "+x";
  const auto read = ReadRunAbove(WriteRunAbove(above));
  ASSERT_TRUE(read);
  EXPECT_EQ(EarlierShown(*read, {}).text, "--- step s2: b ---\nnew\n\n--- step s1: a ---\nold\n");
  EXPECT_EQ(RoadmapShown(*read, {}).text, "--- step s3: c (to come) ---\ndo it\n");
  EXPECT_EQ(DocumentsShown(*read, {}, false).text,
            "--- RESEARCH.md of run 7 ---\nfound\n\n--- the diff of the run above ---\n+x\n");
  EXPECT_NE(DocumentsShown(*read, {}, true).text.find("--- step s1: a ---\nold\n"), std::string::npos);
}

TEST(RunAbove, OfManyReportsTheLastInRankAreNamed) {
  RunAbove above;
  for (int i = 0; i < 12; ++i) above.earlier.push_back({"step s" + std::to_string(i), std::string(9000, 'x'), i});
  const SharedLength shown = EarlierShown(above, {});
  EXPECT_LT(shown.text.size(), 12'000U);
  EXPECT_EQ(shown.left_out.front(), "step s7");
  EXPECT_EQ(shown.left_out.back(), "step s11");
  EXPECT_NE(shown.text.find("(left out, for want of room: step s7; "), std::string::npos);
}

TEST(RunAbove, ADiffIsNotCut) {
  RunAbove above;
  above.diff = std::string(90'000, 'x');
  EXPECT_GT(DocumentsShown(above, {}, false).text.size(), 90'000U);
}

}  // namespace
}  // namespace forge
