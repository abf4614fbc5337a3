// Which engine may drive a run: leases of engines that are dead, silent, or on another host.
#include "service/ownership.h"

#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "service/forge.h"
#include "service/lost_store.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "service/unit/unit_temp.h"
#include "store/store.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

constexpr std::int64_t kLease = 30'000;

class OwnershipTest : public testing::Test {
 protected:
  void SetUp() override {
    Machine machine;
    machine.cwd = directory_.path();
    Project project;
    project.root = directory_.path();
    project.forge = project.root + "/.forge";
    project.state = project.forge + "/state";
    auto forge = Forge::Open(machine, Settings::Load(machine, project).value(), project, true);
    ASSERT_TRUE(forge) << Describe(forge.error());
    forge_ = *std::move(forge);
    run_ = store().CreateRun(SampleRun()).value();
  }
  Store& store() { return forge_->store(); }
  // An engine on another host, whose last sign of life is so old.
  void DriveFromElsewhere(std::int64_t silent_ms, std::int64_t term_ms = kLease) {
    const TimePoint at{WallClock().ms - silent_ms};
    auto other = OpenSqliteStore(store().Location()).value();
    ASSERT_TRUE(other->TakeLease(run_, Owner{4711, 1, "another boot", "elsewhere"}, at, term_ms, {ThisOwner()}));
  }
  RunStatus status() { return store().FindRun(run_).value()->status; }

  TempDirectory directory_;
  std::unique_ptr<Forge> forge_;
  RunId run_;
};

TEST_F(OwnershipTest, AnEngineOnAnotherHostKeepsItsRunForItsLease) {
  DriveFromElsewhere(kLease / 2);
  const auto taken = TakeRun(*forge_, run_);
  ASSERT_FALSE(taken);
  EXPECT_NE(taken.error().hint.find("--take-over"), std::string::npos) << taken.error().hint;
  EXPECT_TRUE(ViewRun(*forge_, run_)->owner_alive);
}

TEST_F(OwnershipTest, ThenItsRunCanBeTakenCancelledAndGivenUp) {
  DriveFromElsewhere(2 * kLease);
  EXPECT_FALSE(ViewRun(*forge_, run_)->owner_alive);
  Control abandon;
  abandon.kind = ControlKind::kAbandon;
  const auto reply = SendCommand(*forge_, run_, abandon);
  ASSERT_TRUE(reply) << Describe(reply.error());
  EXPECT_FALSE(reply->by_owner);
  EXPECT_EQ(status(), RunStatus::kAbandoned);
}

// A refusal is passed over only if the child has ended: what still goes on would ask a person who is not there.
TEST_F(OwnershipTest, AChildThatRefusesToGoOnUnattendedIsTold) {
  NewRun below = SampleRun();
  below.parent = run_;
  below.parent_unit = UnitId{1};
  const RunId child = store().CreateRun(below).value();
  Control abandon;
  abandon.kind = ControlKind::kAbandon;
  ASSERT_TRUE(SendCommand(*forge_, child, abandon));
  EXPECT_TRUE(GoUnattended(*forge_, run_, "ada"));
  Batch batch;
  batch.run = child;
  batch.run_row = store().FindRun(child).value().value();
  batch.run_row.status = RunStatus::kActive;  // it has not ended as far as anybody can see
  JournalRow row;
  row.seq = store().LastSeq(child).value() + 1;
  row.at = WallClock();
  row.kind = "note";
  row.data = "{}";
  batch.rows = {row};
  ASSERT_TRUE(store().Record(batch));
  const auto told = GoUnattended(*forge_, run_, "ada");
  ASSERT_FALSE(told);
  EXPECT_EQ(told.error().code, Code::kConflict);
}

TEST_F(OwnershipTest, TheTermOfAnEngineStandsInItsLeaseWhateverTheSettingIsNow) {
  DriveFromElsewhere(2 * kLease, 10 * kLease);
  EXPECT_TRUE(ViewRun(*forge_, run_)->owner_alive);
  EXPECT_FALSE(TakeRun(*forge_, run_));
  ASSERT_TRUE(TakeOver(*forge_, run_));
  DriveFromElsewhere(kLease / 2, kLease / 4);
  EXPECT_FALSE(ViewRun(*forge_, run_)->owner_alive);
  EXPECT_TRUE(TakeRun(*forge_, run_));
  EXPECT_EQ(store().FindLease(run_).value()->term_ms, kLease);
}

