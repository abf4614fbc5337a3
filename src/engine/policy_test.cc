// One policy per class of error; the table is docs/errors.md, and this holds it against the code.
#include "engine/policy.h"
#include "base/testing/source_dir.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/strings.h"

namespace forge {
namespace {

constexpr TimePoint kNow{1'000'000};

RetryDecision Decide(ErrorClass error, int attempt, int max_retries = 5, TimePoint retry_at = {}) {
  Waits waits;
  return DecideRetry(error, attempt, max_retries, {retry_at}, kNow, 1, waits);
}

TEST(Policy, WhatWouldFailAgainIsNotRetried) {
  for (ErrorClass error :
       {ErrorClass::kPermanent, ErrorClass::kTooling, ErrorClass::kExternal, ErrorClass::kCancelled}) {
    EXPECT_FALSE(Decide(error, 1).retry) << Name(error);
    EXPECT_FALSE(MayRetry(error)) << Name(error);
    EXPECT_FALSE(Decide(error, 1, 5, TimePoint{kNow.ms + 5}).retry) << "whatever the provider says";
  }
}

TEST(Policy, TheUnclearIsTriedOnceMore) {
  for (ErrorClass error : {ErrorClass::kTimeout, ErrorClass::kEmpty, ErrorClass::kMalformed, ErrorClass::kUnknown}) {
    EXPECT_TRUE(Decide(error, 1).retry) << Name(error);
    EXPECT_FALSE(Decide(error, 2).retry) << Name(error);
    EXPECT_FALSE(Decide(error, 1, 0).retry) << Name(error);
  }
}

TEST(Policy, WhatTheSameCallCannotMendIsTriedDifferently) {
  EXPECT_EQ(Decide(ErrorClass::kContextOverflow, 1).remedies, (Remedies{1, false, false}));
  EXPECT_EQ(Decide(ErrorClass::kContextOverflow, 1).delay_ms, 0);
  EXPECT_TRUE(Decide(ErrorClass::kContextOverflow, 3).retry);
  EXPECT_FALSE(Decide(ErrorClass::kContextOverflow, 4).retry) << "there are four tiers";
  EXPECT_EQ(Decide(ErrorClass::kRefusal, 1).remedies, (Remedies{0, true, false}));
  EXPECT_FALSE(Decide(ErrorClass::kRefusal, 2).retry);
  EXPECT_EQ(Decide(ErrorClass::kEmpty, 1).remedies, (Remedies{0, false, true}));
  EXPECT_TRUE(Decide(ErrorClass::kServer, 1).remedies.empty());
  EXPECT_EQ(Together({1, false, true}, {1, true, false}), (Remedies{2, true, true}));
}

TEST(Policy, BackOffDoublesUpToTenMinutesAndASpread) {
  std::int64_t last = 0;
  for (int attempt = 1; attempt <= 40; ++attempt) {
    const RetryDecision decision = Decide(ErrorClass::kServer, attempt, 100);
    ASSERT_TRUE(decision.retry);
    EXPECT_GE(decision.delay_ms, last);
    EXPECT_LE(decision.delay_ms, 600'000 * 9 / 8);
    last = attempt < 5 ? decision.delay_ms : last;
  }
  EXPECT_GE(Decide(ErrorClass::kServer, 2).delay_ms, 60'000);
}

TEST(Policy, EqualFailuresDoNotComeBackTogether) {
  Waits waits;
  const std::int64_t one = DecideRetry(ErrorClass::kServer, 1, 5, {}, kNow, 1, waits).delay_ms;
  const std::int64_t other = DecideRetry(ErrorClass::kServer, 1, 5, {}, kNow, 2, waits).delay_ms;
  EXPECT_NE(one, other);
  EXPECT_EQ(one, DecideRetry(ErrorClass::kServer, 1, 5, {}, kNow, 1, waits).delay_ms) << "and yet no dice are thrown";
}

TEST(Policy, TheProvidersWordOnWhenIsTaken) {
  EXPECT_EQ(Decide(ErrorClass::kRateLimit, 1, 5, TimePoint{kNow.ms + 1234}).delay_ms, 1234);
  EXPECT_GE(Decide(ErrorClass::kRateLimit, 1, 5, TimePoint{kNow.ms - 5}).delay_ms, 60'000) << "unless it has passed";
}

TEST(Policy, AQuotaIsWaitedForWhateverTheAttempt) {
  for (int attempt : {1, 50}) {
    const RetryDecision decision = Decide(ErrorClass::kQuota, attempt, 0);
    EXPECT_TRUE(decision.retry);
    EXPECT_FALSE(decision.counts);
    EXPECT_GE(decision.delay_ms, 300'000);
    EXPECT_LE(decision.delay_ms, 300'000 * 9 / 8);
  }
}

TEST(Policy, TheEndOfALimitIsAnHourOfTheWorldsClock) {
  constexpr std::int64_t kHour = 3'600'000;
  for (std::int64_t ahead : {-kHour, std::int64_t{0}, kHour}) {
    Waits waits;
    const ProvidersWord word{TimePoint{kNow.ms + ahead + 5'000}, ahead};
    const RetryDecision quota = DecideRetry(ErrorClass::kQuota, 1, 5, word, kNow, 1, waits);
    EXPECT_EQ(quota.delay_ms, 5'000) << "five seconds by either clock";
    EXPECT_EQ(quota.until, word.retry_at);
    const RetryDecision rate = DecideRetry(ErrorClass::kRateLimit, 1, 5, word, kNow, 1, waits);
    EXPECT_EQ(rate.delay_ms, 5'000);
    EXPECT_EQ(rate.until, TimePoint{}) << "`Retry-After` is a length of time";
  }
}

TEST(Policy, AQuotaIsNotWaitedForForEver) {
  Waits waits;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(DecideRetry(ErrorClass::kQuota, 1, 5, {}, kNow, 1, waits).retry) << i;
  }
  EXPECT_FALSE(DecideRetry(ErrorClass::kQuota, 1, 5, {}, kNow, 1, waits).retry);
}

TEST(Policy, TheMachineIsNeverAStepsFault) {
  Waits waits;
  std::int64_t last = 0;
  for (int i = 0; i < 500; ++i) {
    const RetryDecision decision = DecideRetry(ErrorClass::kMachine, 1 + i, 0, {}, kNow, 1, waits);
    ASSERT_TRUE(decision.retry) << "however long it lasts, and whatever the stage allows";
    EXPECT_FALSE(decision.counts);
    EXPECT_TRUE(decision.remedies.empty()) << "the next attempt is the same";
    EXPECT_GE(decision.delay_ms, last);
    EXPECT_LE(decision.delay_ms, 60'000 * 9 / 8) << "and it is looked at every minute";
    last = decision.delay_ms;
  }
  EXPECT_EQ(waits.quota, 0);
}

// | `rate-limit` | yes | 60 s | as the stage says | ...
TEST(Policy, IsWhatThePageSays) {
  std::ifstream file(SourceDir() + "/docs/errors.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string page = text.str();
  for (int i = 0; i <= static_cast<int>(ErrorClass::kUnknown); ++i) {
    const auto error = static_cast<ErrorClass>(i);
    const std::string head = "| `" + std::string(Name(error)) + "` |";
    const std::size_t at = page.find(head);
    ASSERT_NE(at, std::string::npos) << Name(error);
    const auto cells = Split(std::string_view(page).substr(at, page.find('\n', at) - at), '|');
    ASSERT_GE(cells.size(), 6u);
    EXPECT_EQ(Trim(cells[2]) != "no", MayRetry(error)) << Name(error);
    const std::int64_t seconds = BaseBackoffMs(error) / 1000;
    const std::string delay = !MayRetry(error) ? "-" : seconds == 0 ? "at once" : std::to_string(seconds) + " s";
    EXPECT_EQ(Trim(cells[3]), delay) << Name(error);
    const bool once = MayRetry(error) && !Decide(error, 2).retry;
    EXPECT_EQ(Trim(cells[4]) == "once", once) << Name(error);
  }
}

TEST(Policy, WhoHasAWayAroundAQuotaGoesOnAtOnce) {
  EXPECT_EQ(Decide(ErrorClass::kQuota, 1, 5, kNow).delay_ms, 0);
  EXPECT_FALSE(Decide(ErrorClass::kQuota, 1, 5, kNow).counts);
  EXPECT_GT(Decide(ErrorClass::kQuota, 1, 5).delay_ms, 0) << "nothing was said";
  EXPECT_GT(Decide(ErrorClass::kRateLimit, 1, 5, kNow).delay_ms, 0) << "a provider's past time is no invitation";
}

}  // namespace
}  // namespace forge
