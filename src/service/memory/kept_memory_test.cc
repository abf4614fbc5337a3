#include "service/memory/kept_memory.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

class Kept : public ::testing::Test {
 protected:
  void SetUp() override {
    machine_.data_directory = directory_ / "data";
    project_.root = directory_ / "repo";
    project_.forge = project_.root + "/.forge";
    project_.state = project_.forge + "/state";
  }
  std::string File() const { return MemoryPath(project_.state); }
  // Where it was saved: the store's own address tells one opening from another.
  const MemoryStore* Add(const std::string& text) {
    const MemoryStore* store = nullptr;
    auto done = kept_.Use(machine_, project_, true, [&](Memory& memory) -> Result<Json> {
      NewFact fact;
      fact.text = text;
      TRY(memory.Add(FactScope::kProject, fact, TimePoint{1}));
      store = memory.project();
      return Json();
    });
    EXPECT_TRUE(done) << (done ? "" : Describe(done.error()));
    return store;
  }
  // A file of its own with some facts.
  std::string Backup(int facts) {
    Project other = project_;
    other.state = directory_ / "elsewhere";
    auto memory = Memory::Open(machine_, other, true);
    EXPECT_TRUE(memory) << (memory ? "" : Describe(memory.error()));
    for (int i = 0; i < facts && memory; ++i) {
      NewFact fact;
      fact.text = fmt::format("crate{} is kept on shelf{} of hall{}", i, i * 7, i * 13);
      EXPECT_TRUE(memory->Add(FactScope::kProject, fact, TimePoint{1}));
    }
    return MemoryPath(other.state);
  }
  std::size_t Count() {
    std::size_t count = 0;
    auto done = kept_.Use(machine_, project_, false, [&](Memory& memory) -> Result<Json> {
      count = TRY(memory.List(std::nullopt, {})).size();
      return Json();
    });
    EXPECT_TRUE(done) << (done ? "" : Describe(done.error()));
    return count;
  }
  void RemoveAll() {
    for (const char* ending : {"", "-wal", "-shm"}) ASSERT_TRUE(RemoveFile(File() + ending));
  }

  TempDirectory directory_;
  Machine machine_;
  Project project_;
  KeptMemory kept_;
};

TEST_F(Kept, CallsUseTheFilesThatAreOpen) {
  const MemoryStore* first = Add("one thing is so");
  ASSERT_NE(first, nullptr);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Add(fmt::format("thing{} lives in place{}", i, i * 7)), first);
  EXPECT_EQ(Count(), 21U);
}

TEST_F(Kept, WhoOnlyReadsMakesNoFileAndSeesOneThatIsMadeLater) {
  EXPECT_EQ(Count(), 0U);
  EXPECT_FALSE(Exists(File()));
  {
    auto other = Memory::Open(machine_, project_, true);
    ASSERT_TRUE(other);
    NewFact fact;
    fact.text = "another process says so";
    ASSERT_TRUE(other->Add(FactScope::kProject, fact, TimePoint{1}));
  }
  EXPECT_EQ(Count(), 1U);
}

TEST_F(Kept, ARemovedFileIsMadeAnew) {
  Add("the first file has this");
  RemoveAll();
  EXPECT_EQ(Count(), 0U);
  Add("the second file has that");
  EXPECT_EQ(Count(), 1U);
  EXPECT_TRUE(Exists(File()));
}

TEST_F(Kept, ARemovedFileIsLetGoSoThatOthersCanMakeItAnew) {
  Add("the first file has this");
  kept_.CloseIfQuiet();
  EXPECT_TRUE(Exists(File() + "-wal")) << "nothing happened to it: it stays open";
  Count();                          // it is not quiet
  ASSERT_TRUE(RemoveFile(File()));  // alone: what SQLite keeps beside it is still there
  kept_.CloseIfQuiet();
  {
    auto other = Memory::Open(machine_, project_, true);
    ASSERT_TRUE(other) << Describe(other.error());
    NewFact fact;
    fact.text = "another process says so";
    ASSERT_TRUE(other->Add(FactScope::kProject, fact, TimePoint{1}));
  }
  EXPECT_EQ(Count(), 1U);
}

TEST_F(Kept, AReplacedFileIsRead) {
  Add("the first file has this");
  Project other = project_;
  other.state = directory_ / "elsewhere";
  {
    auto memory = Memory::Open(machine_, other, true);
    ASSERT_TRUE(memory);
    for (const char* text : {"oranges grow in the south", "the harbour closes at night"}) {
      NewFact fact;
      fact.text = text;
      ASSERT_TRUE(memory->Add(FactScope::kProject, fact, TimePoint{1}));
    }
  }
  RemoveAll();
  ASSERT_TRUE(RenamePath(MemoryPath(other.state), File()));
  EXPECT_EQ(Count(), 2U);
}

