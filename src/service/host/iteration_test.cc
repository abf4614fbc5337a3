#include "service/host/iteration.h"

#include <gtest/gtest.h>

#include <string>

#include "os/files/files.h"

namespace forge {
namespace {

AttemptRecord Tried(double score, std::vector<std::string> marks) {
  AttemptRecord attempt;
  attempt.score = score;
  attempt.marks = std::move(marks);
  return attempt;
}

TEST(RecordNames, NothingThatLeadsElsewhereIsOne) {
  for (const char* name : {"m1", "run-17", "a.b_c", "X"}) EXPECT_TRUE(CheckRecordName("id", name)) << name;
  for (const std::string& name :
       {std::string(""), std::string("."), std::string(".."), std::string("../x"), std::string("a/b"),
        std::string(".hidden"), std::string("a\0b", 3), std::string(129, 'a'), std::string("a b"), std::string("ä")}) {
    EXPECT_FALSE(CheckRecordName("id", name)) << name;
  }
}

TEST(Judgement, TheSameFailureTwiceIsStagnant) {
  const Stagnation judged = JudgeAttempt({Tried(0.5, {"a"})}, 0.5, {"a"});
  EXPECT_TRUE(judged.same);
  EXPECT_TRUE(judged.stagnant);
  EXPECT_FALSE(judged.velocity);
}

TEST(Judgement, AFailureThatComesBackOscillates) {
  const Stagnation judged = JudgeAttempt({Tried(0.2, {"a"}), Tried(0.4, {"b"})}, 0.5, {"a"});
  EXPECT_TRUE(judged.oscillating);
  EXPECT_FALSE(judged.same);
  EXPECT_TRUE(judged.stagnant);
}

TEST(Judgement, AScoreThatGrowsIsNot) {
  const Stagnation judged = JudgeAttempt({Tried(0.25, {"a"}), Tried(0.5, {"b"})}, 0.75, {"c"});
  EXPECT_DOUBLE_EQ(judged.velocity.value(), 0.25);
  EXPECT_FALSE(judged.stagnant);
}

TEST(Judgement, AScoreThatStandsOrFallsIs) {
  EXPECT_TRUE(JudgeAttempt({Tried(0.25, {"a"}), Tried(0.5, {"b"})}, 0.5, {"c"}).regressing);
  EXPECT_TRUE(JudgeAttempt({Tried(0.5, {"a"}), Tried(0.25, {"b"}), Tried(0.4, {"c"})}, 0.45, {"d"}).stagnant);
}

TEST(Judgement, WhatPassesIsNeverStagnant) {
  EXPECT_FALSE(JudgeAttempt({Tried(1, {}), Tried(1, {}), Tried(1, {})}, 1, {}).stagnant);
}

class IterationFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    project_.state = MakeTempDirectory("iteration-").value();
    project_.root = project_.state;
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(project_.state)); }
  Project project_;
};

TEST_F(IterationFiles, AnAttemptIsThereAgainWhenRead) {
  const Iterations iterations(project_);
  EXPECT_TRUE(iterations.Load("r", "m").value().attempts.empty());
  ASSERT_TRUE(iterations.Edit("r", "m", [](IterationState& state) { state.attempts.push_back(Tried(0.5, {"a"})); }));
  const IterationState state = iterations.Load("r", "m").value();
  ASSERT_EQ(state.attempts.size(), 1U);
  EXPECT_EQ(state.attempts[0].marks, std::vector<std::string>{"a"});
  EXPECT_EQ(state.scores(), std::vector<double>{0.5});
  EXPECT_TRUE(iterations.Load("", "m").value().attempts.empty());
  ASSERT_TRUE(iterations.Reset("r", "m"));
  EXPECT_TRUE(iterations.Load("r", "m").value().attempts.empty());
}

