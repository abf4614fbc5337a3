#include "os/files/new_file.h"

#include <gtest/gtest.h>

#include "os/fault.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

TEST(NewFile, IsNeverWrittenOverAnotherNorThroughALink) {
  const TempDirectory directory;
  const std::string path = directory / "file";
  ASSERT_TRUE(WriteNewFile(path, "text"));
  EXPECT_FALSE(WriteNewFile(path, "other"));
  EXPECT_EQ(ReadFile(path), "text");
  ASSERT_TRUE(MakeSymlink(directory / "absent", directory / "link"));
  EXPECT_FALSE(WriteNewFile(directory / "link", "text"));
  EXPECT_FALSE(Exists(directory / "absent"));
}

TEST(NewFile, IsGoneWhereItCouldNotBeWritten) {
  const TempDirectory directory;
  ASSERT_TRUE(ArmFaults("write:1:ENOSPC"));
  EXPECT_FALSE(WriteNewFile(directory / "file", "text"));
  DisarmFaults();
  EXPECT_FALSE(Exists(directory / "file"));
}

}  // namespace
}  // namespace forge
