#include "pipeline/roles.h"

#include <gtest/gtest.h>

#include "pipeline/builtin.h"
#include "text/review/result_block.h"

namespace forge {
namespace {

std::string RoleProblems(std::string_view text) { return Describe(ParseRole(text, "r.toml").problems); }

TEST(Roles, ReadsEveryKey) {
  const ParsedRole parsed = ParseRole(R"(
name = "smith"
about = "makes things"
persona = """
You make things.
"""
writes = true
network = "off"
tier = "heavy"
effort = "high"
tools = ["Read", "Edit", "mcp__git__log"]

[result]
required = ["status"]
[result.properties]
status = { enum = ["done", "blocked"] }
)",
                                      "r.toml");
  ASSERT_TRUE(parsed.problems.empty()) << Describe(parsed.problems[0]);
  const Role& role = *parsed.role;
  EXPECT_EQ(role.name, "smith");
  EXPECT_EQ(role.about, "makes things");
  EXPECT_EQ(role.persona, "You make things.");
  EXPECT_TRUE(role.writes);
  EXPECT_FALSE(role.network);
  EXPECT_EQ(role.tier, "heavy");
  EXPECT_EQ(role.effort, "high");
  EXPECT_EQ(role.tools, (std::vector<std::string>{"Read", "Edit", "mcp__git__log"}));
  EXPECT_EQ(role.origin, "r.toml");
  EXPECT_EQ(role.result_schema.Dump(),
            R"({"type":"object","required":["status"],"properties":{"status":{"enum":["done","blocked"]}}})");
}

TEST(Roles, GivesReadersReadingToolsAndWritersAll) {
  const auto reader = ParseRole("name = \"a\"\npersona = \"p\"\n", "r").role;
  const auto writer = ParseRole("name = \"a\"\npersona = \"p\"\nwrites = true\n", "r").role;
  EXPECT_EQ(reader->tools, (std::vector<std::string>{"Read", "Glob", "Grep"}));
  EXPECT_EQ(writer->tools, (std::vector<std::string>{"Read", "Write", "Edit", "Glob", "Grep", "Bash"}));
  EXPECT_TRUE(reader->result_schema.is_null());
}

TEST(Roles, ReportsEverythingAtOnce) {
  EXPECT_EQ(RoleProblems(R"(nmae = "a"
tier = "hevy"
writes = "yes"
tools = ["Reed", "Write"]
[result]
type = "array"
maxItems = 3
required = ["stauts"]
[result.properties]
status = "string"
count = { type = "int" }
)"),
            "r.toml:1:1: unknown key `nmae` in the role\n  hint: did you mean `name`?\n"
            "r.toml:1:1: the role has no `name`\n"
            "r.toml:1:1: the role has no `persona`\n"
            "r.toml:2:8: `tier` of the role cannot be `hevy`\n  hint: did you mean `heavy`?\n"
            "r.toml:3:10: `writes` of the role must be true or false, not a string\n"
            "r.toml:4:9: unknown tool `Reed`\n  hint: did you mean `Read`?\n"
            "r.toml:4:9: a role that does not write cannot use `Write`\n"
            "  hint: add writes = true, or remove the tool\n"
            "r.toml:6:8: a result block must be an object\n  hint: remove `type`\n"
            "r.toml:7:1: unknown key `maxItems` in `result`\n  hint: did you mean `minItems`?\n"
            "r.toml:8:12: unknown property `stauts` in `required` of `result`\n  hint: did you mean `status`?\n"
            "r.toml:10:10: `status` of `result` must be a table, not a string\n"
            "  hint: write status = { type = \"string\" }\n"
            "r.toml:11:18: `type` of `result.count` cannot be `int`\n"
            "  hint: one of object, array, string, integer, number, boolean, null");
}

TEST(Roles, WithoutNetworkHaveNoToolsOfTheWeb) {
  const std::string role = "name = \"a\"\npersona = \"p\"\n";
  EXPECT_TRUE(ParseRole(role, "r").role->network);
  EXPECT_EQ(RoleProblems(role + "tools = [\"Bash\", \"WebFetch\"]\n"), "");
  EXPECT_NE(RoleProblems(role + "network = \"off\"\ntools = [\"WebFetch\"]\n")
                .find("r.toml:4:9: a role without network cannot use `WebFetch`"),
            std::string::npos);
  EXPECT_NE(RoleProblems(role + "network = \"of\"\n").find("r.toml:3:11: `network` of the role cannot be `of`"),
            std::string::npos)
      << RoleProblems(role + "network = \"of\"\n");
}

TEST(Roles, SurvivesRubbish) {
  EXPECT_FALSE(ParseRole(std::string(100'000, '\0'), "r").role);
  EXPECT_FALSE(ParseRole("name = \"\xff\"", "r").role);
  EXPECT_EQ(ParseRole("= [", "r").problems.size(), 1U);
}

TEST(Roles, AreAllReadableAndComplete) {
  const std::vector<std::string> names = BuiltinRoleNames();
  ASSERT_GE(names.size(), 20U);
  for (const std::string& name : names) {
    const auto role = FindBuiltinRole(name);
    ASSERT_TRUE(role) << name;
    EXPECT_EQ(role->name, name);
    EXPECT_EQ(role->origin, "built-in");
    EXPECT_FALSE(role->about.empty()) << name;
    EXPECT_GT(role->persona.size(), 100U) << name;
    EXPECT_FALSE(role->tier.empty()) << name;
    EXPECT_FALSE(role->effort.empty()) << name;
  }
}

TEST(Roles, HaveNoProblemAmongTheBuiltIns) {
  for (const std::string& name : BuiltinRoleNames()) {
    const auto text = FindPreset(PresetKind::kRole, name);
    ASSERT_TRUE(text);
    for (const Problem& problem : ParseRole(*text, name).problems) ADD_FAILURE() << Describe(problem);
  }
}

TEST(Roles, LetOnlyThoseWriteWhoEdit) {
  std::vector<std::string> writers;
  for (const std::string& name : BuiltinRoleNames()) {
    if (FindBuiltinRole(name)->writes) writers.push_back(name);
  }
  EXPECT_EQ(writers, (std::vector<std::string>{"collator", "debugger", "engineer", "executor", "worker"}));
}

TEST(Roles, HaveSchemasThatTakeAGoodAnswerAndNoOther) {
  const Json schema = FindBuiltinRole("bug-fixer")->result_schema;
  EXPECT_TRUE(FindResultBlock(R"(Found it. {"route":"A","severity":"minor","cause":"off by one"})", schema).ok());
  EXPECT_FALSE(FindResultBlock(R"({"route":"C","severity":"minor","cause":"off by one"})", schema).ok());
  EXPECT_FALSE(FindResultBlock(R"({"route":"A"})", schema).ok());
  const Json open = FindBuiltinRole("collector")->result_schema;
  EXPECT_TRUE(
      FindResultBlock(R"({"approved":false,"findings":[{"severity":"high","title":"x","text":"y","line":3}]})", open)
          .ok());
  EXPECT_FALSE(
      FindResultBlock(R"({"approved":false,"findings":[{"severity":"huge","title":"x","text":"y"}]})", open).ok());
}

TEST(Roles, DoNotInventOneThatIsNotThere) { EXPECT_FALSE(FindBuiltinRole("wizard")); }

}  // namespace
}  // namespace forge
