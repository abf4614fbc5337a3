#include "service/unit/spend_ledger.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Budget TokensLimit(std::int64_t tokens) { return {.tokens = tokens, .usd = {}, .wall_ms = {}, .units = {}}; }
Budget DollarsLimit(double usd) { return {.tokens = {}, .usd = usd, .wall_ms = {}, .units = {}}; }
Usage OutputOf(std::int64_t tokens) { return {.output_tokens = tokens}; }

std::map<UnitId, Unit> InFlight(std::initializer_list<std::int64_t> ids) {
  std::map<UnitId, Unit> units;
  for (const std::int64_t id : ids) units[UnitId{id}];
  return units;
}

TEST(SpendLedger, StopsAUnitWhenItsBudgetIsUsedUp) {
  SpendLedger ledger;
  ledger.Begin(UnitId{1}, {{"run", "of the run", DollarsLimit(0.05), {.usd = 0.02}}}, InFlight({1}));
  EXPECT_DOUBLE_EQ(*ledger.ShareOf(UnitId{1}).usd, 0.03);
  EXPECT_FALSE(ledger.Spend(UnitId{1}, {.usd = 0.029}));
  EXPECT_EQ(ledger.Spend(UnitId{1}, {.usd = 0.04}), "stopped: the budget of the run is used up: $0.06 of $0.05 spent");
}

TEST(SpendLedger, UnitsInFlightShareWhatIsLeft) {
  SpendLedger ledger;
  const BindingLimit run{"run", "of the run", TokensLimit(1000), OutputOf(400)};
  ledger.Begin(UnitId{1}, {run}, InFlight({1, 2}));
  ledger.Begin(UnitId{2}, {run}, InFlight({1, 2}));
  EXPECT_FALSE(ledger.Spend(UnitId{1}, OutputOf(300)));
  EXPECT_FALSE(ledger.Spend(UnitId{2}, OutputOf(299)));
  EXPECT_EQ(ledger.ShareOf(UnitId{1}).tokens, 1);
  EXPECT_TRUE(ledger.Spend(UnitId{2}, OutputOf(300)));
  EXPECT_TRUE(ledger.UsedUp(UnitId{3}).empty());
  EXPECT_EQ(ledger.UsedUp(UnitId{1}), std::vector<std::string>{"run"});
  EXPECT_TRUE(ledger.Spend(UnitId{1}, OutputOf(300))) << "the other has used it up";
}

TEST(SpendLedger, WhatHasEndedIsCountedOnce) {
  SpendLedger ledger;
  ledger.Begin(UnitId{1}, {{"run", "of the run", TokensLimit(1000), OutputOf(0)}}, InFlight({1}));
  EXPECT_FALSE(ledger.Spend(UnitId{1}, OutputOf(600)));
  ledger.Begin(UnitId{2}, {{"run", "of the run", TokensLimit(1000), OutputOf(600)}}, InFlight({2}));
  EXPECT_EQ(ledger.ShareOf(UnitId{2}).tokens, 400);
  EXPECT_FALSE(ledger.Spend(UnitId{2}, OutputOf(399)));
  EXPECT_TRUE(ledger.Spend(UnitId{2}, OutputOf(400)));
}

TEST(SpendLedger, AnExtensionHoldsForAllUnitsInFlight) {
  SpendLedger ledger;
  ledger.Begin(UnitId{1}, {{"run", "of the run", TokensLimit(1000), {}}}, InFlight({1}));
  EXPECT_TRUE(ledger.Spend(UnitId{1}, OutputOf(1000)));
  ledger.Begin(UnitId{2}, {{"run", "of the run", TokensLimit(2000), {}}}, InFlight({1, 2}));
  EXPECT_FALSE(ledger.Spend(UnitId{1}, OutputOf(1001)));
}

TEST(SpendLedger, AnotherRolesBudgetBindsNotAndUsageNeverShrinks) {
  SpendLedger ledger;
  ledger.Begin(UnitId{1}, {{"role a", "of role `a`", TokensLimit(100), {}}}, InFlight({1, 2}));
  ledger.Begin(UnitId{2}, {}, InFlight({1, 2}));
  EXPECT_FALSE(ledger.Spend(UnitId{2}, OutputOf(5000)));
  EXPECT_TRUE(ledger.ShareOf(UnitId{2}).empty());
  EXPECT_FALSE(ledger.Spend(UnitId{1}, OutputOf(99)));
  EXPECT_FALSE(ledger.Spend(UnitId{1}, OutputOf(10)));
  EXPECT_EQ(ledger.ShareOf(UnitId{1}).tokens, 1);
}

}  // namespace
}  // namespace forge
