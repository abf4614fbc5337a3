#include "verify/disabled_tests.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

std::string Diff(const std::string& file, const std::string& lines) {
  return "diff --git a/" + file + " b/" + file + "\n--- a/" + file + "\n+++ b/" + file + "\n@@ -1 +1 @@\n" + lines;
}

TEST(DisabledTests, AreFoundInAddedLinesOfTests) {
  const struct {
    const char* file;
    const char* line;
  } rows[] = {{"tests/x_test.py", "+@pytest.mark.skip(reason='later')\n"},
              {"x_test.go", "+\tt.Skip(\"later\")\n"},
              {"src/x_test.cc", "+TEST(Store, DISABLED_Opens) {\n"},
              {"src/x_test.cc", "+  GTEST_SKIP() << 1;\n"},
              {"a.test.js", "+  xit('works', () => {})\n"},
              {"a.test.js", "+describe.skip('all', () => {})\n"},
              {"tests/a.rs", "+#[ignore]\n"},
              {"src/test/java/ATest.java", "+  @Disabled\n"}};
  for (const auto& row : rows) {
    const auto found = FindDisabledTests(Diff(row.file, row.line));
    ASSERT_EQ(found.size(), 1U) << row.line;
    EXPECT_TRUE(found[0].starts_with(std::string(row.file) + ":")) << found[0];
  }
}

TEST(DisabledTests, WhatIsNoTestOrWentAwayOrMovedDoesNotCount) {
  EXPECT_TRUE(FindDisabledTests("").empty());
  EXPECT_TRUE(FindDisabledTests(Diff("src/main.py", "+@pytest.mark.skip\n")).empty()) << "no test";
  EXPECT_TRUE(FindDisabledTests(Diff("x_test.py", "-@pytest.mark.skip\n")).empty()) << "switched on again";
  EXPECT_TRUE(FindDisabledTests(Diff("x_test.py", "-@pytest.mark.skip\n+@pytest.mark.skip\n")).empty()) << "moved";
  EXPECT_TRUE(FindDisabledTests(Diff("a.test.js", "+process.exit(1)\n")).empty()) << "exit is no xit";
  EXPECT_TRUE(FindDisabledTests(Diff("a.test.js", " xit('old', f)\n")).empty()) << "was there before";
}

TEST(DisabledTests, ManyAreNamedOnce) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "+  t.Skip(" + std::to_string(i) + ")\n";
  EXPECT_EQ(FindDisabledTests(Diff("x_test.go", lines)).size(), 1U);
}

}  // namespace
}  // namespace forge
