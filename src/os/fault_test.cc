#include "os/fault.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "os/files/file_lock.h"
#include "os/files/files.h"
#include "os/files/tree_reader.h"
#include "os/process/process.h"
#include "os/process/process_table.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"
#include "os/thread.h"

namespace forge {
namespace {

const std::vector<std::pair<std::string, int>> kShortages = {{"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"ENOMEM", ENOMEM},
                                                             {"EAGAIN", EAGAIN}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT},
                                                             {"ENOLCK", ENOLCK}};

struct Fault : testing::Test {
  ~Fault() override { DisarmFaults(); }
  static void Arm(const std::string& spec) {
    auto armed = ArmFaults(spec);
    ASSERT_TRUE(armed) << Describe(armed.error());
  }
  std::string Path(const std::string& name) const { return directory / name; }
  std::string Text(const std::string& name) const { return ReadFile(Path(name)).value_or("(none)"); }
  TempDirectory directory;
};

TEST_F(Fault, AShortageOfTheMachineIsAnErrorOfItsOwnKind) {
  for (const auto& [name, error] : kShortages) {
    for (const char* call : {"open", "write", "sync", "rename"}) {
      Arm(std::string(call) + ":1-:" + name);
      const auto written = WriteFileAtomic(Path("file"), "text");
      DisarmFaults();
      ASSERT_FALSE(written) << call << " " << name;
      EXPECT_EQ(written.error().code, Code::kExhausted) << call << " " << name;
      EXPECT_NE(written.error().message.find(std::strerror(error)), std::string::npos) << written.error().message;
    }
    Arm("start:1:" + name);
    const auto started = RunProcess(ShellCommand("true"));
    ASSERT_FALSE(started) << name;
    EXPECT_EQ(started.error().code, Code::kExhausted) << name << ": " << started.error().message;
    EXPECT_TRUE(RunProcess(ShellCommand("true"))) << "only the first was refused";
  }
}

TEST_F(Fault, AShortageIsOneForLocksForDirectoriesAndForTheStandardLibrary) {
  for (const auto& [name, error] : kShortages) {
    Arm("open:1:" + name);
    const auto locked = FileLock::Take(Path("lock"));
    ASSERT_FALSE(locked) << name;
    EXPECT_EQ(locked.error().code, Code::kExhausted) << name;
    Arm("open:1:" + name);
    const auto reader = TreeReader::Open(directory.path());
    ASSERT_FALSE(reader) << name;
    EXPECT_EQ(reader.error().code, Code::kExhausted) << name;
    EXPECT_EQ(CodeOf(std::error_code(error, std::system_category())), Code::kExhausted) << name;
    EXPECT_EQ(CodeOf(std::error_code(error, std::generic_category())), Code::kExhausted) << name;
  }
  EXPECT_EQ(CodeOf(std::make_error_code(std::errc::permission_denied)), Code::kIo);
}

TEST_F(Fault, ABrokenDiskIsNoShortage) {
  Arm("sync:1:EIO");
  const auto written = WriteFileAtomic(Path("file"), "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Code::kIo);
}

// As SQLite does it: fail the first call, then the second, and so on, until none is left to fail.
TEST_F(Fault, WhateverFailsAnAtomicWriteLeavesTheOldContentOrTheNew) {
  ASSERT_TRUE(WriteFileAtomic(Path("file"), "old"));
  for (const char* what : {"EIO", "ENOSPC", "EMFILE"}) {
    for (int n = 1;; ++n) {
      ASSERT_LT(n, 20) << "the loop must come to an end";
      Arm(fmt::format("any:{}:{}@{}", n, what, Path("log")));
      const auto written = WriteFileAtomic(Path("file"), "new");
      DisarmFaults();
      const bool hit = Exists(Path("log"));
      ASSERT_TRUE(RemoveFile(Path("log")));
      const std::string text = Text("file");
      EXPECT_TRUE(text == "new" || (!written && text == "old")) << n << " " << what << ": " << text;
      EXPECT_EQ(ListDirectory(directory.path())->size(), 1U) << "no temporary file is left";
      ASSERT_TRUE(WriteFileAtomic(Path("file"), "old"));
      if (!hit) break;
    }
  }
}

TEST_F(Fault, AShortWriteIsContinued) {
  Arm("write:1-3:short");
  ASSERT_TRUE(WriteFileAtomic(Path("file"), "a text that comes in parts"));
  EXPECT_EQ(Text("file"), "a text that comes in parts");
  ASSERT_TRUE(AppendFile(Path("file"), ", and its end"));
  EXPECT_EQ(Text("file"), "a text that comes in parts, and its end");
}

TEST_F(Fault, ALostRenameIsAFailureAndTheOldContentStays) {
  ASSERT_TRUE(WriteFileAtomic(Path("file"), "old"));
  Arm("rename:1:lost");
  EXPECT_FALSE(WriteFileAtomic(Path("file"), "new"));
  EXPECT_EQ(Text("file"), "old");
  EXPECT_EQ(ListDirectory(directory.path())->size(), 1U);
}

TEST_F(Fault, TheWallClockStepsAndTheSteadyOneDoesNot) {
  const TimePoint before = WallClock();
  const std::int64_t steady = SteadyMs();
  Arm("clock:2:-3600000");
  EXPECT_GE(WallClock().ms, before.ms) << "the first call is right";
  EXPECT_LT(WallClock().ms, before.ms - 3'000'000);
  EXPECT_GE(SteadyMs(), steady);
}

TEST_F(Fault, WithoutDescriptorsWeAreStillOurselvesAndOthersAreNotDead) {
  const ProcessId me = ThisProcess();
  const std::string boot = BootId();
  Arm("open:1-:EMFILE");
  EXPECT_EQ(ThisProcess(), me);
  EXPECT_EQ(BootId(), boot);
  EXPECT_TRUE(IsAlive(me)) << "a process that cannot be looked at may live";
}

TEST_F(Fault, CountsAndRangesAreRead) {
  for (const char* spec : {"write", "write:0:EIO", "write:3-2:EIO", "write:1:EWHAT", "sync:1:short", "write:1:lost",
                           "clock:1:soon", "nothing:1:EIO", "write:x:EIO"}) {
    EXPECT_FALSE(ArmFaults(spec)) << spec;
  }
  Arm("open:2-3:EIO,sync:1:EIO");
  EXPECT_TRUE(ReadFile("/proc/self/stat"));
  EXPECT_FALSE(ReadFile("/proc/self/stat"));
  EXPECT_FALSE(ReadFile("/proc/self/stat"));
  EXPECT_TRUE(ReadFile("/proc/self/stat"));
}

TEST_F(Fault, OnlyWhatIsKnownNotToBeThereIsMissing) {
  ASSERT_TRUE(WriteFileAtomic(Path("file"), "text"));
  for (const std::string& missing : {Path("nothing"), Path("file/below"), Path(std::string(5000, 'x'))}) {
    EXPECT_FALSE(Exists(missing));
    EXPECT_EQ(LookAtPath(missing).value(), PathKind::kNothing);
  }
  EXPECT_EQ(LookAtPath(Path("file")).value(), PathKind::kFile);
  EXPECT_EQ(LookAtPath(directory.path()).value(), PathKind::kDirectory);
  ASSERT_TRUE(MakeSymlink("file", Path("link")));
  EXPECT_EQ(LookAtPath(Path("link")).value(), PathKind::kFile);
  EXPECT_EQ(LookAtPath(Path("link"), false).value(), PathKind::kLink);
  Arm("look:1-:EIO");
  EXPECT_TRUE(Exists(Path("file")));
  EXPECT_EQ(LookAtPath(Path("file")).error().code, Code::kIo);
}

TEST_F(Fault, HalfOfADirectoryIsNotTakenForAllOfIt) {
  for (const char* name : {"a", "b", "c", "d"}) ASSERT_TRUE(WriteFileAtomic(Path(name), name));
  for (const char* call : {"list:1:EIO", "list:3:EIO", "list:2:ENOMEM"}) {
    Arm(call);
    EXPECT_FALSE(ListDirectory(directory.path())) << call;
  }
  Arm("list:3:EIO");
  EXPECT_FALSE(RemoveTree(directory.path()));
}

TEST_F(Fault, AFileKeepsItsPermissionsOrIsNotWritten) {
  ASSERT_TRUE(WriteFileAtomic(Path("secret"), "old"));
  namespace fs = std::filesystem;
  fs::permissions(Path("secret"), fs::perms::owner_read | fs::perms::owner_write);
  for (const char* call : {"look:1:EIO", "look:2:ENOMEM"}) {
    Arm(call);
    EXPECT_FALSE(WriteFileAtomic(Path("secret"), "new")) << call;
    EXPECT_EQ(fs::status(Path("secret")).permissions(), fs::perms::owner_read | fs::perms::owner_write) << call;
    EXPECT_EQ(Text("secret"), "old") << call;
  }
}

TEST_F(Fault, LinksAndCopiesFailAsOtherCallsDo) {
  ASSERT_TRUE(WriteFileAtomic(Path("file"), "text"));
  Arm("link:1-2:ENOSPC,copy:1:ENOSPC");
  for (const Status& made : {MakeSymlink("file", Path("link")), MakeHardLink(Path("file"), Path("hard")),
                             CopyPath(Path("file"), Path("copy"))}) {
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, Code::kExhausted) << made.error().message;
  }
  EXPECT_EQ(ListDirectory(directory.path())->size(), 1U);
  ASSERT_TRUE(MakeSymlink("file", Path("link")));
  ASSERT_TRUE(CopyPath(Path("link"), Path("copy")));
  EXPECT_TRUE(IsLink(Path("copy")));
}

TEST_F(Fault, AProcessIsFoundAndEndedWhenDescriptorsAreShortForAMoment) {
  ProcessSpec command = ShellCommand("sleep 100");
  command.marker = {"FORGE_FAULT_TEST", Path("marker")};
  std::promise<ProcessId> started;
  command.on_start = [&](const ProcessId& id) { started.set_value(id); };
  std::jthread child([&] { (void)RunProcess(command); });
  const ProcessId id = started.get_future().get();
  Arm("open:1-4:EMFILE");
  EXPECT_FALSE(FindByEnvironment("FORGE_FAULT_TEST", Path("marker")).empty());
  Arm("handle:1-:EMFILE");
  KillProcess(id);
  child.join();
  EXPECT_FALSE(IsAlive(id));
}

TEST_F(Fault, AMachineWithoutThreadsRefusesAndDoesNotEndTheProgram) {
  Arm("start:1:EAGAIN");
  EXPECT_FALSE(StartThread([] {}));
  EXPECT_TRUE(StartThread([] {}));
}

// The names of the sites are the same in the next process: the sweep (tests/crash/fault_test.sh) depends on it.
TEST_F(Fault, EachCallSiteCanBeNotedAndFailedByItself) {
  ASSERT_TRUE(WriteFileAtomic(Path("file"), "text"));
  std::string spec = "any:1-:noted@" + Path("log");
  for (int round = 0; round < 3; ++round) {  // one place of this program, so one site
    Arm(spec);
    EXPECT_TRUE(ReadFileHead(Path("file"), 10)) << "another site";
    EXPECT_EQ(ReadFile(Path("file")).has_value(), round != 1);
    DisarmFaults();
    if (round > 0) spec = "open/00000000:1:EIO";
    if (round > 0) continue;
    const std::string log = Text("log");
    const std::size_t last = log.rfind("open ");
    ASSERT_NE(last, std::string::npos) << log;
    ASSERT_EQ(log.find(" EMFILE,ENFILE,ENOMEM,EIO 0x", last), last + 13) << log;
    spec = "open/" + log.substr(last + 5, 8) + ":1:EIO";
  }
}

TEST_F(Fault, OtherProgramsNameAShortageInTheirOwnWords) {
  EXPECT_TRUE(NamesShortage("fatal: unable to write new index file: No space left on device"));
  EXPECT_TRUE(NamesShortage("error: cannot fork to run git-maintenance: Resource temporarily unavailable"));
  EXPECT_TRUE(NamesShortage("error: unable to open object pack directory: Too many open files"));
  EXPECT_TRUE(NamesShortage("fatal: Out of memory, malloc failed (tried to allocate 1048577 bytes)"));
  EXPECT_TRUE(NamesShortage("fatal: Out of memory, realloc failed"));
  EXPECT_TRUE(NamesShortage("fatal: Out of memory? mmap failed: "));
  EXPECT_TRUE(NamesShortage("fatal: inflateInit: out of memory (no message)"));
  EXPECT_FALSE(NamesShortage("fatal: not a git repository"));
  EXPECT_FALSE(NamesShortage("error: pathspec 'out of memory' did not match any file(s) known to git"));
}

}  // namespace
}  // namespace forge
