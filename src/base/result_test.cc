#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace forge {
namespace {

Result<std::unique_ptr<int>> Half(int value) {
  if (value % 2 != 0) return Fail(Code::kInvalid, "odd", "give an even number");
  return std::make_unique<int>(value / 2);
}

Result<int> Quarter(int value) {
  std::unique_ptr<int> half = TRY(Half(value));
  std::unique_ptr<int> quarter = TRY_WITH("second half", Half(*half));
  return *quarter;
}

TEST(Result, TryPassesValuesAndMoveOnlyOnesOn) { EXPECT_EQ(Quarter(8), 2); }

TEST(Result, TryPassesTheErrorOnUnchanged) {
  Result<int> result = Quarter(7);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::kInvalid);
  EXPECT_EQ(result.error().message, "odd");
}

TEST(Result, TryWithPutsItsContextInFrontAndKeepsTheHint) {
  Result<int> result = Quarter(6);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "second half: odd");
  EXPECT_EQ(Describe(result.error()), "second half: odd\n  hint: give an even number");
}

TEST(Result, DescribeWithoutAHintIsOneLine) { EXPECT_EQ(Describe(Error{Code::kIo, "no space", ""}), "no space"); }

TEST(Result, CodesHaveNames) {
  EXPECT_EQ(CodeName(Code::kNotFound), "not-found");
  EXPECT_EQ(CodeName(Code::kInternal), "internal");
}

TEST(ResultDeathTest, AFailedCheckStopsTheProgramAndSaysWhere) {
  EXPECT_DEATH(CHECK(1 + 1 == 3), "CHECK\\(1 \\+ 1 == 3\\) failed at .*result_test.cc");
}

}  // namespace
}  // namespace forge
