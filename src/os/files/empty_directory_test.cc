#include "os/files/empty_directory.h"

#include <gtest/gtest.h>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

TEST(EmptyDirectories, OneWithSomethingInItStays) {
  TempDirectory directory;
  ASSERT_TRUE(MakeDirectories(directory / "a/b"));
  EXPECT_FALSE(RemoveEmptyDirectory(directory / "a"));
  EXPECT_TRUE(IsDirectory(directory / "a/b"));
  EXPECT_TRUE(RemoveEmptyDirectory(directory / "a/b"));
  EXPECT_FALSE(Exists(directory / "a/b"));
  EXPECT_TRUE(RemoveEmptyDirectory(directory / "a/b")) << "it may be missing";
}

}  // namespace
}  // namespace forge
