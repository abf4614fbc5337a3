#include "os/files/files.h"
#include "os/files/private_directory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "os/fault.h"

namespace forge {
namespace {

class Files : public testing::Test {
 protected:
  void SetUp() override { root_ = MakeTempDirectory("forge-files-test-").value(); }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }
  std::string At(std::string_view name) const { return JoinPath(root_, name); }
  static mode_t Mode(const std::string& path) {
    struct stat status{};
    ::stat(path.c_str(), &status);
    return status.st_mode & 0777;
  }
  std::string root_;
};

TEST_F(Files, EveryNewNameOfADurableDirectoryIsSynced) {
  for (const char* each : {"sync:1:EIO", "sync:2:EIO"}) {
    ASSERT_TRUE(ArmFaults(each));
    EXPECT_FALSE(MakeDurableDirectories(At(std::string(each) + "/b"))) << each;
    DisarmFaults();
  }
  ASSERT_TRUE(ArmFaults("sync:3:EIO"));
  EXPECT_TRUE(MakeDurableDirectories(At("a/b")));
  EXPECT_TRUE(MakeDurableDirectories(At("a/b"))) << "nothing new to sync";
  DisarmFaults();
  EXPECT_TRUE(IsDirectory(At("a/b")));
}

TEST_F(Files, OnlyAFileThatIsKnownToBeMissingIsNotThere) {
  ASSERT_TRUE(WriteFileAtomic(At("f"), "text"));
  EXPECT_EQ(ReadFileIfThere(At("f")).value(), "text");
  for (const std::string& missing : {At("g"), At("f/below"), At(std::string(300, 'x'))}) {
    const auto text = ReadFileIfThere(missing);
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_EQ(*text, std::nullopt);
  }
  EXPECT_FALSE(ReadFileIfThere(root_)) << "a directory";
  for (const char* fault : {"look:1:EIO", "open:1:EIO", "read:1:EIO", "open:1:EMFILE"}) {
    ASSERT_TRUE(ArmFaults(fault));
    EXPECT_FALSE(ReadFileIfThere(At("f"))) << fault;
    DisarmFaults();
  }
}

TEST_F(Files, WrittenBytesComeBackAndNoTemporaryIsLeft) {
  std::string bytes("a\0b\r\n\xff", 6);
  ASSERT_TRUE(WriteFileAtomic(At("f"), bytes));
  ASSERT_TRUE(WriteFileAtomic(At("f"), bytes + bytes));
  EXPECT_EQ(ReadFile(At("f")).value(), bytes + bytes);
  EXPECT_EQ(ListDirectory(root_).value(), std::vector<std::string>{"f"});
}

TEST_F(Files, TheLongestNameCanBeWritten) {
  std::string name(255, 'n');
  ASSERT_TRUE(WriteFileAtomic(At(name), "x"));
  EXPECT_EQ(ReadFile(At(name)).value(), "x");
}

TEST_F(Files, APrivateDirectoryIsForItsUserAlone) {
  ASSERT_TRUE(MakePrivateDirectory(At("a/b")));
  EXPECT_EQ(Mode(At("a/b")), 0700u);
  ASSERT_EQ(::chmod(At("a/b").c_str(), 0755), 0);
  ASSERT_TRUE(MakePrivateDirectory(At("a/b")));
  EXPECT_EQ(Mode(At("a/b")), 0700u);
  ASSERT_TRUE(AppendUnsynced(At("a/b/log"), "x"));
  EXPECT_EQ(Mode(At("a/b/log")), 0600u);
  ASSERT_TRUE(WriteFileAtomic(At("f"), "x"));
  EXPECT_FALSE(MakePrivateDirectory(At("f")));
}

TEST_F(Files, AnExistingFileKeepsItsPermissions) {
  ASSERT_TRUE(WriteFileAtomic(At("secret"), "1"));
  ::chmod(At("secret").c_str(), 0600);
  ASSERT_TRUE(WriteFileAtomic(At("secret"), "2"));
  EXPECT_EQ(Mode(At("secret")), 0600u);
  ASSERT_TRUE(WriteFileAtomic(At("secret"), "3", true));
  EXPECT_EQ(Mode(At("secret")) & 0100u, 0100u);
}

TEST_F(Files, ASymlinkIsReplacedAndItsTargetLeftAlone) {
  ASSERT_TRUE(WriteFileAtomic(At("target"), "old"));
  ASSERT_EQ(::symlink("target", At("link").c_str()), 0);
  ASSERT_TRUE(WriteFileAtomic(At("link"), "new"));
  EXPECT_EQ(ReadFile(At("target")).value(), "old");
  EXPECT_EQ(ReadFile(At("link")).value(), "new");
}

TEST_F(Files, AFailedWriteNamesThePathAndLeavesNothing) {
  auto status = WriteFileAtomic(At("no/such/f"), "x");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::kNotFound);
  EXPECT_NE(status.error().message.find("no/such/f"), std::string::npos);
  ASSERT_TRUE(MakeDirectories(At("d/inside")));
  EXPECT_FALSE(WriteFileAtomic(At("d"), "x"));
  EXPECT_EQ(ListDirectory(root_).value(), std::vector<std::string>{"d"});
}