TEST_F(OwnershipTest, TakeOverDoesNotWait) {
  DriveFromElsewhere(0);
  ASSERT_TRUE(TakeOver(*forge_, run_));
  EXPECT_FALSE(store().FindLease(run_).value());
  EXPECT_TRUE(TakeRun(*forge_, run_));
  EXPECT_TRUE(StillOurs(store(), run_));
  DriveFromElsewhere(-1);
  EXPECT_FALSE(StillOurs(store(), run_));
}

TEST_F(OwnershipTest, ASilentEngineOfThisMachineIsKilledUnderWhateverNameTheMachineHad) {
  ProcessSpec engine;
  engine.argv = {"sleep", "100"};
  std::jthread taker;
  engine.on_start = [&](const ProcessId& id) {
    taker = std::jthread([this, id] {
      const TimePoint long_ago{WallClock().ms - 2 * kLease};
      const Owner silent{id.pid, id.start, BootId(), "its name before"};
      EXPECT_TRUE(store().TakeLease(run_, silent, long_ago, 3 * kLease, {}));
      EXPECT_FALSE(TakeRun(*forge_, run_)) << "its lease has not run out";
      EXPECT_TRUE(IsAlive(id));
      EXPECT_TRUE(store().TakeLease(run_, silent, long_ago, kLease, {}));
      EXPECT_TRUE(TakeRun(*forge_, run_));
      EXPECT_FALSE(IsAlive(id));
      KillProcess(id);
    });
  };
  EXPECT_EQ(RunProcess(engine)->signal, SIGKILL);
}

TEST_F(OwnershipTest, AnEngineOfSeveralRunsIsNotKilledForOne) {
  ProcessSpec engine;
  engine.argv = {"sleep", "100"};
  std::jthread taker;
  engine.on_start = [&](const ProcessId& id) {
    taker = std::jthread([this, id] {
      const TimePoint long_ago{WallClock().ms - 2 * kLease};
      const Owner silent{id.pid, id.start, BootId(), HostName(), PidNamespace()};
      const RunId second = store().CreateRun(SampleRun()).value();
      EXPECT_TRUE(store().TakeLease(run_, silent, long_ago, kLease, {}));
      EXPECT_TRUE(store().TakeLease(second, silent, long_ago, kLease, {}));
      const auto taken = TakeRun(*forge_, run_);
      const auto taken_over = TakeOver(*forge_, run_);
      EXPECT_TRUE(IsAlive(id));
      EXPECT_EQ(store().FindLease(run_).value()->owner, silent);
      EXPECT_TRUE(!taken && taken.error().hint.contains("kill " + std::to_string(id.pid)));
      EXPECT_TRUE(!taken_over && taken_over.error().hint.contains("forge pause 1"));
      EXPECT_TRUE(store().ReleaseLease(second, silent));
      EXPECT_TRUE(TakeOver(*forge_, run_)) << "now it drives one";
      KillProcess(id);
    });
  };
  EXPECT_EQ(RunProcess(engine)->signal, SIGKILL);
}

