#include "agent/account_choice.h"

#include <gtest/gtest.h>

#include <iterator>
#include <optional>

namespace forge {
namespace {

constexpr TimePoint kNow{1'000'000'000};
constexpr std::int64_t kHour = 3'600'000;

Account Named(const std::string& name) {
  Account account;
  account.name = account.key = name;
  account.runtime = "claude";
  return account;
}

AccountState Used(double share, std::int64_t resets_in = kHour) {
  AccountState state;
  state.limits = {{"five_hour", share, TimePoint{kNow.ms + resets_in}}, {"seven_day", 0.1, {}}};
  state.seen = kNow;
  return state;
}

AccountState Exhausted(std::int64_t back_in) {
  AccountState state;
  state.exhausted_until = TimePoint{kNow.ms + back_in};
  state.why = "usage limit";
  return state;
}

const std::vector<Account> kTwo = {Named("work"), Named("home")};

std::string Choice(const AccountStates& states, const std::string& current = "work", double threshold = 0.9) {
  const AccountChoice choice = ChooseAccount(kTwo, states, current, threshold, kNow);
  return choice.account == nullptr ? "none" : choice.account->name;
}

TEST(Accounts, TheCurrentOneWorksUntilItsThreshold) {
  EXPECT_EQ(Choice({}), "work");
  EXPECT_EQ(Choice({{"work", Used(0.89)}}), "work") << "though the other is unused";
  EXPECT_EQ(Choice({{"work", Used(0.9)}}), "home");
  EXPECT_EQ(Choice({{"work", Used(0.5)}}, "work", 0.5), "home");
}

TEST(Accounts, AHandOverSaysWhy) {
  EXPECT_EQ(ChooseAccount(kTwo, {{"work", Used(0.914)}}, "work", 0.9, kNow).why, "`work` has used 91 % of five_hour");
  EXPECT_EQ(ChooseAccount(kTwo, {{"work", Exhausted(5)}}, "work", 0.9, kNow).why, "`work` is exhausted: usage limit");
  EXPECT_EQ(ChooseAccount(kTwo, {}, "work", 0.9, kNow).why, "");
  EXPECT_EQ(ChooseAccount(kTwo, {}, "", 0.9, kNow).why, "") << "the first choice is not a switch";
}

TEST(Accounts, AreNotPassedOverForTheThresholdWhenAllAreAboveIt) {
  EXPECT_EQ(Choice({{"work", Used(0.95)}, {"home", Used(0.97)}}), "work");
  EXPECT_EQ(Choice({{"work", Used(0.97)}, {"home", Used(0.95)}}), "home");
  EXPECT_EQ(Choice({{"work", Used(0.95)}, {"home", Used(0.95)}}), "work") << "no going to and fro";
}

TEST(Accounts, AWindowThatBeganAnewIsUnused) {
  EXPECT_EQ(Choice({{"work", Used(0.99, -1)}}), "work");
  AccountState undated = Used(0.99, 0);
  undated.limits[0].resets_at = {};
  EXPECT_EQ(Choice({{"work", undated}}), "home");
  undated.seen = TimePoint{kNow.ms - 2 * kHour};
  EXPECT_EQ(Choice({{"work", undated}}), "work");
}

TEST(Accounts, AnExhaustedOneWaitsForItsReset) {
  EXPECT_EQ(Choice({{"work", Exhausted(1)}}), "home");
  EXPECT_EQ(Choice({{"work", Exhausted(0)}}), "work");
  const AccountChoice none =
      ChooseAccount(kTwo, {{"work", Exhausted(500)}, {"home", Exhausted(300)}}, "work", 0.9, kNow);
  EXPECT_EQ(none.account, nullptr);
  EXPECT_EQ(none.earliest.ms, kNow.ms + 300);
}

AccountState Refused() {
  AccountState state;
  state.refused = true;
  return state;
}

TEST(Accounts, OneWhoseLoginWasRefusedIsTheLastResort) {
  EXPECT_EQ(Choice({{"work", Refused()}}), "home");
  EXPECT_EQ(ChooseAccount(kTwo, {{"work", Refused()}}, "work", 0.9, kNow).why,
            "`work` was refused: its login does not work");
  EXPECT_EQ(Choice({{"work", Refused()}, {"home", Refused()}}), "work") << "the user may have fixed it";
  const AccountChoice waits = ChooseAccount(kTwo, {{"work", Refused()}, {"home", Exhausted(300)}}, "work", 0.9, kNow);
  EXPECT_EQ(waits.account, nullptr) << "the other comes back";
  EXPECT_EQ(waits.earliest.ms, kNow.ms + 300);
}

AccountState UsedLongAgo(double share) {
  AccountState state = Used(share);
  state.limits[0].resets_at = {};
  state.seen = TimePoint{kNow.ms - 2 * kHour};
  return state;
}

// The table of docs/accounts.md, row by row: who is next, or "wait for NAME".
TEST(Accounts, HandOverByTheTable) {
  struct Row {
    const char* name;
    AccountState work;
    std::optional<AccountState> home;  // none: there is no other
    const char* next;
  };
  const Row rows[] = {
      {"below", Used(0.5), Used(0), "work"},
      {"nothing known", {}, Used(0), "work"},
      {"at it, other below", Used(0.9), Used(0.5), "home"},
      {"at it, other less", Used(0.97), Used(0.95), "home"},
      {"at it, other as much", Used(0.95), Used(0.95), "work"},
      {"at it, alone", Used(0.95), std::nullopt, "work"},
      {"at it, other used up", Used(0.95), Exhausted(5), "work"},
      {"window over", Used(0.99, -1), Used(0), "work"},
      {"no known end, long ago", UsedLongAgo(0.99), Used(0), "work"},
      {"used up, other below", Exhausted(5), Used(0.1), "home"},
      {"used up, other above", Exhausted(5), Used(0.95), "home"},
      {"reset passed", Exhausted(-5), Used(0), "work"},
      {"both, other later", Exhausted(5), Exhausted(9), "wait for work"},
      {"both, other earlier", Exhausted(9), Exhausted(5), "wait for home"},
      {"used up, other refused", Exhausted(5), Refused(), "wait for work"},
      {"refused, other works", Refused(), Used(0), "home"},
      {"refused, other used up", Refused(), Exhausted(5), "wait for home"},
      {"both refused", Refused(), Refused(), "work"},
  };
  EXPECT_EQ(std::size(rows), 18U);
  for (const Row& row : rows) {
    std::vector<Account> accounts = {Named("work")};
    AccountStates states = {{"work", row.work}};
    if (row.home) {
      accounts.push_back(Named("home"));
      states["home"] = *row.home;
    }
    const AccountChoice choice = ChooseAccount(accounts, states, "work", 0.9, kNow);
    const std::string next = choice.account != nullptr ? choice.account->name : "wait for " + choice.first;
    EXPECT_EQ(next, row.next) << row.name;
    if (choice.account == nullptr) {
      EXPECT_EQ(choice.earliest.ms, kNow.ms + 5) << row.name;
    }
  }
}

TEST(Accounts, ARefusalWithoutAResetEndsWithItsFullestWindow) {
  AgentAnswer refused;
  refused.failed = true;
  refused.error_class = ErrorClass::kQuota;
  AccountState state = Used(0.98, 3 * kHour);
  Learn(refused, kNow, kNow, state);
  EXPECT_EQ(state.exhausted_until.ms, kNow.ms + 3 * kHour);
  state = Used(0.5, 3 * kHour);
  Learn(refused, kNow, kNow, state);
  EXPECT_LT(state.exhausted_until.ms, kNow.ms + kHour) << "no window is full: it is something else";
  state = Used(0.98, 3 * kHour);
  refused.retry_at = TimePoint{kNow.ms + kHour};
  Learn(refused, kNow, kNow, state);
  EXPECT_EQ(state.exhausted_until, refused.retry_at) << "the provider's word counts first";
  state = Used(0.98, 3 * kHour);
  refused.retry_at = {};
  refused.error_class = ErrorClass::kRateLimit;
  Learn(refused, kNow, kNow, state);
  EXPECT_LT(state.exhausted_until.ms, kNow.ms + kHour) << "a rate is no window of hours";
}

TEST(Accounts, OfTwoWindowsTheFirstToEndIsWaitedForUnlessAnotherIsUsedUp) {
  AgentAnswer refused;
  refused.failed = true;
  refused.error_class = ErrorClass::kQuota;
  AccountState state = Used(0.95, 3 * kHour);
  state.limits.push_back(state.limits[0]);
  state.limits[1].used = 0.97;
  state.limits[1].resets_at = TimePoint{kNow.ms + 100 * kHour};
  Learn(refused, kNow, kNow, state);
  EXPECT_EQ(state.exhausted_until.ms, kNow.ms + 3 * kHour);
  state.limits[1].used = 1;
  Learn(refused, kNow, kNow, state);
  EXPECT_EQ(state.exhausted_until.ms, kNow.ms + 100 * kHour);
}

TEST(Accounts, OnlyALoginThatIsRefusedIsOne) {
  AgentAnswer answer;
  answer.failed = true;
  answer.error_class = ErrorClass::kPermanent;
  for (const char* error :
       {"anthropic: status 401: invalid x-api-key; check the key", "Not logged in - Please run /login",
        "API key not valid", "Unauthorized", "unexpected status 401 Unauthorized: bad key", "Invalid API key",
        "Credit balance is too low", "OAuth token has expired"}) {
    answer.error = error;
    EXPECT_TRUE(IsLoginRefused(answer)) << error;
  }
  for (const char* error : {"model not found: nosuch", "the author was not found", "status 404", "1401 tokens"}) {
    answer.error = error;
    EXPECT_FALSE(IsLoginRefused(answer)) << error;
  }
  answer.error = "Unauthorized";
  answer.error_class = ErrorClass::kNetwork;
  EXPECT_FALSE(IsLoginRefused(answer)) << "the class decides first";
  answer.error_class = ErrorClass::kPermanent;
  AccountState state;
  Learn(answer, kNow, kNow, state);
  EXPECT_TRUE(state.refused);
  Learn(AgentAnswer{}, kNow, kNow, state);
  EXPECT_FALSE(state.refused) << "it has just answered";
}

TEST(Accounts, LearnFromAnswers) {
  AccountState state;
  AgentAnswer answer;
  answer.limits = {{"five_hour", 0.4, {}}};
  Learn(answer, kNow, kNow, state);
  EXPECT_EQ(state.limits, answer.limits);
  EXPECT_EQ(state.seen, kNow);

  AgentAnswer refused;
  refused.failed = true;
  refused.error_class = ErrorClass::kQuota;
  refused.retry_at = TimePoint{kNow.ms + kHour};
  Learn(refused, kNow, kNow, state);
  EXPECT_EQ(state.exhausted_until, refused.retry_at);
  EXPECT_EQ(state.limits, answer.limits) << "a failure that says nothing of them changes nothing";

  refused.retry_at = TimePoint{kNow.ms - 1};
  Learn(refused, kNow, kNow, state);
  EXPECT_GT(state.exhausted_until, kNow) << "a reset that is over is none";

  AgentAnswer broken;
  broken.failed = true;
  broken.error_class = ErrorClass::kNetwork;
  const AccountState before = state;
  Learn(broken, kNow, kNow, state);
  EXPECT_EQ(state, before);

  Learn(answer, TimePoint{kNow.ms + 1}, TimePoint{kNow.ms + 2}, state);
  EXPECT_FALSE(IsExhausted(state, kNow)) << "it has just answered";
}

TEST(Accounts, WhatWasAskedBeforeTheLimitSaysNothingOfIt) {
  AccountState state;
  AgentAnswer refused;
  refused.failed = true;
  refused.error_class = ErrorClass::kQuota;
  refused.retry_at = TimePoint{kNow.ms + kHour};
  Learn(refused, kNow, kNow, state);
  Learn(AgentAnswer{}, TimePoint{kNow.ms - 1}, TimePoint{kNow.ms + 1}, state);
  EXPECT_EQ(state.exhausted_until, refused.retry_at) << "its answer was on the way";
  refused.error_class = ErrorClass::kRateLimit;
  refused.retry_at = TimePoint{kNow.ms + 2000};
  Learn(refused, TimePoint{kNow.ms - 1}, TimePoint{kNow.ms + 1}, state);
  EXPECT_EQ(state.exhausted_until.ms, kNow.ms + kHour) << "a rate ends no window of hours";
  EXPECT_EQ(state.why, "usage limit");
}

TEST(Accounts, ATokenOfClaudeSaysItselfWhatItIs) {
  EXPECT_EQ(TokenVariable("claude", "sk-ant-oat01-x"), "CLAUDE_CODE_OAUTH_TOKEN");
  EXPECT_EQ(TokenVariable("claude", "sk-ant-api03-x"), "ANTHROPIC_API_KEY");
  EXPECT_EQ(TokenVariable("command", "x"), "");
}

}  // namespace
}  // namespace forge
