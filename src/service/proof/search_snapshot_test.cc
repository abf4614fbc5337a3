#include "service/proof/search_snapshot.h"

#include <gtest/gtest.h>

#include <memory>

#include "os/files/files.h"
#include "workspace/git.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

// Put together here, so that no scanner takes this file for a leak.
const std::string kToken = std::string("ghp_") + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n";

std::string Row(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "a line\n";
  return text;
}

class SearchSnapshotTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = MakeTempDirectory("forge-search-").value();
    root_ = directory_ + "/repo";
    ASSERT_TRUE(MakeDirectories(root_));
    Run({"init", "-q", "-b", "main", "."});
    Write("first.txt", "first\n");
    Commit();
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(directory_)); }

  void Run(const std::vector<std::string>& args) { ASSERT_TRUE(Git(root_).Run(args)); }
  void Write(const std::string& path, const std::string& text) {
    ASSERT_TRUE(WriteFileAtomic(root_ + "/" + path, text));
  }
  void Commit() {
    Run({"add", "-A"});
    Run({"-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "x"});
  }
  std::vector<DiffSecret> Search(std::size_t limit) {
    Commit();
    std::vector<DiffSecret> found = SearchIn(false, limit);
    EXPECT_EQ(SearchIn(true, limit), found) << "in a git that stays";
    return found;
  }

 private:
  std::vector<DiffSecret> SearchIn(bool keeps_git, std::size_t limit) {
    auto workspaces = Workspaces::Open(
        {.repository = root_, .worktrees = directory_ + "/trees", .run = RunId{1}, .keeps_git = keeps_git});
    return SearchSnapshot(**workspaces, "HEAD", limit).value();
  }

  std::string directory_;
  std::string root_;
};

TEST_F(SearchSnapshotTest, AFileThatGitCallsBinaryIsSearched) {
  Write("blob", std::string("one\0two\n", 8) + kToken);
  Write("named", kToken);
  Write(".gitattributes", "named -diff\n");
  EXPECT_EQ(Search(100000), (std::vector<DiffSecret>{{"blob", 2, "a GitHub token"}, {"named", 1, "a GitHub token"}}));
}

TEST_F(SearchSnapshotTest, TheMiddleOfALargeChangeIsSearched) {
  Write("a1", Row(1000));
  Write("a2", Row(400) + kToken + Row(500));
  Write("a3", Row(1000));
  EXPECT_EQ(Search(10000), (std::vector<DiffSecret>{{"a2", 401, "a GitHub token"}}));
}

TEST_F(SearchSnapshotTest, AFileThatIsTooLargeIsAFinding) {
  Write("a *", Row(2000));
  Write("a b", kToken);
  EXPECT_EQ(Search(10000), (std::vector<DiffSecret>{{"a *", 1, "too large to search"}, {"a b", 1, "a GitHub token"}}));
}

}  // namespace
}  // namespace forge
