#include "agent/home/login_form.h"

#include <gtest/gtest.h>

#include "model/json.h"

namespace forge {
namespace {

const LoginForm kForm = {.file = "auth.json", .groups = {{"", {"tokens.access", "tokens.refresh", "at"}, "at"}}};
const LoginForm kMany = {.file = "auth.json", .groups = {{"*", {"access", "expires"}, "expires"}}};

std::string Text(const std::string& access, const std::string& at, const std::string& more = "") {
  return R"({"key": null, "tokens": {"access": ")" + access + R"(", "refresh": "r0", "id": "me"}, "at": ")" + at +
         "\"" + more + "}";
}

std::string Refused(const std::string& after) {
  const auto taken = TakeRefresh(kForm, Text("a0", "2026-01-01"), after, Text("a0", "2026-01-01"));
  return taken ? "taken" : taken.error().message;
}

TEST(LoginForm, ARefreshedTokenIsTakenAsItIs) {
  const std::string lent = Text("a0", "2026-01-01");
  const std::string after = Text("a1.new", "2026-01-02");
  EXPECT_EQ(TakeRefresh(kForm, lent, after, lent).value(), after);
  EXPECT_EQ(TakeRefresh(kForm, lent, lent, lent).value(), std::nullopt);
  EXPECT_EQ(TakeRefresh(kForm, lent, lent, after).value(), std::nullopt) << "it would take the new token back";
}

TEST(LoginForm, NothingElseIsTaken) {
  const std::string lent = Text("a0", "2026-01-01");
  const Json refreshed = ParseJson(Text("a1", "2026-01-02")).value();
  for (const std::string& after :
       {Text("a1", "2026-01-02", R"(,"command":"sh -c evil")"),
        std::string(R"({"key": "sk", "tokens": {"access": "a1", "refresh": "r0", "id": "me"}, "at": "2026-01-02"})"),
        std::string(
            R"({"key": null, "tokens": {"access": "a1", "refresh": "r0", "id": "you"}, "at": "2026-01-02"})")}) {
    const auto taken = TakeRefresh(kForm, lent, after, lent).value();
    ASSERT_TRUE(taken) << after;
    EXPECT_EQ(ParseJson(*taken).value(), refreshed) << "the token, and nothing else";
  }
  EXPECT_EQ(Refused(R"({"key": null, "tokens": {"access": "a1", "id": "me"}, "at": "2026-01-02"})"),
            "`tokens.refresh` changed, which no refresh of the login changes");
  EXPECT_EQ(Refused(Text("$(touch x)", "2026-01-02")),
            "`tokens.access` changed, which no refresh of the login changes");
  EXPECT_EQ(Refused(Text("", "2026-01-02")), "`tokens.access` changed, which no refresh of the login changes");
  EXPECT_EQ(Refused(Text("a1", "2025-12-31")), "`at` is not later than before");
  EXPECT_EQ(Refused("#!/bin/sh"), "it is not JSON any more");
  EXPECT_EQ(Refused(""), "it is not JSON any more");
}

TEST(LoginForm, OfTwoUnitsTheLaterRefreshStays) {
  const std::string lent = Text("a0", "2026-01-01");
  const std::string first = Text("a1", "2026-01-02");
  const std::string second = Text("a2", "2026-01-03");
  EXPECT_EQ(TakeRefresh(kForm, lent, first, second).value(), std::nullopt);
  const auto taken = TakeRefresh(kForm, lent, second, first).value();
  ASSERT_TRUE(taken);
  EXPECT_EQ(ParseJson(*taken).value(), ParseJson(second).value());
}

TEST(LoginForm, TokensOfSeveralProvidersAreMergedAndWhatTheUserChangedStays) {
  const std::string lent = R"({"one": {"access": "a0", "expires": 10}, "two": {"access": "b0", "expires": 10}})";
  const std::string mine = R"({"one": {"access": "a1", "expires": 20}, "two": {"access": "b0", "expires": 10}})";
  const std::string now =
      R"({"one": {"access": "a0", "expires": 10}, "two": {"access": "b1", "expires": 20}, "new": {"key": "k"}})";
  const auto taken = TakeRefresh(kMany, lent, mine, now).value();
  ASSERT_TRUE(taken);
  EXPECT_EQ(ParseJson(*taken).value().Dump(),
            R"({"one":{"access":"a1","expires":20},"two":{"access":"b1","expires":20},"new":{"key":"k"}})");
  // A login that the user removed meanwhile does not come back.
  EXPECT_EQ(TakeRefresh(kMany, lent, mine, R"({"two": {"access": "b0", "expires": 10}})").value(), std::nullopt);
}

TEST(LoginForm, ItsTokensAreKnown) {
  EXPECT_EQ(TokensIn(kForm, Text("a0", "2026-01-01",
                                 R"(,"server":"https://example.com/a/b/c","apiKey":"abcdefghijklmnopqrst")")),
            (std::vector<std::string>{"a0", "abcdefghijklmnopqrst", "r0"}));
  EXPECT_TRUE(TokensIn(kForm, "no json").empty());
}

}  // namespace
}  // namespace forge
