#include "service/host/mcp_log.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"

namespace forge {
namespace {

class ToolLogs : public ::testing::Test {
 protected:
  void SetUp() override {
    project_.root = MakeTempDirectory("tool-log-").value();
    project_.forge = project_.root + "/.forge";
    project_.state = project_.forge + "/state";
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(project_.root)); }

  std::vector<std::string> Events(const LogFilter& filter = {}) {
    std::vector<std::string> events;
    const std::vector<Json> entries = ToolLog(project_).Read(filter).value();
    for (const Json& entry : entries) events.push_back(entry["event"].AsString());
    return events;
  }
  Project project_;
};

TEST_F(ToolLogs, NothingIsWrittenWhileTheProjectHasNoState) {
  ToolLog(project_).Append(TimePoint{0}, "1970-01-01T00:00:00.000Z", Json::MakeObject().Set("event", "a"));
  EXPECT_FALSE(Exists(project_.forge));
  ASSERT_TRUE(MakeDirectories(project_.state));
  ToolLog(project_).Append(TimePoint{0}, "1970-01-01T00:00:00.000Z", Json::MakeObject().Set("event", "b"));
  EXPECT_EQ(Events(), std::vector<std::string>{"b"});
}

TEST_F(ToolLogs, ItBeginsWhereForgeHasADirectoryAndNowhereElse) {
  ASSERT_TRUE(BeginToolLog(project_));
  EXPECT_FALSE(Exists(project_.forge));
  ASSERT_TRUE(MakeDirectories(project_.forge + "/plans"));
  ASSERT_TRUE(BeginToolLog(project_));
  EXPECT_TRUE(IsDirectory(project_.state));
}

TEST_F(ToolLogs, TheFilesOfTheModulesWorkflowAreReadWithOurs) {
  ASSERT_TRUE(MakeDirectories(project_.forge + "/logs"));
  ASSERT_TRUE(MakeDirectories(project_.state));
  const auto write = [&](const std::string& name, const std::string& event, const std::string& at) {
    const std::string line = R"({"timestamp":")" + at + R"(","phase":"tool_call","event":")" + event +
                             R"(","severity":"error","moduleId":"m1","data":{}})";
    ASSERT_TRUE(WriteFileAtomic(project_.forge + "/logs/" + name, "broken\n" + line + "\n"));
  };
  write("2026-01-02-10.jsonl", "tenth", "2026-01-02T10:00:00.000Z");
  write("2026-01-02-9.jsonl", "ninth", "2026-01-02T09:00:00.000Z");
  const Json own = Json::MakeObject().Set("event", "ours").Set("runId", "greet");
  ToolLog(project_).Append(TimePoint{1767355200000}, "2026-01-02T12:00:00.000Z", own);
  EXPECT_EQ(Events(), (std::vector<std::string>{"ninth", "tenth", "ours"}));
  LogFilter two;
  two.limit = 2;
  EXPECT_EQ(Events(two), (std::vector<std::string>{"tenth", "ours"}));
  LogFilter run;
  run.run = "2026-01-02-9";
  EXPECT_EQ(Events(run), std::vector<std::string>{"ninth"});
  EXPECT_EQ(ToolLog(project_).Read(run).value()[0]["runId"].AsString(), "2026-01-02-9");
  LogFilter errors;
  errors.severity = "error";
  EXPECT_EQ(Events(errors), (std::vector<std::string>{"ninth", "tenth"}));
}

TEST_F(ToolLogs, ASecretIsMaskedBeforeItIsWritten) {
  ASSERT_TRUE(MakeDirectories(project_.state));
  const std::string key = std::string("AK") + "IAIOSFODNN7EXAMPL3";  // no scanner of sources takes it for a key
  const ToolLog log(project_, {{"BUILD_TOKEN", "kept-in-a-variable"}});
  Json args = Json::MakeObject().Set("pattern", "the key is " + key).Set("note", "uses kept-in-a-variable here");
  args.Set("list", Json::Array{Json::MakeObject().Set("password=" + key, key)}).Set("plain", "no secret");
  const std::string word = "hunter2-Zx91kkPPq";  // only its name says what it is
  args.Set("state", Json::MakeObject().Set("password", word).Set("token", "plain"));
  const Json entry = Json::MakeObject().Set("event", "memory_save").Set("data", args);
  const std::string told = log.Append(TimePoint{0}, "1970-01-01T00:00:00Z", entry).Dump();
  const std::string written = ReadFile(project_.state + "/tool-log/1970-01-01.jsonl").value();
  for (const std::string& text : {written, told}) {
    EXPECT_EQ(text.find(key), std::string::npos) << text;
    EXPECT_EQ(text.find("kept-in-a-variable"), std::string::npos) << text;
    EXPECT_EQ(text.find(word), std::string::npos) << text;
    EXPECT_NE(text.find("no secret"), std::string::npos) << text;
    EXPECT_NE(text.find("memory_save"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace forge