TEST_F(Kept, FilesThatNoCallUsesAreClosedSoThatACopyOfOneIsWhole) {
  for (int i = 0; i < 20; ++i) Add(fmt::format("thing{} lives in place{}", i, i * 7));
  kept_.CloseIfQuiet();
  EXPECT_TRUE(Exists(File() + "-wal")) << "calls came since it was asked before";
  kept_.CloseIfQuiet();
  EXPECT_FALSE(Exists(File() + "-wal"));
  EXPECT_FALSE(Exists(File() + "-shm"));
  const std::string copy = directory_ / "copy/memory.db";
  ASSERT_TRUE(MakeDirectories(directory_ / "copy"));
  ASSERT_TRUE(WriteFileAtomic(copy, ReadFile(File()).value()));
  Add("one more thing is so");
  EXPECT_EQ(Count(), 21U);
  project_.state = directory_ / "copy";
  EXPECT_EQ(Count(), 20U);
}

TEST_F(Kept, AFileInThePlaceOfOneThatWasWrittenToKeepsItsFacts) {
  for (int i = 0; i < 10; ++i) Add(fmt::format("thing{} lives in place{}", i, i * 7));
  const std::string backup = Backup(200);
  ASSERT_TRUE(Exists(File() + "-wal"));
  ASSERT_TRUE(RenamePath(backup, File()));  // what SQLite keeps beside the old one is still there
  EXPECT_EQ(Count(), 200U);
  Add("the new file gets this");
  EXPECT_EQ(Count(), 201U);
  kept_.CloseIfQuiet();
  kept_.CloseIfQuiet();
  auto memory = Memory::Open(machine_, project_, false);
  ASSERT_TRUE(memory);
  EXPECT_TRUE(memory->project()->Examine(false).value().empty());
  EXPECT_EQ(memory->List(std::nullopt, {}).value().size(), 201U);
}

TEST_F(Kept, AFileThatIsReplacedIsLetGoWithoutItsLog) {
  Add("the first file has this");
  const std::string backup = Backup(50);
  ASSERT_TRUE(RenamePath(backup, File()));
  kept_.CloseIfQuiet();
  auto memory = Memory::Open(machine_, project_, false);
  ASSERT_TRUE(memory) << Describe(memory.error());
  EXPECT_EQ(memory->List(std::nullopt, {}).value().size(), 50U);
}

TEST_F(Kept, AFileThatIsReplacedWhileItIsOpenedIsOpenedAgain) {
  Project other = project_;
  other.state = directory_ / "elsewhere";
  for (const Project& one : {project_, other}) {
    auto memory = Memory::Open(machine_, one, true);
    ASSERT_TRUE(memory);
    NewFact fact;
    fact.text = one.state == other.state ? "the new file says this" : "an old thing was so";
    ASSERT_TRUE(memory->Add(FactScope::kProject, fact, TimePoint{1}));
  }
  int opened = 0;
  KeptMemory kept([&](const Machine& machine, const Project& project, bool create) {
    auto memory = Memory::Open(machine, project, create);
    if (++opened == 1) {
      RemoveAll();
      EXPECT_TRUE(RenamePath(MemoryPath(other.state), File()));
    }
    return memory;
  });
  std::string text;
  const auto done = kept.Use(machine_, project_, false, [&](Memory& memory) -> Result<Json> {
    text = TRY(memory.List(FactScope::kProject, {})).at(0).text;
    return Json();
  });
  ASSERT_TRUE(done) << Describe(done.error());
  EXPECT_EQ(text, "the new file says this");
  EXPECT_EQ(opened, 2);
}

TEST_F(Kept, AnotherProjectIsAnotherFile) {
  Add("this project has a fact");
  project_.state = directory_ / "elsewhere";
  EXPECT_EQ(Count(), 0U);
}

TEST_F(Kept, ManyCallsAtOnceLoseNothing) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([this, i] {
      for (int n = 0; n < 10; ++n) Add(fmt::format("worker{} wrote piece{} of shelf{}", i, n, i * 100 + n));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Count(), 80U);
}

TEST(KeptMemoryEnd, ClosesTheFiles) {
  TempDirectory directory;
  Machine machine;
  machine.data_directory = directory / "data";
  Project project;
  project.root = directory / "repo";
  project.forge = project.root + "/.forge";
  project.state = project.forge + "/state";
  {
    KeptMemory kept;
    ASSERT_TRUE(kept.Use(machine, project, true, [](Memory&) { return Result<Json>(Json()); }));
    EXPECT_TRUE(Exists(MemoryPath(project.state) + "-wal"));
  }
  EXPECT_FALSE(Exists(MemoryPath(project.state) + "-wal")) << "the log is in the file";
}

}  // namespace
}  // namespace forge
