#include "pipeline/conditions.h"

#include <gtest/gtest.h>

#include "pipeline/load.h"

namespace forge {
namespace {

// A file of one [when] table and one stage; the table begins in line 2.
ParsedPipeline WithConditions(const std::string& table, const std::string& keys) {
  return ParsePipeline(
      "name = \"x\"\n[when]\n" + table + "\n[[stage]]\nname = \"plan\"\nrole = \"planner\"\n" + keys + "\n", "x.toml");
}

TEST(Conditions, StandForTheLinesTheyName) {
  const ParsedPipeline parsed = WithConditions(R"(
planned  = "forbid run.size == quick"
building = ["planned", "forbid run.flags.plan-only == true"]
)",
                                               R"(
when = "building"
gate = """
  # why
  planned
artifact PLAN.md min=3
"""
)");
  ASSERT_EQ(Describe(parsed.problems), "");
  const Stage& stage = parsed.pipeline->stages[0];
  EXPECT_EQ(stage.when, "forbid run.size == quick\nforbid run.flags.plan-only == true");
  EXPECT_EQ(stage.gate, "  # why\nforbid run.size == quick\nartifact PLAN.md min=3");
}

TEST(Conditions, MayBeWrittenAsALineATime) {
  const ParsedPipeline parsed =
      WithConditions("a = \"require run.size == quick\"", "when = [\"a\", \"forbid run.flags.full == true\"]");
  ASSERT_EQ(Describe(parsed.problems), "");
  EXPECT_EQ(parsed.pipeline->stages[0].when, "require run.size == quick\nforbid run.flags.full == true");
}

TEST(Conditions, ThatDoNotExistAreNamedWithTheClosestOne) {
  EXPECT_EQ(
      Describe(WithConditions("planned = \"forbid run.size == quick\"", "when = [\"planned\", \"plannd\"]").problems),
      "x.toml:7:20: unknown condition `plannd` in `when` of stage `plan`\n  hint: did you mean `planned`?");
  EXPECT_EQ(
      Describe(
          ParsePipeline("name = \"x\"\n[[stage]]\nname = \"a\"\nrole = \"b\"\nwhen = \"full\"\n", "x.toml").problems),
      "x.toml:5:8: unknown condition `full` in `when` of stage `a`\n"
      "  hint: define it above the stages: [when] full = \"require ...\"");
}

TEST(Conditions, UseOnlyThoseAboveThem) {
  EXPECT_EQ(Describe(WithConditions("a = \"b\"\nb = \"forbid run.size == quick\"", "when = [\"a\", \"b\"]").problems),
            "x.toml:3:5: unknown condition `b` in `a` of [when]\n"
            "  hint: define it above the stages: [when] b = \"require ...\"");
}

TEST(Conditions, ThatNoStageUsesAreReported) {
  EXPECT_EQ(Describe(WithConditions("a = \"forbid run.size == quick\"", "").problems),
            "x.toml:3:1: condition `a` is never used\n  hint: write when = \"a\" in a stage, or delete it");
}

TEST(Conditions, ThatDoNotParseAreReportedOnceWhereTheyStand) {
  EXPECT_EQ(Describe(WithConditions("a = \"unless true\"\nB = \"forbid run.size == quick\"\nc = 3",
                                    "when = \"a\"\ngate = \"a\"")
                         .problems),
            "x.toml:3:5: condition `a`: unknown directive \"unless\"\n"
            "x.toml:4:1: invalid name: condition `B`\n  hint: a name is lower-case letters, digits, - and _, at most "
            "64, and begins with a letter or digit\n"
            "x.toml:5:1: condition `c` is never used\n  hint: write when = \"c\" in a stage, or delete it\n"
            "x.toml:5:5: `c` of [when] must be a string, not an integer");
}

TEST(Conditions, AreCheckedWhereTheyAreUsed) {
  EXPECT_EQ(
      Describe(WithConditions("quick = \"require run.size == quick\"",
                              "when = \"\"\"\n  quick\n  forbid run.size == quick\n\"\"\"")
                   .problems),
      "x.toml:9:3: `when` of stage `plan` can never hold, so the stage is unreachable: `forbid run.size == quick` "
      "contradicts the lines above it or itself");
  EXPECT_EQ(Describe(WithConditions("later = \"after plan = approved\"", "gate = \"later\"").problems),
            "x.toml:7:8: `gate` of stage `plan` can never hold: stage `plan` is never approved\n"
            "  hint: write `after plan = n/a`, or give that stage a `verdict`");
}

}  // namespace
}  // namespace forge
