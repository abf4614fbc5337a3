#include "workspace/index_file.h"

#include <gtest/gtest.h>

#include <string>

#include "os/files/files.h"
#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

class IndexFiles : public testing::Test {
 protected:
  void SetUp() override { root_ = MakeTempDirectory("forge-index-file-test-").value(); }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }

  void Make(const std::string& format) {
    Sh(root_, "rm -rf r && git init -q --object-format=" + format +
                  " r && cd r && mkdir -p d/deep && echo a > a && echo b > d/b && echo c > d/deep/c.txt && echo l > "
                  "d/deep/longer && git add -A && git -c user.name=t -c user.email=t@localhost commit -q -m one && git "
                  "init -q --object-format=" +
                  format +
                  " sub && git -C sub -c user.name=t -c user.email=t@localhost commit -q --allow-empty -m sub && git "
                  "add sub 2>/dev/null");
  }
  std::string Bytes() const { return ReadFile(root_ + "/r/.git/index").value(); }
  std::optional<IndexListing> Read() const { return ReadIndexListing(Bytes(), id_size_); }

  std::string root_;
  std::size_t id_size_ = 20;
};

TEST_F(IndexFiles, HiddenEntriesAndGitlinksAreFoundInEveryVersion) {
  for (const char* format : {"sha1", "sha256"}) {
    id_size_ = std::string(format) == "sha1" ? 20 : 32;
    Make(format);
    for (const char* version : {"2", "3", "4"}) {
      Sh(root_ + "/r", std::string("git update-index --index-version ") + version + " --no-skip-worktree d/b a");
      Sh(root_ + "/r", "git update-index --no-assume-unchanged d/deep/longer");
      ASSERT_TRUE(Read()) << format << version;
      EXPECT_TRUE(Read()->hidden.empty());
      EXPECT_EQ(Read()->gitlinks, std::vector<std::string>{"sub"});
      Sh(root_ + "/r", "git update-index --skip-worktree d/b; git update-index --assume-unchanged d/deep/longer");
      ASSERT_TRUE(Read()) << format << version;
      EXPECT_EQ(Read()->hidden, (std::vector<std::string>{"d/b", "d/deep/longer"})) << format << version;
      EXPECT_FALSE(Read()->is_plain());
    }
  }
}

TEST_F(IndexFiles, GitIsAskedAboutASplitOrSparseIndex) {
  Make("sha1");
  Sh(root_ + "/r", "git update-index --split-index");
  EXPECT_FALSE(Read());
  Sh(root_ + "/r", "git update-index --no-split-index");
  EXPECT_TRUE(Read());
  Sh(root_ + "/r", "git sparse-checkout set --cone --sparse-index e 2>/dev/null");
  ASSERT_NE(Sh(root_ + "/r", "git ls-files --sparse | grep '^d/$'"), "");
  EXPECT_FALSE(Read());
}

TEST_F(IndexFiles, FilesHaveTheirMarksUntilTheyAreTouched) {
  Make("sha256");
  Sh(root_ + "/r", "git rm -q -f --cached sub");
  const auto have = [this] {
    const auto files = ReadIndexedFiles(Bytes(), 32);
    return files && files->size() == 4 && HaveTheirMarks(root_ + "/r", *files);
  };
  for (const char* version : {"2", "3", "4"}) {
    for (const char* change : {"true; echo x > d/b; touch -r a d/b", "rm d/deep/longer", "cp -p a b; mv b a",
                               "chmod 600 d/deep/c.txt; chmod 644 d/deep/c.txt"}) {
      Sh(root_ + "/r", std::string("git reset -q --hard; git update-index --refresh --index-version ") + version);
      EXPECT_TRUE(have()) << version;
      Sh(root_ + "/r", change);
      EXPECT_FALSE(have()) << version << ": " << change;
      Sh(root_ + "/r", "rm -rf d e a");
    }
  }
  EXPECT_FALSE(HaveTheirMarks(root_ + "/nowhere", {}));
}

TEST_F(IndexFiles, APartOfOneIsNotTakenForAnother) {
  Make("sha1");
  for (const char* version : {"2", "4"}) {
    Sh(root_ + "/r", std::string("git update-index --index-version ") + version);
    const std::string bytes = Bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      // Where only extensions and the checksum are cut off, the entries are all there.
      const auto part = ReadIndexListing(std::string_view(bytes).substr(0, size), 20);
      EXPECT_TRUE(!part || (size > bytes.size() / 2 && part->gitlinks == std::vector<std::string>{"sub"})) << size;
    }
    EXPECT_FALSE(ReadIndexListing(bytes + "x", 20));
    EXPECT_FALSE(ReadIndexListing(bytes, 32));
  }
}

}  // namespace
}  // namespace forge