TEST_F(Files, ReadingRefusesTheAbsentTheDirectoryAndTheTooLarge) {
  EXPECT_EQ(ReadFile(At("absent")).error().code, Code::kNotFound);
  EXPECT_EQ(ReadFile(root_).error().code, Code::kIo);
  ASSERT_TRUE(WriteFileAtomic(At("f"), "12345"));
  EXPECT_EQ(ReadFile(At("f"), 5).value(), "12345");
  EXPECT_EQ(ReadFile(At("f"), 4).error().code, Code::kInvalid);
  EXPECT_FALSE(ReadFile("/proc/self/status").value().empty());
}

TEST_F(Files, LinesAppendedByManyThreadsDoNotMix) {
  std::string line(300, 'x');
  line += '\n';
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int k = 0; k < 5; ++k) EXPECT_TRUE(AppendFile(At("log"), line));
      });
    }
  }
  std::string all;
  for (int i = 0; i < 20; ++i) all += line;
  EXPECT_EQ(ReadFile(At("log")).value(), all);
}

TEST_F(Files, RemovingATreeFollowsNoSymlinkAndMindsNoPermissions) {
  ASSERT_TRUE(MakeDirectories(At("keep")));
  ASSERT_TRUE(WriteFileAtomic(At("keep/f"), "kept"));
  ASSERT_TRUE(MakeDirectories(At("gone/a/b")));
  ASSERT_TRUE(WriteFileAtomic(At("gone/a/b/ weird\n\xff*"), "x"));
  ASSERT_EQ(::symlink("../keep", At("gone/link").c_str()), 0);
  ::chmod(At("gone/a/b").c_str(), 0555);
  ::chmod(At("gone/a").c_str(), 0);
  ASSERT_TRUE(RemoveTree(At("gone")));
  EXPECT_FALSE(Exists(At("gone")));
  EXPECT_EQ(ReadFile(At("keep/f")).value(), "kept");
  EXPECT_TRUE(RemoveTree(At("gone")));
  ASSERT_EQ(::symlink("keep", At("top").c_str()), 0);
  ASSERT_TRUE(RemoveTree(At("top")));
  EXPECT_TRUE(Exists(At("keep/f")));
}

TEST_F(Files, RemovingWhatIsAbsentIsFine) {
  EXPECT_TRUE(RemoveFile(At("absent")));
  EXPECT_TRUE(RemoveFile(At("absent/deeper")));
  EXPECT_FALSE(RemoveFile(root_));
}

TEST_F(Files, DirectoriesMadeByManyAtOnceAreMadeOnce) {
  std::atomic<int> made = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] { made += MakeDirectories(At("a/b/c/d")).has_value() ? 1 : 0; });
    }
  }
  EXPECT_EQ(made, 8);
  EXPECT_TRUE(IsDirectory(At("a/b/c/d")));
  ASSERT_TRUE(WriteFileAtomic(At("file"), ""));
  EXPECT_FALSE(MakeDirectories(At("file/below")));
}

TEST_F(Files, TellsWhatAPathIs) {
  ASSERT_TRUE(WriteFileAtomic(At("f"), "123"));
  ASSERT_EQ(::symlink("nowhere", At("dangling").c_str()), 0);
  EXPECT_TRUE(IsRegularFile(At("f")));
  EXPECT_FALSE(IsRegularFile(root_));
  EXPECT_EQ(FileSize(At("f")), 3);
  EXPECT_EQ(FileSize(root_), std::nullopt);
  EXPECT_TRUE(Exists(At("dangling")));
  EXPECT_FALSE(IsRegularFile(At("dangling")));
  EXPECT_TRUE(IsWritable(root_));
  EXPECT_FALSE(IsWritable(At("absent")));
  EXPECT_GT(FreeBytes(root_), 0);
  EXPECT_EQ(Mode(root_), 0700u);
  EXPECT_EQ(RealPath(At("f/../f")).has_value(), false);
  EXPECT_FALSE(CurrentDirectory().empty());
}

TEST_F(Files, RenamesOverWhatIsThere) {
  ASSERT_TRUE(WriteFileAtomic(At("a"), "a"));
  ASSERT_TRUE(WriteFileAtomic(At("b"), "b"));
  ASSERT_TRUE(RenamePath(At("a"), At("b")));
  EXPECT_EQ(ReadFile(At("b")).value(), "a");
  EXPECT_FALSE(RenamePath(At("a"), At("c")));
}

TEST(Paths, JoinAndSplitLikeTheShellTools) {
  EXPECT_EQ(JoinPath("a", "b"), "a/b");
  EXPECT_EQ(JoinPath("a/", "b"), "a/b");
  EXPECT_EQ(JoinPath("a", "/b"), "/b");
  EXPECT_EQ(JoinPath("", "b"), "b");
  EXPECT_EQ(JoinPath("a", ""), "a");
  EXPECT_EQ(DirName("a"), ".");
  EXPECT_EQ(DirName("/a"), "/");
  EXPECT_EQ(DirName("a/b/"), "a");
  EXPECT_EQ(DirName("a//b"), "a");
  EXPECT_EQ(DirName("/"), "/");
  EXPECT_EQ(DirName(""), ".");
  EXPECT_EQ(BaseName("a/b/"), "b");
  EXPECT_EQ(BaseName("/"), "/");
  EXPECT_EQ(BaseName("b"), "b");
}

}  // namespace
}  // namespace forge
