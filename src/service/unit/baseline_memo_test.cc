#include "service/unit/baseline_memo.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/proof/verify_directory.h"

namespace forge {
namespace {

class BaselineMemoTest : public testing::Test {
 protected:
  BaselineAnswer Take(const std::string& tree, std::vector<std::string> commands) {
    return memo_.Take({std::move(commands), {}, ""}, tree, [this](const VerifyChoice& unknown) { return Run(unknown); })
        .value();
  }

  Result<UnitVerify::Outcome> Run(const VerifyChoice& unknown) {
    UnitVerify::Outcome outcome;
    for (const std::string& command : unknown.commands) {
      ran_.push_back(command);
      VerifyResult result;
      result.command = command;
      result.passed = command == "true";
      result.exit_code = result.passed ? 0 : 1;
      outcome.report.results.push_back(result);
    }
    outcome.report.cancelled = cancelled_;
    return outcome;
  }

  BaselineMemo memo_;
  std::vector<std::string> ran_;
  bool cancelled_ = false;
};

using Commands = std::vector<std::string>;

TEST_F(BaselineMemoTest, StepsThatBeginOnEqualTreesShareTheAnswer) {
  Take("tree-1", {"true", "false"});
  const BaselineAnswer second = Take("tree-1", {"false", "true", "make test"});
  EXPECT_EQ(ran_, (Commands{"true", "false", "make test"})) << "only what is not known is run";
  ASSERT_EQ(second.report.results.size(), 3U);
  EXPECT_EQ(second.report.results[0].command, "false");
  EXPECT_FALSE(second.report.results[0].passed) << "a failure is shared too";
  EXPECT_TRUE(second.report.results[1].passed);
}

TEST_F(BaselineMemoTest, AnotherTreeIsAskedAnew) {
  Take("tree-1", {"true"});
  Take("tree-2", {"true"});
  Take("", {"true"});
  Take("", {"true"});
  EXPECT_EQ(ran_.size(), 4U) << "and where no tree is known, nothing is kept";
}

TEST_F(BaselineMemoTest, WhatWasStoppedIsNotKept) {
  cancelled_ = true;
  EXPECT_TRUE(Take("tree-1", {"true"}).report.cancelled);
  cancelled_ = false;
  EXPECT_EQ(Take("tree-1", {"true"}).report.results.size(), 1U);
  EXPECT_EQ(ran_.size(), 2U);
}

}  // namespace
}  // namespace forge
