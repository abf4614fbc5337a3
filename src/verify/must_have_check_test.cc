#include "verify/must_have_check.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"
#include "verify/scope.h"

namespace forge {
namespace {

using Texts = std::vector<std::string>;

class MustHavesTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = MakeTempDirectory("forge-must-haves-").value();
    ASSERT_TRUE(MakeDirectories(root_ + "/src"));
    Put("src/reader.cc", "#include \"reader.h\"\n\nReader::Reader() {}\nint Reader::Next() { return 3; }\n");
    Put("src/main.cc", "#include \"reader.h\"\nint main() { return Reader().Next(); }\n");
    Put("src/empty.cc", "\n  \n");
    Put("src/stub.rs", "fn a() {\n  todo!()\n}\n");
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }
  void Put(const std::string& path, const std::string& text) { ASSERT_TRUE(WriteFileAtomic(root_ + "/" + path, text)); }
  Texts Check(const MustHaves& wanted) const {
    Texts lines;
    for (const BrokenPromise& broken : FindBrokenPromises(wanted, root_)) lines.push_back(broken.what);
    return lines;
  }

  std::string root_;
};

TEST_F(MustHavesTest, WhatIsThereFilledAndWiredPasses) {
  MustHaves wanted;
  wanted.truths = {"memory stays small"};
  wanted.artifacts = {{"src/reader.cc", "reading in pieces by `Reader`", 3, Texts{"not yet"}},
                      {"src/main.cc", "main", 0, {}}};
  wanted.key_links = {{"src/main.cc", "src/reader.cc", "Reader"},
                      {"src/main.cc", "src/reader.cc", "calls it directly"}};
  wanted.expected_output = {"src/reader.cc", "src"};
  EXPECT_EQ(Check(wanted), Texts());
  EXPECT_EQ(Check({}), Texts());
}

TEST_F(MustHavesTest, WhatIsNotThereIsNamedOnce) {
  MustHaves wanted;
  wanted.artifacts = {{"src/absent.cc", "x", 10, {}}, {"src", "", 0, {}}};
  wanted.expected_output = {"src/absent.cc", "out.txt"};
  wanted.key_links = {{"src/absent.cc", "src/gone.cc", "x"}};
  EXPECT_EQ(Check(wanted), (Texts{"src/absent.cc: does not exist", "src: is not a file", "out.txt: does not exist",
                                  "src/gone.cc: does not exist"}));
}

TEST_F(MustHavesTest, AStubIsNotEnough) {
  MustHaves wanted;
  wanted.artifacts = {
      {"src/empty.cc", "", 0, {}}, {"src/reader.cc", "Writer", 40, Texts{"RETURN 3"}}, {"src/stub.rs", "", 0, {}}};
  EXPECT_EQ(Check(wanted), (Texts{"src/empty.cc: is empty", "src/reader.cc: has 3 non-blank lines, but 40 are promised",
                                  "src/reader.cc:4: looks like a stub: `return 3`",
                                  "src/reader.cc: does not mention `Writer`, which it provides",
                                  "src/stub.rs:2: looks like a stub: `todo!(`"}));
}

TEST_F(MustHavesTest, AnEmptyListOfPatternsSwitchesTheSearchForStubsOff) {
  MustHaves wanted;
  wanted.artifacts = {{"src/stub.rs", "", 0, Texts()}};
  EXPECT_EQ(Check(wanted), Texts());
  EXPECT_EQ(ToJson(wanted).Dump(), R"({"artifacts":[{"path":"src/stub.rs","stub_patterns":[]}]})");
  EXPECT_EQ(MustHavesFromJson(ToJson(wanted)).value(), wanted);
}

