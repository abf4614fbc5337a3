#include "os/files/private_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

int ModeOf(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return static_cast<int>(status.st_mode & 0777U);
}

TEST(PrivateFile, OnlyTheOwnerMayReadItOrListItsDirectory) {
  const TempDirectory base;
  const std::string path = base / "deep/logins/one.json";
  ASSERT_TRUE(WritePrivateFile(path, "first"));
  ASSERT_TRUE(WritePrivateFile(path, "second"));
  EXPECT_EQ(ReadFile(path).value(), "second");
  EXPECT_EQ(ModeOf(path), 0600);
  EXPECT_EQ(ModeOf(base / "deep/logins"), 0700);
  EXPECT_EQ(ListDirectory(base / "deep/logins").value().size(), 1U) << "nothing temporary is left";
}

TEST(PrivateFile, AnOpenFileOrDirectoryBecomesPrivateAndALinkIsReplaced) {
  const TempDirectory base;
  ASSERT_TRUE(MakeDirectories(base / "logins"));
  ASSERT_TRUE(WriteFileAtomic(base / "elsewhere", "theirs"));
  ASSERT_TRUE(MakeSymlink(base / "elsewhere", base / "logins/one.json"));
  ASSERT_TRUE(WritePrivateFile(base / "logins/one.json", "ours"));
  EXPECT_EQ(ReadFile(base / "elsewhere").value(), "theirs");
  EXPECT_EQ(ModeOf(base / "logins/one.json"), 0600);
  EXPECT_EQ(ModeOf(base / "logins"), 0700);
}

}  // namespace
}  // namespace forge
