#include "service/proof/checkout_guard.h"

#include <gtest/gtest.h>

#include "os/files/files.h"
#include "workspace/git.h"

namespace forge {
namespace {

class CheckoutGuardTest : public testing::Test {
 protected:
  void SetUp() override {
    project_.root = MakeTempDirectory("forge-checkout-").value();
    project_.is_git = true;
    Run({"init", "-q", "-b", "main", "."});
    Write("tracked.txt", "tracked\n");
    Write("run.sh", "#!/bin/sh\n", true);
    Run({"add", "-A"});
    Run({"-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "first"});
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(project_.root)); }

  std::string Run(const std::vector<std::string>& args) { return Git(project_.root).Run(args).value(); }
  void Write(const std::string& path, const std::string& text, bool executable = false) {
    ASSERT_TRUE(MakeDirectories(DirName(project_.root + "/" + path)));
    ASSERT_TRUE(WriteFileAtomic(project_.root + "/" + path, text, executable));
  }
  std::string Read(const std::string& path) { return ReadFile(project_.root + "/" + path).value_or("(none)"); }

  Project project_;
};

TEST_F(CheckoutGuardTest, TakesBackWhatWasChangedMadeAndDeleted) {
  Write("tracked.txt", "edited by the user\n");
  Write("mine.txt", "untracked, the user's\n");
  const std::string before = CaptureCheckout(project_).value();
  Write("tracked.txt", "broken\n");
  Write("mine.txt", "broken too\n");
  Write("deep/new/left.txt", "left\n");
  ASSERT_TRUE(RemoveFile(project_.root + "/run.sh"));
  const std::string after = CaptureCheckout(project_).value();
  const Reverted reverted = RevertCheckout(project_, before, after).value();
  EXPECT_EQ(reverted.files.size(), 4U);
  EXPECT_TRUE(reverted.kept.empty());
  EXPECT_EQ(Read("tracked.txt"), "edited by the user\n");
  EXPECT_EQ(Read("mine.txt"), "untracked, the user's\n");
  EXPECT_FALSE(Exists(project_.root + "/deep"));
  EXPECT_EQ(Read("run.sh"), "#!/bin/sh\n");
  EXPECT_EQ(CaptureCheckout(project_).value(), before) << "modes are as they were, too";
}

TEST_F(CheckoutGuardTest, LeavesFilesThatWereChangedSince) {
  const std::string before = CaptureCheckout(project_).value();
  Write("tracked.txt", "broken\n");
  Write("left.txt", "left\n");
  Write("gone.txt", "left\n");
  const std::string after = CaptureCheckout(project_).value();
  Write("left.txt", "mended by hand\n");
  Write("other.txt", "made since\n");
  ASSERT_TRUE(RemoveFile(project_.root + "/gone.txt"));
  const Reverted reverted = RevertCheckout(project_, before, after).value();
  EXPECT_EQ(reverted.files, std::vector<std::string>{"tracked.txt"});
  EXPECT_EQ(reverted.kept, (std::vector<std::string>{"gone.txt", "left.txt"}));
  EXPECT_EQ(Read("left.txt"), "mended by hand\n");
  EXPECT_EQ(Read("other.txt"), "made since\n");
  EXPECT_EQ(Read("tracked.txt"), "tracked\n");
}

TEST_F(CheckoutGuardTest, TouchesNeitherIndexNorForgesOwnFiles) {
  Write("tracked.txt", "staged\n");
  Run({"add", "tracked.txt"});
  const std::string staged = Run({"diff", "--cached"});
  Write(".forge/plans/plan-001-x.md", "DRAFT\n");
  const std::string before = CaptureCheckout(project_).value();
  Write("a name with blanks \u00e9.txt", "x\n");
  Write(".forge/plans/plan-001-x.md", "IMPLEMENTING\n");
  const std::string after = CaptureCheckout(project_).value();
  ASSERT_TRUE(RevertCheckout(project_, before, after));
  EXPECT_EQ(Run({"diff", "--cached"}), staged);
  EXPECT_EQ(Read(".forge/plans/plan-001-x.md"), "IMPLEMENTING\n");
  EXPECT_FALSE(Exists(project_.root + "/a name with blanks \u00e9.txt"));
}

}  // namespace
}  // namespace forge
