#include "service/dry_run.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

const Json kRecords = *ParseJson(R"({"run":{"size":"quick","flags":{"no-docs":"true"}}})");

WillRun Enters(const std::string& when, std::string& condition) {
  Stage stage;
  stage.when = when;
  return WillEnter(stage, kRecords, condition);
}

TEST(DryRun, KnowsWhatSizeAndFlagsDecide) {
  std::string condition;
  EXPECT_EQ(Enters("", condition), WillRun::kYes);
  EXPECT_EQ(Enters("require run.size == quick", condition), WillRun::kYes);
  EXPECT_EQ(Enters("forbid run.flags.no-docs == true", condition), WillRun::kNo);
  EXPECT_NE(condition, "");
  EXPECT_EQ(Enters("require run.size in [standard, complex]", condition), WillRun::kNo);
}

TEST(DryRun, WhatTheWorkDecidesIsPerhaps) {
  std::string condition;
  EXPECT_EQ(Enters("after verify = revision", condition), WillRun::kPerhaps);
  EXPECT_EQ(condition, "after verify = revision");
  EXPECT_EQ(Enters("require run.size == complex\nafter verify = revision", condition), WillRun::kNo);
}

}  // namespace
}  // namespace forge
