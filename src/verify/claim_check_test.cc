#include "verify/claim_check.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "os/files/files.h"

namespace forge {
namespace {

class RepositoryClaims : public testing::Test {
 protected:
  void SetUp() override {
    outside_ = *MakeTempDirectory("claims");
    root_ = JoinPath(outside_, "repo");
    ASSERT_TRUE(MakeDirectories(JoinPath(root_, "src")));
    ASSERT_TRUE(WriteFileAtomic(JoinPath(root_, "src/a.c"), "int read_all;\n"));
    ASSERT_TRUE(WriteFileAtomic(JoinPath(outside_, "secret.c"), "int secret_key;\n"));
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(outside_)); }

  std::string outside_, root_;
};

TEST_F(RepositoryClaims, FilesBelowTheRootAreRead) {
  RepositoryClaimSources sources(root_);
  EXPECT_EQ(sources.ReadCited("src/a.c"), "int read_all;\n");
  EXPECT_EQ(sources.ReadCited("src/b.c"), std::nullopt);
  EXPECT_EQ(sources.ReadCited("src"), std::nullopt);
  EXPECT_EQ(sources.ReadCited(""), std::nullopt);
}

TEST_F(RepositoryClaims, NothingOutsideIsReadByAnyWay) {
  std::filesystem::create_symlink("../secret.c", JoinPath(root_, "link.c"));
  std::filesystem::create_symlink("..", JoinPath(root_, "up"));
  std::filesystem::create_symlink("src/a.c", JoinPath(root_, "inside.c"));
  RepositoryClaimSources sources(root_);
  for (const char* path : {"link.c", "up/secret.c", "../secret.c", "src/../../secret.c"})
    EXPECT_EQ(sources.ReadCited(path), std::nullopt) << path;
  EXPECT_EQ(sources.ReadCited(JoinPath(outside_, "secret.c")), std::nullopt);
  EXPECT_EQ(sources.ReadCited("inside.c"), "int read_all;\n");
}

TEST_F(RepositoryClaims, WithoutAStoreRecordsAreNeitherThereNorAbsent) {
  RepositoryClaimSources sources(root_);
  EXPECT_EQ(sources.FindSpike("x").state, CitedRecord::State::kNoStore);
  EXPECT_EQ(sources.FindTriple("x").state, CitedRecord::State::kNoStore);
}

}  // namespace
}  // namespace forge
