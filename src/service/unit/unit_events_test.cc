#include "service/unit/unit_events.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

class UnitEvents : public ::testing::Test {
 protected:
  UnitEvents() {
    project_.root = MakeTempDirectory("forge-events").value();
    project_.forge = project_.root + "/.forge";
    project_.state = project_.forge + "/state";
    log_ = UnitEventLog(RunFiles(project_, RunId{1}, "x"), UnitId{7});
    log_.Seal({"/repo/.forge/state", "/cache/worktrees"}, "/cache/worktrees/mine");
  }

  ~UnitEvents() override { (void)RemoveTree(project_.root); }

  void Call(const std::string& tool, const std::string& key, const std::string& value) {
    log_.Take({AgentEvent::Kind::kToolCall, tool, Json::MakeObject().Set(key, value)});
  }
  void Refusal(const std::string& tool, const std::string& error) {
    log_.Take({AgentEvent::Kind::kToolResult, tool, Json::MakeObject().Set("error", error)});
  }
  std::string Text() {
    return RunFiles(project_, RunId{1}, "x").ReadUnitText(UnitId{7}, "events.jsonl").value().value_or("");
  }
  std::size_t Attempts() {
    const std::string text = Text();
    std::size_t count = 0;
    for (std::string_view line : Split(text, '\n')) count += line.find("\"attempt\":true") != std::string_view::npos;
    return count;
  }

  Project project_;
  UnitEventLog log_;
};

TEST_F(UnitEvents, ACallThatNamesASealedPlaceIsAnAttempt) {
  Call("Read", "path", "/repo/.forge/state/forge.db");
  Call("Bash", "command", "ls /cache/worktrees");
  Call("Bash", "command", "cat '/cache/worktrees/theirs/note.txt'");
  EXPECT_EQ(Attempts(), 3U);
  Call("Read", "path", "/repo/.forge/state/forge.db");
  EXPECT_EQ(Attempts(), 3U) << "each once";
}

TEST_F(UnitEvents, ItsOwnWorkspaceAndOtherPlacesAreNone) {
  Call("Read", "path", "/cache/worktrees/mine/src/a.cc");
  Call("Read", "path", "src/a.cc");
  Call("Bash", "command", "ls /repo/.forge/statements");
  log_.Take({AgentEvent::Kind::kText, "/repo/.forge/state", {}});
  EXPECT_EQ(Attempts(), 0U);
}

TEST_F(UnitEvents, ARefusalThatIsReportedIsAnAttempt) {
  Refusal("command", "cat: /repo/.forge/state/forge.db: Permission denied\nls: all is well\n");
  Refusal("Read", "../../x leads out of the workspace");
  Refusal("Read", "/etc/shadow is outside the workspace /cache/worktrees/mine");
  EXPECT_EQ(Attempts(), 3U);
  Refusal("Bash", "make: Permission denied");
  Refusal("Bash", "see /repo/.forge/state for more");
  EXPECT_EQ(Attempts(), 3U) << "of what is not sealed, and of what was not refused, nothing is said";
}

TEST(SecretMask, WhatAServerOfMcpTomlIsGivenIsHiddenEvenIfItIsShort) {
  SecretMask mask;
  mask.HideGiven(
      {{"Authorization", "Bearer sekr-2"}, {"X-Api-Key", "open-1"}, {"Accept", "text/plain"}, {"X-Auth", "on"}});
  EXPECT_EQ(mask.Apply("FORGE_MCP_1=Bearer sekr-2"), "FORGE_MCP_1=<secret>");
  EXPECT_EQ(mask.ApplyKnown("sekr-2 open-1"), "<secret> <secret>");
  EXPECT_EQ(mask.Apply("text/plain is on"), "text/plain is on");
}

TEST_F(UnitEvents, ASecretIsHiddenBeforeAnAttemptIsCut) {
  SecretMask mask;
  mask.HideValue("a-key-of-several-words");
  log_ = UnitEventLog(RunFiles(project_, RunId{1}, "x"), UnitId{7}, mask);
  log_.Seal({"/repo/.forge/state"}, "");
  Call("Bash", "command", "ls /repo/.forge/state " + std::string(250, 'x') + " a-key-of-several-words");
  log_.Take({AgentEvent::Kind::kNotice, "used a-key-of-several-words", {}});
  EXPECT_EQ(Attempts(), 1U);
  EXPECT_EQ(Text().find("a-key-of"), std::string::npos) << Text();
}

TEST_F(UnitEvents, AFloodIsCut) {
  for (int i = 0; i < 1000; ++i) Call("Read", "path", "/repo/.forge/state/" + std::to_string(i));
  EXPECT_EQ(Attempts(), 50U);
}

}  // namespace
}  // namespace forge
