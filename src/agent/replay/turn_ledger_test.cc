#include "agent/replay/turn_ledger.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "os/fault.h"
#include "os/files/files.h"

namespace forge {
namespace {

UnitLabel Unit(std::int64_t run, std::int64_t unit, std::int64_t tree = 0) {
  UnitLabel label;
  label.run = {run};
  label.unit = {unit};
  label.tree = {tree};
  return label;
}

using Candidates = std::vector<TurnLedger::Candidate>;
const Candidates kThree = {{.turn = 0}, {.turn = 1}, {.turn = 4}};

class Ledger : public testing::Test {
 protected:
  void SetUp() override { root_ = MakeTempDirectory("forge-ledger-test-").value(); }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }
  std::string path() const { return JoinPath(root_, "replay.log"); }
  static std::optional<std::size_t> Claim(TurnLedger& ledger, const UnitLabel& label, const Candidates& candidates) {
    return ledger.Claim(label, candidates).value();
  }
  std::string root_;
};

TEST_F(Ledger, GivesEachTurnOnceInTheOrderOfTheScript) {
  TurnLedger ledger("");
  EXPECT_EQ(Claim(ledger, Unit(1, 1), kThree), 0u);
  EXPECT_EQ(Claim(ledger, Unit(1, 2), kThree), 1u);
  EXPECT_EQ(Claim(ledger, Unit(1, 3), kThree), 4u);
  EXPECT_EQ(Claim(ledger, Unit(1, 4), kThree), std::nullopt);
  EXPECT_EQ(Claim(ledger, Unit(1, 2), kThree), 1u);
}

TEST_F(Ledger, AUnitDispatchedAgainByANewProcessGetsItsTurnAgain) {
  {
    TurnLedger ledger(path());
    EXPECT_EQ(Claim(ledger, Unit(1, 7), kThree), 0u);
    EXPECT_EQ(Claim(ledger, Unit(1, 8), kThree), 1u);
  }
  TurnLedger ledger(path());
  EXPECT_EQ(Claim(ledger, Unit(1, 8), kThree), 1u);
  EXPECT_EQ(Claim(ledger, Unit(1, 9), kThree), 4u);
  EXPECT_EQ(Claim(ledger, Unit(1, 7), kThree), 0u);
}

TEST_F(Ledger, ALedgerThatCannotBeLookedAtIsNotAnEmptyOne) {
  {
    TurnLedger ledger(path());
    EXPECT_EQ(Claim(ledger, Unit(1, 7), kThree), 0u);
  }
  TurnLedger ledger(path());
  ASSERT_TRUE(ArmFaults("look:1:EIO"));
  EXPECT_FALSE(ledger.Claim(Unit(1, 8), kThree));
  DisarmFaults();
  EXPECT_EQ(Claim(ledger, Unit(1, 8), kThree), 1u);
}

TEST_F(Ledger, AnotherRunBeginsAnewUnlessItIsOfTheSameTree) {
  TurnLedger ledger(path());
  EXPECT_EQ(Claim(ledger, Unit(1, 1), kThree), 0u);
  EXPECT_EQ(Claim(ledger, Unit(2, 1), kThree), 0u);
  EXPECT_EQ(Claim(ledger, Unit(3, 1, 1), kThree), 1u);
}

TEST_F(Ledger, ARepeatedTurnIsNeverUsedUpAndCostsNoDisk) {
  TurnLedger ledger(path());
  const Candidates repeat = {{.turn = 3, .repeat = true}};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Claim(ledger, Unit(1, i), repeat), 3u);
  EXPECT_FALSE(Exists(path()));
  const Candidates then_repeat = {{.turn = 0}, {.turn = 3, .repeat = true}, {.turn = 4}};
  EXPECT_EQ(Claim(ledger, Unit(1, 10), then_repeat), 0u);
  EXPECT_EQ(Claim(ledger, Unit(1, 11), then_repeat), 3u);
  EXPECT_EQ(Claim(ledger, Unit(1, 12), then_repeat), 3u);
}

TEST_F(Ledger, ALineCutAnywhereIsAsIfItHadNotBeenWritten) {
  const std::string whole = "1 1/1 0;\n1 1/2 12;\n";
  const std::string first = "1 1/1 0;\n";
  for (std::size_t cut = first.size(); cut < whole.size() - 2; ++cut) {
    ASSERT_TRUE(WriteFileAtomic(path(), whole.substr(0, cut)));
    const Candidates candidates = {{.turn = 0}, {.turn = 1}, {.turn = 12}};
    {
      TurnLedger ledger(path());
      EXPECT_EQ(Claim(ledger, Unit(1, 2), candidates), 1u) << cut;
    }
    TurnLedger after(path());
    EXPECT_EQ(Claim(after, Unit(1, 2), candidates), 1u) << cut;
    EXPECT_EQ(Claim(after, Unit(1, 3), candidates), 12u) << cut;
  }
}

TEST_F(Ledger, RubbishIsIgnored) {
  ASSERT_TRUE(WriteFileAtomic(path(), "hello\n\xff\xfe;\n1 1;\n1 1/1;\n1 1/1 -4;\nx y/z w;\n 1 2 3 4;\n"));
  TurnLedger ledger(path());
  EXPECT_EQ(Claim(ledger, Unit(1, 1), kThree), 0u);
}

TEST_F(Ledger, TwoProcessesNeverGiveTheSameTurnTwice) {
  Candidates many;
  for (std::size_t i = 0; i < 40; ++i) many.push_back({.turn = i});
  TurnLedger one(path()), two(path());  // as two processes would
  std::mutex mutex;
  std::multiset<std::size_t> given;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < 10; ++i) {
          std::size_t turn = Claim(thread % 2 == 0 ? one : two, Unit(1, thread * 100 + i), many).value();
          std::lock_guard guard(mutex);
          given.insert(turn);
        }
      });
    }
  }
  EXPECT_EQ(std::set<std::size_t>(given.begin(), given.end()).size(), 40u);
}

TEST_F(Ledger, WhatCannotBeRememberedIsNotGiven) {
  TurnLedger ledger(JoinPath(root_, "no/such/directory/replay.log"));
  EXPECT_FALSE(ledger.Claim(Unit(1, 1), kThree));
}

}  // namespace
}  // namespace forge
