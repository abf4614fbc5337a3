// When a limit ends, in the words of the vendors, at several clocks.
#include "text/reset_time.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/iso_time.h"
#include "text/error_class.h"

namespace forge {
namespace {

constexpr const char* kBerlin = "CET-1CEST,M3.5.0,M10.5.0/3";
constexpr const char* kNewYork = "EST5EDT,M3.2.0,M11.1.0";

std::optional<TimeZone> ZoneForTest(std::string_view name) {
  if (name == "Europe/Berlin") return TimeZone::FromRule(kBerlin);
  if (name == "America/New_York") return TimeZone::FromRule(kNewYork);
  if (name == "Asia/Kolkata") return TimeZone::FromRule("IST-5:30");
  return std::nullopt;
}

// "" for none.
std::string ResetSaid(const std::string& text, const char* now, const char* local = "UTC0") {
  const TimePoint time = FindResetTime(text, {*ParseIsoTime(now), *TimeZone::FromRule(local), ZoneForTest});
  return time.ms == 0 ? "" : IsoTime(time);
}

constexpr const char* kNow = "2026-11-18T20:12:43.000Z";  // a Wednesday

struct SaidCase {
  const char* text;
  const char* reset;
  const char* local = "UTC0";
  const char* now = kNow;
};

void ExpectResets(const std::vector<SaidCase>& cases) {
  for (const SaidCase& each : cases) {
    EXPECT_EQ(ResetSaid(each.text, each.now, each.local), each.reset) << each.text << " at " << each.now;
  }
}

TEST(ResetTime, OfCodexIsATimeOfThisMachinesZone) {
  const char* limit = "You've hit your usage limit. Upgrade to Pro, or try again at ";
  for (const auto& [said, reset] : std::vector<std::pair<std::string, std::string>>{
           {"9:50 PM.", "2026-11-18T21:50:00.000Z"},
           {"9:50 AM.", "2026-11-19T09:50:00.000Z"},
           {"12:05 AM.", "2026-11-19T00:05:00.000Z"},
           {"12:05 PM.", "2026-11-19T12:05:00.000Z"},
           {"8:13 PM.", "2026-11-18T20:13:00.000Z"},
           {"Nov 20th, 2026 9:50 AM.", "2026-11-20T09:50:00.000Z"},
           {"Dec 1st, 2026 12:00 AM.", "2026-12-01T00:00:00.000Z"},
           {"Jan 2nd, 2027 3:03 PM.", "2027-01-02T15:03:00.000Z"},
       }) {
    EXPECT_EQ(ResetSaid(limit + said, kNow), reset) << said;
  }
  ExpectResets({
      {"try again at 9:50 AM", "2026-11-19T08:50:00.000Z", kBerlin},
      {"try again at 9:50 PM", "2026-11-18T20:50:00.000Z", kBerlin},
      {"Try again in 2 days 3 hours 7 minutes.", "2026-11-20T23:19:43.000Z"},
      {"or try again in 1 day, 2 hours, and 5 minutes", "2026-11-19T22:17:43.000Z"},
      {"{\"type\":\"usage_limit_reached\",\"plan_type\":\"plus\",\"resets_at\":1795032823}",
       "2026-11-18T20:13:43.000Z"},
      {"\"resets_in_seconds\": 70", "2026-11-18T20:13:53.000Z"},
      {"stream error: rate limit reached. Please try again in 1.898s.", "2026-11-18T20:12:44.898Z"},
  });
}

TEST(ResetTime, OfClaudeNamesItsZone) {
  ExpectResets({
      {"You've hit your session limit \xC2\xB7 resets 11pm (UTC)", "2026-11-18T23:00:00.000Z", kBerlin},
      {"limit reached \xE2\x88\x99 resets 3pm (Europe/Berlin)", "2026-11-19T14:00:00.000Z"},
      {"limit reached, resets 11:30pm (Europe/Berlin)", "2026-11-18T22:30:00.000Z"},
      {"resets 3pm (America/New_York)", "2026-11-19T20:00:00.000Z"},
      {"resets 4pm (America/New_York)", "2026-11-18T21:00:00.000Z"},
      {"resets 2am (Asia/Kolkata)", "2026-11-18T20:30:00.000Z"},
      {"resets 12am (UTC)", "2026-11-19T00:00:00.000Z"},
      {"resets 12pm (UTC)", "2026-11-19T12:00:00.000Z"},
      {"weekly limit reached, resets Nov 21 at 3pm (UTC)", "2026-11-21T15:00:00.000Z"},
      {"resets Nov 21, 3:30pm (UTC)", "2026-11-21T15:30:00.000Z"},
      {"Your limit will reset on Saturday at 9am (UTC)", "2026-11-21T09:00:00.000Z"},
      {"resets Wed 9am (UTC)", "2026-11-25T09:00:00.000Z"},
      {"resets Jan 3, 9am (UTC)", "2027-01-03T09:00:00.000Z"},
      {"Claude AI usage limit reached|1795032823", "2026-11-18T20:13:43.000Z"},
      {"Claude AI usage limit reached|1795032823000", "2026-11-18T20:13:43.000Z"},
      {"You will regain access on 2026-12-01 at 00:00 UTC.", "2026-12-01T00:00:00.000Z"},
      {"resets 3pm (Moon/Crater)", ""},
  });
}

TEST(ResetTime, OfGoogleIsAWaitOrMidnightInCalifornia) {
  const char* daily =
      "Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 50\n"
      "quotaId: GenerateRequestsPerDayPerProjectPerModel-FreeTier\nPlease retry in 31.5s.";
  ExpectResets({
      {"Quota exceeded for metric: generativelanguage.googleapis.com/x, limit: 15\nPlease retry in 31.5s.",
       "2026-11-18T20:13:14.500Z"},
      {"\"retryDelay\": \"34s\"", "2026-11-18T20:13:17.000Z"},
      {daily, "2026-11-19T08:00:00.000Z"},
      {daily, "2026-07-02T07:00:00.000Z", "UTC0", "2026-07-01T20:00:00.000Z"},
      {daily, "2026-07-01T07:00:00.000Z", "UTC0", "2026-07-01T06:59:00.000Z"},
      {daily, "2026-03-09T07:00:00.000Z", "UTC0", "2026-03-08T09:00:00.000Z"},  // the clocks change in between
      {"You have exhausted your daily quota on this model.", "2026-11-19T08:00:00.000Z"},
      {"You have exhausted your daily quota. Your quota will reset after 2h10m5s.", "2026-11-18T22:22:48.000Z"},
      {"Your quota will reset at midnight Pacific time: resets 12:00 AM (America/Los_Angeles)",
       "2026-11-19T08:00:00.000Z"},
  });
}

TEST(ResetTime, OfOtherShapes) {
  ExpectResets({
      {"429 reset in 7s", "2026-11-18T20:12:50.000Z"},
      {"Retry-After: 20", "2026-11-18T20:13:03.000Z"},
      {"limit resets at 2026-11-18T21:00:00Z", "2026-11-18T21:00:00.000Z"},
      {"limit resets at 2026-11-18T22:00:00+02:00", ""},
      {"limit resets at 2026-11-18T23:00:00+02:00", "2026-11-18T21:00:00.000Z"},
      {"resets at 21:00 UTC", "2026-11-18T21:00:00.000Z"},
      {"resets at 9pm PST", "2026-11-19T05:00:00.000Z"},
      {"try again tomorrow at 9 a.m.", "2026-11-19T09:00:00.000Z"},
      {"try again on 20 Nov 2026", "2026-11-20T00:00:00.000Z"},
      {"resets at midnight", "2026-11-19T00:00:00.000Z"},
      {"retry at Nov 20th, 20:30", "2026-11-20T20:30:00.000Z"},
  });
}

TEST(ResetTime, IsNotInvented) {
  for (const char* text :
       {"", "connection was reset by peer", "Connection reset at 10:15:02 by peer", "connection reset in 5s",
        "read ECONNRESET", "the limit resets soon", "try again later", "try again at 99:99 PM", "resets 13pm",
        "resets 3", "presets 3pm", "try again at Nov 31st, 2026 9:50 AM", "try again at Nov 1st, 2026 9:50 AM",
        "usage limit reached|1763500000", "resets_at 99999999999", "resets at", "resets (", "resets Nov"}) {
    EXPECT_EQ(ResetSaid(text, kNow), "") << text;
  }
}

TEST(ResetTime, ThatIsOverIsTomorrowUnlessItIsThisMinute) {
  ExpectResets({
      {"try again at 8:12 PM", "2026-11-18T20:13:00.000Z"},
      {"try again at 8:11 PM", "2026-11-18T20:13:00.000Z"},
      {"try again at 8:10 PM", "2026-11-19T20:10:00.000Z"},
      {"try again at 12:01 AM", "2026-11-19T00:01:00.000Z", "UTC0", "2026-11-18T23:59:50.000Z"},
      {"try again at 11:59 PM", "2026-11-19T00:00:00.000Z", "UTC0", "2026-11-18T23:59:50.000Z"},
      {"try again at 11:58 PM", "2026-11-19T23:58:00.000Z", "UTC0", "2026-11-19T00:01:00.000Z"},
      {"resets Feb 29 at 3pm", "2028-02-29T15:00:00.000Z", "UTC0", "2027-12-31T00:00:00.000Z"},
  });
}

TEST(ResetTime, FollowsTheClocksOfItsZone) {
  ExpectResets({
      // They are put back in the night: the first of the two half past two.
      {"resets 2:30am (Europe/Berlin)", "2026-10-25T00:30:00.000Z", "UTC0", "2026-10-24T20:00:00.000Z"},
      {"resets 9am (Europe/Berlin)", "2026-10-25T08:00:00.000Z", "UTC0", "2026-10-24T20:00:00.000Z"},
      // And forward: half past two does not exist.
      {"resets 2:30am (Europe/Berlin)", "2026-03-29T01:30:00.000Z", "UTC0", "2026-03-28T20:00:00.000Z"},
      {"resets 9am (Europe/Berlin)", "2026-03-29T07:00:00.000Z", "UTC0", "2026-03-28T20:00:00.000Z"},
      {"try again at 9:50 AM", "2026-07-01T13:50:00.000Z", kNewYork, "2026-07-01T10:00:00.000Z"},
      {"try again at 9:50 AM", "2026-12-01T14:50:00.000Z", kNewYork, "2026-12-01T10:00:00.000Z"},
  });
}

TEST(TimeZone, ReadsAFileOfTheDatabase) {
  const auto number = [](std::int64_t value, int bytes) {
    std::string out;
    for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
    return out;
  };
  const std::string type = number(3600, 4) + std::string("\x01\x00", 2) + number(0, 4) + std::string("\x00\x04", 2);
  const std::string header = "TZif2" + std::string(15, '\0');
  const auto counts = [&](int times) {
    return number(0, 4) + number(0, 4) + number(0, 4) + number(times, 4) + number(2, 4) + number(8, 4);
  };
  const std::string names("AAA\0BBB\0", 8);
  const std::string file = header + counts(0) + type + names + header + counts(2) + number(1000, 8) + number(5000, 8) +
                           std::string("\x01\x00", 2) + type + names + "\nAAA-1\n";
  const auto zone = TimeZone::FromFile(file);
  ASSERT_TRUE(zone);
  EXPECT_EQ(zone->OffsetAt(999), 3600);
  EXPECT_EQ(zone->OffsetAt(1000), 0);
  EXPECT_EQ(zone->OffsetAt(6000), 3600);
  for (std::size_t size = 0; size < file.size() - 7; ++size) {
    EXPECT_FALSE(TimeZone::FromFile(file.substr(0, size))) << size;
  }
}

TEST(TimeZone, RefusesWhatIsNoRule) {
  for (const char* rule :
       {"", "X", "UTC", "CET-1CEST,", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0", "CET-999", "CET-1x"}) {
    EXPECT_FALSE(TimeZone::FromRule(rule)) << rule;
  }
  EXPECT_EQ(TimeZone::FromRule("<+0530>-5:30")->OffsetAt(0), 19800);
  EXPECT_EQ(TimeZone::FromRule("AAA3BBB,J60,300/-1")->OffsetAt(0), -10800);
}

TEST(ClassifyError, AResetConnectionHasNoReset) {
  EXPECT_EQ(ClassifyError("read: connection was reset by peer").error_class, ErrorClass::kNetwork);
  EXPECT_EQ(ClassifyError("429 reset in 7s").error_class, ErrorClass::kRateLimit);
  EXPECT_EQ(ClassifyError("429 reset in 7s").retry_after_ms, 7000);
}

}  // namespace
}  // namespace forge
