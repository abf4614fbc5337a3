#include "model/repair.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Repair, FollowsTheOverseersWord) {
  struct Row {
    const char* result;
    Trouble trouble;
    bool goes_on;
  };
  const Row table[] = {
      {R"({"classification":"stuck","evidence":"e"})", Trouble::kStuck, true},
      {R"({"classification":"missing_context","evidence":"e"})", Trouble::kMissingContext, true},
      {R"({"classification":"Missing-Context"})", Trouble::kMissingContext, true},
      {R"({"classification":"blocked","evidence":"e"})", Trouble::kBlocked, false},
      {R"({"classification":" BLOCKED "})", Trouble::kBlocked, false},
      {R"({"classification":"confused"})", Trouble::kStuck, true},
  };
  for (const Row& row : table) {
    const auto route = RouteRepair(ParseJson(row.result).value());
    ASSERT_TRUE(route) << row.result;
    EXPECT_EQ(route->trouble, row.trouble) << row.result;
    EXPECT_EQ(route->goes_on, row.goes_on) << row.result;
    EXPECT_FALSE(route->text.empty());
  }
}

TEST(Repair, OtherResultsAreNoOverseers) {
  for (const char* result : {"null", "{}", R"({"status":"blocked"})", R"({"classification":7})", "[]"})
    EXPECT_FALSE(RouteRepair(ParseJson(result).value())) << result;
}

TEST(Repair, PassesOnWhatWasSeenAndWhatWouldHelp) {
  const auto route = RouteRepair(
      ParseJson(R"({"classification":"blocked","evidence":"psql: connection refused","suggestion":"start the server"})")
          .value());
  EXPECT_NE(route->text.find("connection refused"), std::string::npos);
  EXPECT_NE(route->text.find("start the server"), std::string::npos);
}

}  // namespace
}  // namespace forge
