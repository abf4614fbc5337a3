#include "service/role_needs.h"

#include <gtest/gtest.h>

#include <string>

namespace forge {
namespace {

// One stage of that role; the message, or "" if the run may start.
std::string Check(const Role& role, const std::string& agent, bool confined = true, const std::string& stages = "") {
  PipelineSet set;
  Stage& stage = set.pipelines.emplace_back().stages.emplace_back();
  stage.kind = StageKind::kAgent;
  stage.role = role.name;
  stage.runtime = stages;
  RunSettings settings;
  settings.agent = agent;
  const Status checked = CheckRoleNeeds(
      set, settings, "codex", [&] { return confined; }, [&](const std::string&) -> Result<Role> { return role; });
  return checked ? "" : checked.error().message;
}

TEST(RoleNeeds, AToolOfAServerIsRefusedByNameWhereTheAgentCannotOfferIt) {
  Role role;
  role.name = "searcher";
  role.tools = {"Read", "mcp__box__find"};
  EXPECT_EQ(Check(role, "command:./agent.sh"),
            "the role `searcher` needs the tool `mcp__box__find`, which `command:./agent.sh` cannot offer");
  EXPECT_EQ(Check(role, "codex", true, "command:x"),
            "the role `searcher` needs the tool `mcp__box__find`, which `command:x` cannot offer");
  for (const char* agent : {"claude", "auto", "anthropic", "openai:http://localhost:1", "acp:gemini", "replay:x"})
    EXPECT_EQ(Check(role, agent), "") << agent;
  role.tools.clear();
  role.servers = {"box"};
  EXPECT_EQ(Check(role, "command:x"),
            "the role `searcher` needs the tools of the server `box`, which `command:x` cannot offer");
  role.servers.clear();
  role.tools = {"Read", "Bash"};
  EXPECT_EQ(Check(role, "command:x"), "");
}

TEST(RoleNeeds, AProgramThatNeedsTheNetworkIsRefusedForARoleWithoutOne) {
  Role role;
  role.name = "alone";
  role.network = false;
  EXPECT_EQ(Check(role, "auto"), "the role `alone` has network = \"off\", but the program codex needs the network");
  EXPECT_EQ(Check(role, "acp:gemini"),
            "the role `alone` has network = \"off\", but the program acp:gemini needs the network");
  for (const char* agent : {"command:x", "anthropic", "replay:x"}) EXPECT_EQ(Check(role, agent), "") << agent;
  EXPECT_EQ(Check(role, "claude", false), "") << "nothing would take the network away";
}

}  // namespace
}  // namespace forge
