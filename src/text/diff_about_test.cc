#include "text/diff_about.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

const std::string kOne = "diff --git a/src/one.c b/src/one.c\n--- a/src/one.c\n+++ b/src/one.c\n@@ -1 +1 @@\n-a\n+b\n";
const std::string kTwo =
    "diff --git a/two.c b/two.c\nnew file mode 100644\n--- /dev/null\n+++ b/two.c\n@@ -0,0 +1 @@\n+c\n";

TEST(DiffAbout, KeepsTheFilesThatAreNamedAndTellsTheOthers) {
  EXPECT_EQ(DiffAbout(kOne + kTwo, "`src/one.c:1` is wrong"), kOne + "(also changed: two.c)\n");
  EXPECT_EQ(DiffAbout(kOne + kTwo, "two.c lacks a test"), kTwo + "(also changed: src/one.c)\n");
}

TEST(DiffAbout, IsTheWholeWhereNothingOrAllIsNamed) {
  EXPECT_EQ(DiffAbout(kOne + kTwo, "it is slow"), kOne + kTwo);
  EXPECT_EQ(DiffAbout(kOne + kTwo, "two.c and src/one.c"), kOne + kTwo);
  EXPECT_EQ(DiffAbout("", "two.c"), "");
  EXPECT_EQ(DiffAbout("(the diff cannot be shown)", "two.c"), "(the diff cannot be shown)");
}

TEST(DiffWithoutTests, NamesTestsAndShowsTheRest) {
  const std::string code = "diff --git a/ledger/read.py b/ledger/read.py\n+x\n";
  const std::string test =
      "diff --git a/tests/test_read.py b/tests/test_read.py\n--- a/tests/test_read.py\n"
      "+++ b/tests/test_read.py\n@@ -1,2 +1,3 @@\n a\n-x\n+y\n+++z\n";
  EXPECT_EQ(DiffWithoutTests(code + test),
            code + "(tests that changed, to read where you need them: tests/test_read.py (+2 -1))\n");
  EXPECT_EQ(DiffWithoutTests(test), test) << "then the tests are the work";
  EXPECT_EQ(DiffWithoutTests(code), code);
  EXPECT_EQ(DiffWithoutTests("(the diff cannot be shown)"), "(the diff cannot be shown)");
}

}  // namespace
}  // namespace forge
