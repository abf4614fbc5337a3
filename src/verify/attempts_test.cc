#include "verify/attempts.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

std::string Judged(const std::string& json) {
  auto attempts = ReadAttempts(ParseJson(json).value());
  return attempts ? ToJson(JudgeAttempts(*attempts)).Dump() : attempts.error().message;
}

TEST(Attempts, WhatDiffersFromRunToRunDoesNotCount) {
  EXPECT_EQ(Judged(R"([{"score":0.5,"issues":["FAIL a_test (0.03s) at /tmp/abc1/x.py:7, pid 1234 0x7ffe12"]},
                       {"score":0.5,"issues":["FAIL a_test (1.94s) at /tmp/zz9/x.py:7, pid 77 0x55aa01"]}])"),
            R"({"stagnant":true,"oscillating":false,"velocity":null,"recommendation":"ESCALATE"})");
}

TEST(Attempts, AnotherLineIsAnotherFailure) {
  EXPECT_EQ(Judged(R"([{"score":0.5,"issues":["x.py:7: wrong"]},{"score":0.5,"issues":["x.py:9: wrong"]}])"),
            R"({"stagnant":false,"oscillating":false,"velocity":null,"recommendation":"RETRY_WITH_DEBUGGER"})");
}

TEST(Attempts, IssuesMayBeFindings) {
  EXPECT_EQ(Judged(R"([{"score":0,"issues":[{"file":"a.cc","message":"leak"}]},
                       {"score":0,"issues":[{"file":"b.cc","message":"leak"}]},
                       {"score":0.5,"issues":[{"message":"leak","file":"a.cc","line":3}]}])"),
            R"({"stagnant":true,"oscillating":true,"velocity":0.25,"recommendation":"ESCALATE"})");
}

TEST(Attempts, AnIssueThatSaysNothingIsNeverTheSameAgain) {
  EXPECT_EQ(Judged(R"([{"score":0,"issues":[null]},{"score":0,"issues":[null]}])"),
            R"({"stagnant":false,"oscillating":false,"velocity":null,"recommendation":"RETRY_WITH_DEBUGGER"})");
}

TEST(Attempts, BadOnesAreNamed) {
  EXPECT_EQ(Judged("{}"), "expected a list of attempts, [{\"score\", \"issues\"}, ...]");
  EXPECT_EQ(Judged("[1]"), "attempt 1: expected an object with score and issues");
  EXPECT_EQ(Judged(R"([{"score":1},{"issues":[]}])"), "attempt 2: has no number `score`");
  EXPECT_EQ(Judged(R"([{"score":"1"}])"), "attempt 1: has no number `score`");
  EXPECT_EQ(Judged(R"([{"score":7}])"), "attempt 1: its score is not between 0 and 1");
  EXPECT_EQ(Judged(R"([{"score":1,"issues":"x"}])"), "attempt 1: its issues are not a list");
}

}  // namespace
}  // namespace forge
