// Which engine may drive a run: leases of engines that are dead, silent, or on another host.
#include "service/ownership.h"

#include <gtest/gtest.h>

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
  const auto taken = TakeRun(store(), run_, kLease);
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

TEST_F(OwnershipTest, TheTermOfAnEngineStandsInItsLeaseWhateverTheSettingIsNow) {
  DriveFromElsewhere(2 * kLease, 10 * kLease);
  EXPECT_TRUE(ViewRun(*forge_, run_)->owner_alive);
  EXPECT_FALSE(TakeRun(store(), run_, kLease));
  ASSERT_TRUE(TakeOver(*forge_, run_));
  DriveFromElsewhere(kLease / 2, kLease / 4);
  EXPECT_FALSE(ViewRun(*forge_, run_)->owner_alive);
  EXPECT_TRUE(TakeRun(store(), run_, kLease));
  EXPECT_EQ(store().FindLease(run_).value()->term_ms, kLease);
}

TEST_F(OwnershipTest, TakeOverDoesNotWait) {
  DriveFromElsewhere(0);
  ASSERT_TRUE(TakeOver(*forge_, run_));
  EXPECT_FALSE(store().FindLease(run_).value());
  EXPECT_TRUE(TakeRun(store(), run_, kLease));
  EXPECT_TRUE(StillOurs(store(), run_));
  DriveFromElsewhere(-1);
  EXPECT_FALSE(StillOurs(store(), run_));
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

TEST(UnitTemps, OnlyThoseOfDeadEnginesAreRemoved) {
  const UnitTemp mine = UnitTemp::Make().value();
  std::string dead = mine.path();
  const std::string me = std::to_string(ThisProcess().pid) + "-" + std::to_string(ThisProcess().start);
  const std::size_t at = dead.find(me);
  ASSERT_NE(at, std::string::npos) << dead;
  dead.replace(at, me.size(), std::to_string(ThisProcess().pid) + "-1");
  ASSERT_TRUE(MakeDirectories(dead + "/deep"));
  EXPECT_GE(RemoveDeadUnitTemps(), 1);
  EXPECT_FALSE(Exists(dead));
  EXPECT_TRUE(Exists(mine.path()));
}

}  // namespace
}  // namespace forge
