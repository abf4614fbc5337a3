#include "service/proof/checkout_guard.h"

#include <gtest/gtest.h>

#include "os/files/files.h"
#include "workspace/git.h"

namespace forge {
namespace {

CheckoutRecord Until(const std::string& after) {
  CheckoutRecord record;
  record.after = after;
  return record;
}

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
  const Reverted reverted = RevertCheckout(project_, Until(after), before).value();
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
  const Reverted reverted = RevertCheckout(project_, Until(after), before).value();
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
  ASSERT_TRUE(RevertCheckout(project_, Until(after), before));
  EXPECT_EQ(Run({"diff", "--cached"}), staged);
  EXPECT_EQ(Read(".forge/plans/plan-001-x.md"), "IMPLEMENTING\n");
  EXPECT_FALSE(Exists(project_.root + "/a name with blanks \u00e9.txt"));
}

TEST_F(CheckoutGuardTest, IgnoredFilesThatBecameVisibleStay) {
  Write(".gitignore", ".env\nout/\n");
  Write(".env", "mine\n");
  Write("out/data", "dear\n");
  CheckoutRecord record;
  record.before = CaptureCheckout(project_).value();
  record.ignored = ListIgnoredInCheckout(project_).value();
  ASSERT_TRUE(RemoveFile(project_.root + "/.gitignore"));
  Write("left.txt", "left\n");
  record.after = CaptureCheckout(project_).value();
  const Reverted reverted = RevertCheckout(project_, CheckoutRecordFromJson(ToJson(record)), record.before).value();
  EXPECT_EQ(reverted.kept, (std::vector<std::string>{".env", "out/data"}));
  EXPECT_EQ(Read(".env"), "mine\n");
  EXPECT_EQ(Read("out/data"), "dear\n");
  EXPECT_EQ(Read("left.txt"), "(none)");
}

TEST_F(CheckoutGuardTest, IgnoredFilesAreCopiedWhenTheyAreNewOrChanged) {
  Write(".gitignore", ".env\n*.key\n*.big\nout/\n.forge/\n");
  Write(".env", "mine\n");
  Write("deep/a.key", "secret\n");
  Write("deep/seen.txt", "so that the directory is not ignored as a whole\n");
  Write("data.big", std::string(kLargestIgnoredCopy + 1, 'x'));
  Write("out/build", "made again\n");
  const std::string place = project_.root + "/.forge/state/runs/001/ignored";
  const auto keep = [&] {
    return KeepIgnored(project_, ListIgnoredInCheckout(project_).value(), place, "before-3").value();
  };
  const std::string first = keep();
  EXPECT_EQ(first, place + "/before-3");
  EXPECT_EQ(ReadFile(first + "/.env").value(), "mine\n");
  EXPECT_EQ(ReadFile(first + "/deep/a.key").value(), "secret\n");
  EXPECT_FALSE(Exists(first + "/data.big"));
  EXPECT_FALSE(Exists(first + "/out"));
  EXPECT_EQ(keep(), "") << "nothing changed";
  Write(".env", "broken by a unit\n");
  ASSERT_TRUE(RemoveFile(project_.root + "/deep/a.key"));
  const std::string second = keep();
  EXPECT_EQ(second, place + "/before-3-2") << "the copy of a unit that is started again is not overwritten";
  EXPECT_EQ(ReadFile(first + "/.env").value(), "mine\n");
  EXPECT_EQ(ReadFile(second + "/.env").value(), "broken by a unit\n");
  EXPECT_FALSE(Exists(second + "/deep"));
}

TEST_F(CheckoutGuardTest, BelowTheTopOfTheRepositoryItIsTheSame) {
  project_.top = project_.root;
  const std::string top = project_.root;
  Write("pkg/a.txt", "unsaved\n");
  Write("pkg/.forge/state/x", "ours\n");
  project_.root = top + "/pkg";
  const std::string before = CaptureCheckout(project_).value();
  EXPECT_EQ(KeepCheckout(project_, before, "refs/forge/1/run/before-1").value(), "refs/forge/1/run/before-1");
  ASSERT_TRUE(WriteFileAtomic(top + "/pkg/a.txt", "broken\n"));
  ASSERT_TRUE(WriteFileAtomic(top + "/tracked.txt", "broken\n"));
  ASSERT_TRUE(WriteFileAtomic(top + "/pkg/.forge/state/x", "later\n"));
  const std::string after = CaptureCheckout(project_).value();
  EXPECT_EQ(RevertCheckout(project_, Until(after), before).value().files.size(), 2U);
  EXPECT_EQ(ReadFile(top + "/pkg/a.txt").value(), "unsaved\n");
  EXPECT_EQ(ReadFile(top + "/tracked.txt").value(), "tracked\n");
  EXPECT_EQ(ReadFile(top + "/pkg/.forge/state/x").value(), "later\n");
  project_.root = top;
}

TEST_F(CheckoutGuardTest, WithoutGitTheCopiesAreInARepositoryOfOurOwn) {
  ASSERT_TRUE(RemoveTree(project_.root + "/.git"));
  project_.is_git = false;
  project_.state = project_.root + "/.forge/state";
  ASSERT_TRUE(MakeDirectories(project_.state));
  const std::string before = CaptureCheckout(project_).value();
  EXPECT_FALSE(KeepCheckout(project_, before, "refs/forge/1/run/before-1").value().empty());
  Write("tracked.txt", "broken\n");
  const std::string after = CaptureCheckout(project_).value();
  EXPECT_EQ(RevertCheckout(project_, Until(after), before).value().files, std::vector<std::string>{"tracked.txt"});
  EXPECT_EQ(Read("tracked.txt"), "tracked\n");
  EXPECT_FALSE(Exists(project_.root + "/.git"));
}

}  // namespace
}  // namespace forge
