#include "os/files/state_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "os/bell.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/files/new_file.h"
#include "os/files/note_file.h"
#include "os/files/unsynced_files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

unsigned PermissionsOf(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return status.st_mode & 0777U;
}

TEST(StateFiles, WhateverWritesThemOthersCannotReadThem) {
  const TempDirectory base;
  const std::string state = base / ".forge/state";
  ASSERT_TRUE(MakeDirectories(state));
  ASSERT_TRUE(WriteFileAtomic(state + "/atomic", "x"));
  ASSERT_TRUE(WriteFileAtomic(state + "/program", "x", true));
  ASSERT_TRUE(AppendFile(state + "/appended", "x"));
  ASSERT_TRUE(WriteNewFile(state + "/new", "x"));
  ASSERT_TRUE(NoteFile::Open(state + "/notes"));
  ASSERT_TRUE(RingBell(state + "/bell"));
  ASSERT_TRUE(FileLock::Take(state + "/lock"));
  ASSERT_TRUE(UnsyncedFiles(state).Write(1, state + "/runs/001/units/1/prompt.md", "x"));
  MakeEmptyPrivateFile(state + "/database");
  for (const char* name :
       {"atomic", "appended", "new", "notes", "bell", "lock", "runs/001/units/1/prompt.md", "database"})
    EXPECT_EQ(PermissionsOf(state + "/" + name), 0600U) << name;
  EXPECT_EQ(PermissionsOf(state + "/program"), 0700U);
}

TEST(StateFiles, OnesThatAreReplacedBecomePrivateAndTheUsersOwnStayAsTheyAre) {
  const TempDirectory base;
  ASSERT_TRUE(MakeDirectories(base / ".forge/state"));
  for (const char* name : {".forge/state/kept", ".forge/config.toml"}) {
    ASSERT_TRUE(WriteFileAtomic(base / name, "first"));
    ASSERT_EQ(::chmod((base / name).c_str(), 0644), 0);
    ASSERT_TRUE(WriteFileAtomic(base / name, "second"));
  }
  EXPECT_EQ(PermissionsOf(base / ".forge/state/kept"), 0600U);
  EXPECT_EQ(PermissionsOf(base / ".forge/config.toml"), 0644U);
}

TEST(StateFiles, ThoseOfAnOlderForgeAreTightenedOnceAndLinksAreNotFollowed) {
  const TempDirectory base;
  const std::string state = base / ".forge/state", witness = state + "/forge.db", deep = state + "/runs/001/answer.md";
  ASSERT_TRUE(MakeDirectories(state + "/runs/001"));
  for (const std::string& path : {witness, deep, std::string(base / "users")}) {
    ASSERT_TRUE(WriteFileAtomic(path, "x"));
    ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  }
  ASSERT_TRUE(MakeSymlink(base / "users", state + "/link"));
  TightenStateFiles(state, witness);
  EXPECT_EQ(PermissionsOf(witness), 0600U);
  EXPECT_EQ(PermissionsOf(deep), 0600U);
  EXPECT_EQ(PermissionsOf(base / "users"), 0644U);
  ASSERT_EQ(::chmod(deep.c_str(), 0640), 0);
  TightenStateFiles(state, witness);
  EXPECT_EQ(PermissionsOf(deep), 0640U) << "the witness says that all was done";
}

}  // namespace
}  // namespace forge
