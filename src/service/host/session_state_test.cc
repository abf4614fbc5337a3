#include "service/host/session_state.h"

#include <gtest/gtest.h>

#include "os/files/files.h"

namespace forge {
namespace {

class SessionFiles : public ::testing::Test {
 protected:
  void SetUp() override { project_.state = MakeTempDirectory("sessions-").value(); }
  void TearDown() override { ASSERT_TRUE(RemoveTree(project_.state)); }
  Project project_;
};

TEST_F(SessionFiles, ASnapshotComesBackWithItsTime) {
  const Sessions sessions(project_);
  ASSERT_TRUE(sessions.Save("a", Json::MakeObject().Set("currentPhase", "2"), "2031-01-01T00:00:00Z"));
  const Json state = sessions.Load("a").value().value();
  EXPECT_EQ(state.Dump(), R"({"currentPhase":"2","lastUpdatedAt":"2031-01-01T00:00:00Z"})");
  EXPECT_FALSE(sessions.Load("b").value());
  EXPECT_FALSE(sessions.Load("../a"));
}

TEST_F(SessionFiles, ASecretIsNotKept) {
  const Sessions sessions(project_);
  const std::string key = "sk-ant-api03-" + std::string("Zk3vQx8TfLw2Rj7YpNc5Hb9Dm4Gs6Aq1Xe0Uo-Vi");
  ASSERT_TRUE(sessions.Save("a", Json::MakeObject().Set("note", "key " + key), "2031-01-01T00:00:00Z"));
  EXPECT_EQ(sessions.Load("a").value().value()["note"].AsString().find(key), std::string::npos);
  Json state = Json::MakeObject().Set("db", Json::MakeObject().Set("password", "hunter2-Zx91kkPPq").Set("user", "ada"));
  state.Set("tokens", 12).Set("token", "plain").Set("keyFile", "src/a1.c");
  ASSERT_TRUE(sessions.Save("a", state, "2031-01-01T00:00:00Z"));
  const Json kept = sessions.Load("a").value().value();
  EXPECT_EQ(kept["db"].Dump(), R"({"password":"<secret>","user":"ada"})");
  EXPECT_EQ(kept["tokens"].AsInt(), 12);
  EXPECT_EQ(kept["token"].AsString(), "plain");
  EXPECT_EQ(kept["keyFile"].AsString(), "src/a1.c");
}

TEST_F(SessionFiles, TheListIsNewestFirstAndLeavesOutWhatCannotBeRead) {
  const Sessions sessions(project_);
  EXPECT_TRUE(sessions.List().value().empty());
  Json state = Json::MakeObject().Set("completedModules", Json::Array{Json("m1")});
  state.Set("moduleStatuses", Json::MakeObject().Set("m1", "done").Set("m2", "pending"));
  ASSERT_TRUE(sessions.Save("old", state, "2031-01-01T00:00:00Z"));
  ASSERT_TRUE(sessions.Save("new", Json::MakeObject(), "2031-01-02T00:00:00Z"));
  ASSERT_TRUE(WriteFileAtomic(project_.state + "/sessions/broken.json", "{"));
  const auto list = sessions.List().value();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0].run, "new");
  EXPECT_EQ(list[1].completed, 1);
  EXPECT_EQ(list[1].total, 2);
}

TEST_F(SessionFiles, ThoseOfTheModulesWorkflowAreReadWhereTheyAre) {
  const Sessions sessions(project_);
  const std::string theirs = R"({"currentPhase":"3","completedModules":["m1"],"lastUpdatedAt":"2031-01-02T00:00:00Z"})";
  ASSERT_TRUE(WriteFileAtomic(project_.state + "/greet.json", theirs));
  ASSERT_TRUE(WriteFileAtomic(project_.state + "/server.json", R"({"port":1})"));
  EXPECT_EQ(sessions.Load("greet").value().value().Dump(), theirs);
  EXPECT_FALSE(sessions.Load("server").value());
  ASSERT_EQ(sessions.List().value().size(), 1U);
  EXPECT_EQ(sessions.List().value()[0].completed, 1);
  // The later one counts, whoever wrote it.
  ASSERT_TRUE(sessions.Save("greet", Json::MakeObject().Set("currentPhase", "2"), "2031-01-01T00:00:00Z"));
  EXPECT_EQ(sessions.Load("greet").value().value()["currentPhase"].AsString(), "3");
  ASSERT_TRUE(sessions.Save("greet", Json::MakeObject().Set("currentPhase", "4"), "2031-01-03T00:00:00Z"));
  EXPECT_EQ(sessions.Load("greet").value().value()["currentPhase"].AsString(), "4");
  EXPECT_EQ(sessions.List().value().size(), 1U);
  EXPECT_EQ(ReadFile(project_.state + "/greet.json").value(), theirs);
}

}  // namespace
}  // namespace forge