TEST_F(MustHavesTest, ALinkMustBeInTheFile) {
  MustHaves wanted;
  wanted.key_links = {{"src/main.cc", "src/reader.cc", "Read"},
                      {"src/main.cc", "src/stub.rs", "called from main"},
                      {"src/reader.cc", "src/main.cc", "`Next()` and `Last`"}};
  EXPECT_EQ(Check(wanted), (Texts{"src/main.cc: is not wired to src/reader.cc: it does not mention `Read`",
                                  "src/main.cc: is not wired to src/stub.rs: it does not mention `stub`",
                                  "src/reader.cc: is not wired to src/main.cc: it does not mention `Last`"}));
}

TEST_F(MustHavesTest, NothingOutsideOfTheTreeCounts) {
  MustHaves wanted;
  wanted.artifacts = {{"../../etc/passwd", "", 0, {}}};
  EXPECT_EQ(Check(wanted), (Texts{"../../etc/passwd: does not exist"}));
  EXPECT_EQ(FindBrokenPromises(wanted, root_ + "/absent").size(), 1u);
}

TEST(Scope, AStepStaysWhereItSaysItWrites) {
  StepSpec step;
  step.writes = {"src/a.cc", "docs/**", "tests/*_test.cc", "new/"};
  EXPECT_EQ(CheckScope(step, {"src/a.cc", "./docs/x/y.md", "tests/a_test.cc", "new/deep/file"}), Texts());
  EXPECT_EQ(CheckScope(step, {"src/b.cc", "tests/a.cc", "src/a.cc.orig"}),
            (Texts{"src/b.cc: changed, but the step may write only src/a.cc, docs/**, tests/*_test.cc, new/",
                   "tests/a.cc: changed, but the step may write only src/a.cc, docs/**, tests/*_test.cc, new/",
                   "src/a.cc.orig: changed, but the step may write only src/a.cc, docs/**, tests/*_test.cc, new/"}));
}

// A plan that could not be taken was carried out, reviewed and thrown away.
TEST(Scope, OfARunItsPlanIsHeldToWhatIsAskedOfItsWork) {
  StepSpec above;
  above.id = {"month"};
  above.writes = {"ledger/report.py", "tests/{a,b}.py"};
  above.disallowed = {"docs/old.md", "src/secret.c"};
  const Texts files = {"ledger/report.py", "README.md", "docs/old.md", "tests/c.py"};
  EXPECT_EQ(CheckScopeOfRun(above, files),
            (Texts{"docs/old.md: changed, but the step must not change docs/old.md",
                   "tests/c.py: changed, but the step may write only ledger/report.py, tests/{a,b}.py"}));
  std::vector<StepSpec> steps(2);
  steps[0].id = {"sums"};
  steps[0].writes = {"ledger/report.py", "tests/**", "README.md"};
  steps[1].id = {"command"};
  steps[1].writes = files;
  EXPECT_EQ(FindBeyond(above, steps),
            (Texts{"step command: Writes has docs/old.md, which this run may not change: it does step month of the run "
                   "above, which must not change docs/old.md",
                   "step command: Writes has tests/c.py, which this run may not change: it does step month of the run "
                   "above, which may write only ledger/report.py, tests/{a,b}.py"}));
  above.writes.clear();
  steps[0].writes = {"src/**", "any/other"};
  steps.pop_back();
  EXPECT_EQ(FindBeyond(above, steps), Texts()) << "of a glob, some of it may be forbidden; no Writes are no limit";
}

TEST(Scope, WhatIsDisallowedIsSoEvenWhereItMayWrite) {
  StepSpec step;
  step.disallowed = {"*.lock", "src/api/**"};
  EXPECT_EQ(CheckScope(step, {"anything/else", "src/api.cc"}), Texts());
  step.writes = {"src/**"};
  EXPECT_EQ(CheckScope(step, {"src/api/v1.cc", "src/x.cc", "Cargo.lock"}),
            (Texts{"src/api/v1.cc: changed, but the step must not change src/api/**",
                   "Cargo.lock: changed, but the step must not change *.lock"}));
}

}  // namespace
}  // namespace forge
