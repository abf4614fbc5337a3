#include "text/plan/plan_diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "base/strings.h"
#include "base/testing/seed.h"

namespace forge {
namespace {

TEST(PlanDiff, SaysWhatChangedAndWhere) {
  const std::string plan =
      "# P\n**Status:** DRAFT\n\n## Objective\n\nCount.\n\n## Steps\n\n### a: "
      "A\n\none\ntwo\nthree\nfour\nfive\nsix\n\n## "
      "Audit Log\n\nx\n";
  std::string edited = ReplaceAll(ReplaceAll(plan, "five\n", ""), "Count.", "Count words.");
  EXPECT_EQ(DescribePlanChange(plan, edited),
            "@@\n ## Objective\n \n-Count.\n+Count words.\n \n ## Steps\n@@ ### a: A\n three\n four\n-five\n six\n");
  EXPECT_EQ(DescribePlanChange(plan, ReplaceAll(ReplaceAll(plan, "DRAFT", "DONE"), "\nx\n", "\ny\n")), "");
  EXPECT_EQ(DescribePlanChange("", "# A\n"), "@@\n+# A\n");
}

TEST(PlanDiff, IsBounded) {
  std::string before, after;
  for (int i = 0; i < 60'000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  std::string change = DescribeChange(before, after, 10);
  EXPECT_EQ(std::ranges::count(change, '\n'), 12);
  EXPECT_TRUE(change.ends_with("... 119990 more lines\n"));
}

TEST(PlanDiff, ItsLinesAreTheShortestWayFromOneToTheOther) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE("FORGE_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 500; ++i) {
    std::vector<std::string> a(random() % 12), b(random() % 12);
    for (std::string& line : a) line = std::string(1, static_cast<char>('a' + random() % 4));
    for (std::string& line : b) line = std::string(1, static_cast<char>('a' + random() % 4));
    // The obvious table of longest common subsequences is the oracle.
    std::vector<std::vector<std::size_t>> common(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
    for (std::size_t x = a.size(); x-- > 0;) {
      for (std::size_t y = b.size(); y-- > 0;)
        common[x][y] = a[x] == b[y] ? common[x + 1][y + 1] + 1 : std::max(common[x + 1][y], common[x][y + 1]);
    }
    auto text = [](const std::vector<std::string>& lines) { return lines.empty() ? "" : Join(lines, "\n") + "\n"; };
    std::string change = DescribeChange(text(a), text(b));
    std::size_t removed = 0, added = 0;
    for (std::string_view line : Lines(change)) {
      removed += line.starts_with('-') ? 1 : 0;
      added += line.starts_with('+') ? 1 : 0;
    }
    ASSERT_EQ(removed, a.size() - common[0][0]) << text(a) << "--\n" << text(b) << "--\n" << change;
    ASSERT_EQ(added, b.size() - common[0][0]);
  }
}

TEST(MarkChange, MarksWordsInTheWholeText) {
  EXPECT_EQ(MarkChange("a\none two three four\nold\nz\n", "a\none two 3 four\nquite another\nz\nnew\n"),
            "a\none two [-three-] {+3+} four\n[-old-]\n{+quite another+}\nz\n{+new+}\n");
  EXPECT_EQ(MarkChange("same\n", "same\n"), "");
  EXPECT_EQ(MarkChange("gone\nkept\n", "kept\n"), "[-gone-]\nkept\n");
}

}  // namespace
}  // namespace forge
