#include "model/failed_command.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

Json FailingResult() {
  Json result = *ParseJson(R"({"results":[
    {"command":"make test","exit_code":2,"passed":false,"tail":"FAIL: adds\nmake: *** Error 1"},
    {"command":"true","exit_code":0,"passed":true},
    {"command":"sleep 9","exit_code":124,"passed":false,"timed_out":true}],
    "issues":["a.cc: is missing","make test: 2 a3b56d25703d0827"]})");
  return result;
}

TEST(FailedCommand, NamesWhatFailedAndHowItEnded) {
  const auto failed = FailedCommands(FailingResult());
  ASSERT_EQ(failed.size(), 2U);
  EXPECT_EQ(DescribeFailure(failed[0]), "`make test` fails (exit 2)");
  EXPECT_EQ(DescribeFailure(failed[1]), "`sleep 9` fails (timed out)");
}

TEST(FailedCommand, NamesTheContractThatItProves) {
  const Json result = *ParseJson(
      R"({"results":[{"command":"cmp a b","exit_code":1,"passed":false,"tail":"differ","contract":"halves agree"}]})");
  EXPECT_EQ(DescribeFailure(FailedCommands(result)[0]), "contract `halves agree`: `cmp a b` fails (exit 1)");
  EXPECT_EQ(FailedOutput(result), "contract broken: halves agree\n$ cmp a b (exit 1)\ndiffer");
}

TEST(FailedCommand, ShowsTheLastLinesAndNoHash) {
  EXPECT_EQ(FailedOutput(FailingResult()),
            "a.cc: is missing\n$ make test (exit 2)\nFAIL: adds\nmake: *** Error 1\n$ sleep 9 (timed out)");
}

TEST(FailedCommand, SaysNothingOfACheckThatRanNothing) { EXPECT_EQ(FailedOutput(Json::MakeObject()), ""); }

TEST(FailedCommand, ANamedTestIsNoSignature) {
  const FailedCommand failed{"make test", 2, false, ""};
  EXPECT_TRUE(IsSignature("make test: 2 a3b56d25703d0827", failed));
  EXPECT_FALSE(IsSignature("make test: adds two numbers", failed));
  EXPECT_FALSE(IsSignature("make test: 2 a3b56d25703d082", failed));
}

TEST(LastLines, KeepsTheEndWithoutEmptyLinesAndColours) {
  EXPECT_EQ(LastLines("one\ntwo\n\x1b[31mthree\x1b[0m  \n\n\n", 2), "two\nthree");
  EXPECT_EQ(LastLines("10 %\r 100 %\rdone\n"), "done");
  EXPECT_EQ(LastLines(""), "");
}

TEST(LastLines, CutsALongLineAtItsBeginning) {
  EXPECT_EQ(LastLines(std::string(100, 'a') + "end", 3, 10), "... aaaaaaaend");
  EXPECT_EQ(LastLines("first\n" + std::string(9, 'b') + "\n", 3, 10), std::string(9, 'b'));
}

}  // namespace
}  // namespace forge