TEST_F(OwnershipTest, AnEngineInAnotherContainerOfThisMachineIsNotTakenForAProcessOfThisOne) {
  ProcessSpec process;
  process.argv = {"sleep", "100"};
  std::jthread taker;
  process.on_start = [&](const ProcessId& id) {
    taker = std::jthread([this, id] {
      // It has the number of a process that is dead here, or of one that is alive here and is another program.
      for (const ProcessId seen : {ProcessId{id.pid, id.start + 1}, id}) {
        const Owner there{seen.pid, seen.start, BootId(), HostName(), "pid:[7]"};
        const TimePoint now = WallClock();
        EXPECT_TRUE(store().TakeLease(run_, there, now, kLease, {}));
        EXPECT_TRUE(store().Beat(run_, there, now));
        EXPECT_EQ(store().FindLease(run_).value()->owner, there);
        EXPECT_FALSE(TakeRun(*forge_, run_)) << "its lease has not run out";
        EXPECT_TRUE(store().TakeLease(run_, there, {now.ms - 2 * kLease}, kLease, {}));
        EXPECT_TRUE(TakeRun(*forge_, run_)) << "it is silent";
        EXPECT_TRUE(IsAlive(id)) << "the wrong process was killed";
        EXPECT_TRUE(store().ReleaseLease(run_, ThisOwner()));
      }
      // Older engines did not store it: their host decides.
      EXPECT_TRUE(
          store().TakeLease(run_, Owner{id.pid, id.start + 1, BootId(), HostName(), ""}, WallClock(), kLease, {}));
      EXPECT_TRUE(TakeRun(*forge_, run_));
      KillProcess(id);
    });
  };
  EXPECT_EQ(RunProcess(process)->signal, SIGKILL);
}

TEST_F(OwnershipTest, ARunOfThisProcessIsHeldHoweverOldItsHeartbeatLooks) {
  const TimePoint long_ago{WallClock().ms - 100 * kLease};
  ASSERT_TRUE(store().TakeLease(run_, ThisOwner(), long_ago, kLease, {}));
  EXPECT_TRUE(IsHeld(*store().FindLease(run_).value(), kLease));
  EXPECT_FALSE(IsHeld(Lease{run_, Owner{4711, 1, "another boot", "elsewhere"}, long_ago, kLease}, kLease));
}

TEST_F(OwnershipTest, AStoreIsWrittenAgainWithoutTheLogOfTheFileThatIsGone) {
  const std::string path = store().Location();
  ASSERT_TRUE(Exists(path + "-wal"));
  ASSERT_TRUE(RemoveFile(path));
  ASSERT_TRUE(store().IsLost());
  const Error error = SaveLostStore(*forge_, run_, HeldPlan{});
  EXPECT_NE(error.message.find("wrote the store again"), std::string::npos) << error.message;
  EXPECT_TRUE(Exists(path));
  EXPECT_FALSE(Exists(path + "-wal"));
  auto again = OpenSqliteStore(path);
  ASSERT_TRUE(again) << Describe(again.error());
  EXPECT_TRUE((*again)->Examine(false).value().empty());
  EXPECT_EQ((*again)->ListRuns().value().size(), 1u);
}

// The name of a directory of another engine: `parts` of our own name are replaced, from HOST on.
std::string TempOf(const UnitTemp& ours, const std::map<std::size_t, std::string>& parts) {
  const std::string name = BaseName(ours.path());
  std::vector<std::string> words;
  for (std::string_view word : Split(name, '-')) words.emplace_back(word);
  for (const auto& [at, text] : parts) words.at(at + 2) = text;
  const std::string path = JoinPath(DirName(ours.path()), Join(words, "-"));
  EXPECT_TRUE(MakeDirectories(path + "/deep"));
  return path;
}

TEST(UnitTemps, OnlyThoseOfDeadEnginesAreRemoved) {
  const UnitTemp mine = UnitTemp::Make().value();
  const std::string dead = TempOf(mine, {{4, "1"}});
  EXPECT_GE(RemoveDeadUnitTemps({}), 1);
  EXPECT_FALSE(Exists(dead));
  EXPECT_TRUE(Exists(mine.path()));
}

TEST(UnitTemps, TheNextUnitOfARunGetsTheSameDirectoryEmpty) {
  std::string path;
  {
    const UnitTemp first = UnitTemp::Make("a store/7").value();
    path = first.path();
    ASSERT_TRUE(WriteFileAtomic(path + "/secret", "of the first"));
    ASSERT_TRUE(MakeDirectories(path + "/a/b"));
  }
  EXPECT_NE(UnitTemp::Make("a store/8").value().path(), path) << "of another run";
  const UnitTemp second = UnitTemp::Make("a store/7").value();
  EXPECT_EQ(second.path(), path);
  EXPECT_TRUE(ListDirectory(path)->empty());
}

