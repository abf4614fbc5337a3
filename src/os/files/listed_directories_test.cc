#include "os/files/listed_directories.h"

#include <gtest/gtest.h>

#include <thread>

#include "os/testing/temp_directory.h"

namespace forge {
namespace {

// Long unchanged: a directory of the system.
constexpr const char* kOld = "/usr";

TEST(ListedDirectories, AnOldOneIsUnchanged) {
  ListedDirectories listed;
  EXPECT_TRUE(listed.Unchanged());
  listed.Add(kOld);
  EXPECT_TRUE(listed.Unchanged());
}

TEST(ListedDirectories, AChangeThatWouldNotShowIsTakenForOne) {
  const TempDirectory made_now;
  ListedDirectories listed;
  listed.Add(kOld);
  listed.Add(made_now.path());
  EXPECT_FALSE(listed.Unchanged());
}

TEST(ListedDirectories, ANewNameShows) {
  const TempDirectory directory;
  while (!IsSettled(VersionOf(directory.path()).value().value())) std::this_thread::yield();
  ListedDirectories listed;
  listed.Add(directory.path());
  EXPECT_TRUE(listed.Unchanged());
  ASSERT_TRUE(WriteFileAtomic(directory / "new", ""));
  EXPECT_FALSE(listed.Unchanged());
}

TEST(ListedDirectories, OneThatIsNotThereIsNeverUnchanged) {
  ListedDirectories listed;
  listed.Add("/usr/no such directory");
  EXPECT_FALSE(listed.Unchanged());
}

}  // namespace
}  // namespace forge