TEST_F(IterationFiles, ASecretIsNotKept) {
  const Iterations iterations(project_);
  const std::string key = "sk-ant-api03-" + std::string("Zk3vQx8TfLw2Rj7YpNc5Hb9Dm4Gs6Aq1Xe0Uo-Vi");
  ASSERT_TRUE(iterations.Edit("r", "m", [&](IterationState& state) {
    state.attempts.push_back(Tried(0.5, {"a"}));
    state.attempts[0].issues = {"refused: " + key};
    state.attempts[0].root_cause = state.last_root_cause = "the key " + key;
  }));
  const IterationState state = iterations.Load("r", "m").value();
  for (const std::string& text : {state.attempts[0].issues[0], state.attempts[0].root_cause, state.last_root_cause}) {
    EXPECT_EQ(text.find(key), std::string::npos) << text;
  }
}

TEST_F(IterationFiles, NoNameLeadsOutOfTheStore) {
  const Iterations iterations(project_);
  EXPECT_FALSE(iterations.Edit("..", "m", [](IterationState&) {}));
  EXPECT_FALSE(iterations.Edit("r", "../../m", [](IterationState&) {}));
  EXPECT_FALSE(iterations.Load("r", ""));
}

class IterationFilesBefore : public ::testing::Test {
 protected:
  void SetUp() override {
    project_.root = MakeTempDirectory("before-").value();
    project_.forge = project_.root + "/.forge";
    project_.state = project_.forge + "/state";
    ASSERT_TRUE(MakeDirectories(project_.forge + "/iterations/greet"));
    ASSERT_TRUE(MakeDirectories(project_.state));
    ASSERT_TRUE(WriteFileAtomic(Path(), kTheirs));
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(project_.root)); }
  std::string Path() const { return project_.forge + "/iterations/greet/m1.json"; }

  static constexpr const char* kTheirs =
      R"({"attempts":[{"timestamp":"2026-01-02T03:04:05.678Z","score":0.5,"issues":[null,"make: failed"],"stagnant":false},
          {"timestamp":"2026-01-02T04:00:00.000Z","status":"failed","issues":[],"score":null,"rootCause":"a typo"}],
          "scores":[0.5,0.75],"stagnant":false,"lastStatus":"failed","lastRootCause":"a typo"})";
  Project project_;
};

TEST_F(IterationFilesBefore, WhatTheModulesWorkflowKnewIsWhereAModuleBegins) {
  const Iterations iterations(project_);
  const IterationState state = iterations.Load("greet", "m1").value();
  ASSERT_EQ(state.attempts.size(), 3U);
  EXPECT_EQ(state.attempts[0].at.ms, 1767323045678);
  EXPECT_EQ(state.attempts[0].issues, std::vector<std::string>{"make: failed"});
  EXPECT_EQ(state.attempts[1].root_cause, "a typo");
  EXPECT_EQ(state.scores(), (std::vector<double>{0.5, 0.75}));
  EXPECT_EQ(state.last_status, "failed");
  EXPECT_TRUE(iterations.Load("", "m1").value().attempts.empty());
  ASSERT_TRUE(iterations.Edit("greet", "m1", [](IterationState& edited) { edited.last_status = "passed"; }));
  EXPECT_EQ(iterations.Load("greet", "m1").value().last_status, "passed");
  EXPECT_EQ(iterations.Load("greet", "m1").value().attempts.size(), 3U);
  EXPECT_EQ(ReadFile(Path()).value(), kTheirs);
}

TEST_F(IterationFilesBefore, AResetForgetsItAndLeavesTheFile) {
  const Iterations iterations(project_);
  ASSERT_TRUE(iterations.Reset("greet", "m1"));
  EXPECT_TRUE(iterations.Load("greet", "m1").value().attempts.empty());
  EXPECT_EQ(ReadFile(Path()).value(), kTheirs);
}

TEST_F(IterationFilesBefore, TimesAreTextAndOlderNumbersAreRead) {
  const Iterations iterations(project_);
  ASSERT_TRUE(MakeDirectories(project_.state + "/iterations/.none"));
  ASSERT_TRUE(
      WriteFileAtomic(project_.state + "/iterations/.none/m2.json",
                      R"({"attempts":[{"timestamp":1767323045678,"status":"failed","issues":[],"score":0.5}]})"));
  const Json json = ToJson(iterations.Load("", "m2").value());
  EXPECT_EQ(json["attempts"].AsArray()[0]["timestamp"].AsString(), "2026-01-02T03:04:05.678Z");
}

}  // namespace
}  // namespace forge