// Then its sandbox is the same as well.
TEST(UnitTemps, AUnitGetsTheDirectoryThatWasLastUsedWhereItWorks) {
  std::map<std::string, std::string> paths;
  {
    std::vector<UnitTemp> temps;
    for (const char* place : {"/a", "/b", "/c"}) {
      temps.push_back(UnitTemp::Make("a store/9", place).value());
      paths[place] = temps.back().path();
    }
  }
  for (const char* place : {"/c", "/a", "/b"})
    EXPECT_EQ(UnitTemp::Make("a store/9", place).value().path(), paths[place]) << place;
  EXPECT_NE(UnitTemp::Make("a store/10", "/a").value().path(), paths["/a"]) << "of another run";
}

TEST(UnitTemps, OneThatWasRemovedMeanwhileIsNotUsed) {
  const std::string path = UnitTemp::Make("a store/10").value().path();
  ASSERT_TRUE(RemoveTree(path));
  const UnitTemp next = UnitTemp::Make("a store/10").value();
  EXPECT_NE(next.path(), path);
  EXPECT_TRUE(IsDirectory(next.path()));
}

TEST(UnitTemps, ALinkThatAUnitLeftInItsPlaceIsNotFollowed) {
  const TempDirectory elsewhere;
  ASSERT_TRUE(WriteFileAtomic(elsewhere / "kept", "x"));
  std::string path;
  {
    const UnitTemp first = UnitTemp::Make("a store/9").value();
    path = first.path();
    ASSERT_TRUE(RemoveTree(path));
    ASSERT_TRUE(MakeSymlink(elsewhere.path(), path));
  }
  EXPECT_TRUE(Exists(elsewhere / "kept"));
  EXPECT_FALSE(Exists(path));
}

TEST(UnitTemps, OnOneMachineTheProcessDecidesWhateverTheMachinesNameWas) {
  const UnitTemp mine = UnitTemp::Make("a store/1").value();
  const std::string dead = TempOf(mine, {{0, "another"}, {4, "1"}});
  const std::string alive = TempOf(mine, {{0, "another"}, {6, "second"}});
  RemoveDeadUnitTemps({{"a store/1", std::nullopt}});
  EXPECT_FALSE(Exists(dead));
  EXPECT_TRUE(Exists(alive));
  ASSERT_TRUE(RemoveTree(alive));
}

TEST(UnitTemps, OnAnotherMachineTheLeaseOfItsRunDecides) {
  const UnitTemp mine = UnitTemp::Make("a store/1").value();
  for (const std::size_t unseen : {1u, 2u}) {  // another boot, another namespace
    const std::string theirs = TempOf(mine, {{0, "another"}, {unseen, "unseen"}, {3, "4711"}});
    RemoveDeadUnitTemps({});
    RemoveDeadUnitTemps({{"a store/2", std::nullopt}});
    EXPECT_TRUE(Exists(theirs)) << "its run is not known here";
    RemoveDeadUnitTemps({{"a store/1", ThisOwner()}});
    EXPECT_FALSE(Exists(theirs)) << "its run was taken over";
  }
  // The name of a directory that the engine of another boot makes under its lease.
  const Owner other{4711, 1, "another boot", "elsewhere"};
  const auto mark = [](const std::string& text) { return Sha256(text).substr(0, 6); };
  const std::string held = TempOf(mine, {{0, mark(other.host)}, {1, mark(other.boot)}, {3, "4711"}, {4, "1"}});
  RemoveDeadUnitTemps({{"a store/1", other}});
  EXPECT_TRUE(Exists(held));
  RemoveDeadUnitTemps({{"a store/1", std::nullopt}});
  EXPECT_FALSE(Exists(held));
}

TEST_F(OwnershipTest, TheHoldersOfTemporaryDirectoriesAreTheHoldersOfLeases) {
  DriveFromElsewhere(kLease / 2);
  EXPECT_EQ(FindTempHolders(store(), "path", kLease)->at(0).holder->host, "elsewhere");
  EXPECT_EQ(FindTempHolders(store(), "path", kLease)->at(0).marker, ProcessMarker("path", run_));
  DriveFromElsewhere(kLease / 2, kLease / 4);
  EXPECT_FALSE(FindTempHolders(store(), "path", kLease)->at(0).holder) << "its term is over";
}

}  // namespace
}  // namespace forge
