#include "model/compare.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

Json Answer(const std::string& recommendation, int verified, int rejected, int unknown, int direction = 0) {
  Json claims = Json::MakeArray();
  const auto add = [&](int count, const char* tier, const char* check) {
    for (int i = 0; i < count; ++i)
      claims.Append(Json::MakeObject().Set("claim", "c").Set("tier", tier).Set("check", check));
  };
  add(verified, "code", "verified");
  add(rejected, "documentation", "rejected");
  add(unknown, "documentation", "unknown");
  add(direction, "direction", "rejected");
  return Json::MakeObject().Set("recommendation", recommendation).Set("claims", std::move(claims));
}

TEST(Compare, NoVisionaryWhenMoreThanHalfOfItsClaimsWereRejected) {
  struct Row {
    const char* said;
    int verified, rejected, unknown, direction;
    const char* stands;
    bool overruled;
  };
  const Row table[] = {
      {"visionary", 2, 1, 0, 0, "visionary", false},   {"visionary", 1, 1, 0, 0, "visionary", false},
      {"visionary", 1, 2, 0, 0, "standard", true},     {"visionary", 0, 1, 0, 0, "standard", true},
      {"visionary", 0, 2, 2, 0, "visionary", false},   {"visionary", 0, 3, 2, 0, "standard", true},
      {"visionary", 0, 0, 0, 0, "visionary", false},   {"visionary", 0, 1, 0, 3, "visionary", false},
      {"merge", 0, 5, 0, 0, "merge", false},           {"standard", 5, 0, 0, 0, "standard", false},
      {"Visionary ", 1, 0, 0, 0, "visionary", false},  {"", 5, 0, 0, 0, "standard", false},
      {"burn it down", 5, 0, 0, 0, "standard", false},
  };
  for (const Row& row : table) {
    const Comparison made = Compare(Answer(row.said, row.verified, row.rejected, row.unknown, row.direction));
    EXPECT_EQ(made.recommendation, row.stands) << Describe(made);
    EXPECT_EQ(made.overruled, row.overruled) << Describe(made);
    EXPECT_EQ(made.claims, row.verified + row.rejected + row.unknown + row.direction);
    EXPECT_EQ(made.claims, made.verified + made.rejected + made.unknown);
  }
}

TEST(Compare, AnotherRejectedClaimNeverBringsTheVisionBack) {
  for (int verified = 0; verified < 5; ++verified) {
    bool gone = false;
    for (int rejected = 0; rejected < 12; ++rejected) {
      const bool stands = Compare(Answer("visionary", verified, rejected, 1)).recommendation == "visionary";
      EXPECT_FALSE(gone && stands) << verified << " " << rejected;
      gone = gone || !stands;
    }
    EXPECT_TRUE(gone);
  }
}

TEST(Compare, RubbishIsTheStandard) {
  for (const char* text : {"null", "[]", "7", R"({"recommendation":7,"claims":"all"})", R"({"claims":[1,null,[]]})"})
    EXPECT_EQ(Compare(ParseJson(text).value()).recommendation, "standard") << text;
}

}  // namespace
}  // namespace forge
