#include "text/plan/plan.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

using Texts = std::vector<std::string>;

StepSpec Only(std::string_view body) {
  PlanDocument plan =
      ParsePlan("## Steps\n\n### Step s1: first\n\n" + std::string(body) + "\n\n### s2: other\n\nDo: x\n");
  for (const auto& problem : plan.problems) ADD_FAILURE() << problem.line << ": " << problem.what;
  EXPECT_EQ(plan.steps.size(), 2U) << body;
  if (plan.steps.size() != 2) return {};
  EXPECT_EQ(plan.steps[1].what, "x");
  return plan.steps[0];
}

Texts Problems(std::string_view markdown) {
  Texts problems;
  for (const auto& p : ParsePlan(markdown).problems) {
    problems.push_back(std::to_string(p.line) + ":" + std::to_string(p.column) + ": " + p.what);
  }
  return problems;
}

Texts Ids(const std::vector<StepId>& ids) {
  Texts out;
  for (const StepId& id : ids) out.push_back(id.value);
  return out;
}

TEST(Plan, ReadsTitleObjectiveAndSteps) {
  PlanDocument plan = ParsePlan(R"(# Plan: A **fine** thing

**ID:** plan-017
**Status:** DRAFT

---

## Objective

Make it
fine.

## Scope
x

## Steps

Some words before.

### Step s1: Write the parser

**Do:** Read the text
and build a tree.

Mind the *edges*.

**Files:** `src/a.cc`, `src/b.cc`
**Writes:** `src/parser.cc`
**Depends:** (none)
**Complexity:** medium
**Estimate:** 1h 30m
**Tier:** heavy
**Verify:** `make test`
**Done when:** all tests pass

### s2: Print it

- Do: print
- Files:
  - `src/parser.cc` - the parser
  - src/print.cc
- Depends: s1
- Verify:
  - `make`
  - `./run --all`

## Testing
y
)");
  EXPECT_TRUE(plan.problems.empty()) << plan.problems[0].what;
  EXPECT_EQ(plan.title, "A **fine** thing");
  EXPECT_EQ(plan.objective, "Make it\nfine.");
  ASSERT_EQ(plan.steps.size(), 2U);
  const StepSpec& s1 = plan.steps[0];
  EXPECT_EQ(s1.id.value, "s1");
  EXPECT_EQ(s1.title, "Write the parser");
  EXPECT_EQ(s1.what, "Read the text\nand build a tree.\n\nMind the *edges*.");
  EXPECT_EQ(s1.files, (Texts{"src/a.cc", "src/b.cc"}));
  EXPECT_EQ(s1.writes, Texts{"src/parser.cc"});
  EXPECT_TRUE(s1.depends.empty());
  EXPECT_EQ(s1.complexity, "medium");
  EXPECT_EQ(s1.estimate_ms, 5'400'000);
  EXPECT_EQ(s1.verify, Texts{"make test"});
  EXPECT_EQ(s1.done_when, "all tests pass");
  EXPECT_EQ(s1.tier, "heavy");
  const StepSpec& s2 = plan.steps[1];
  EXPECT_EQ(s2.what, "print");
  EXPECT_EQ(s2.files, (Texts{"src/parser.cc", "src/print.cc"}));
  EXPECT_EQ(Ids(s2.depends), Texts{"s1"});
  EXPECT_EQ(s2.verify, (Texts{"make", "./run --all"}));
}

TEST(Plan, AcceptsEveryShapeOfAHeading) {
  PlanDocument plan = ParsePlan(
      "## steps\n### Step a: A\n### b: B\n### Step `c` \xE2\x80\x94 C: really\n### Step 4\n### **Step e: E**\n### step "
      "f - F\n");
  EXPECT_TRUE(plan.problems.empty());
  Texts seen;
  for (const auto& step : plan.steps) seen.push_back(step.id.value + "=" + step.title);
  EXPECT_EQ(seen, (Texts{"a=A", "b=B", "c=C: really", "4=4", "e=E", "f=F"}));
}

TEST(Plan, AcceptsEveryShapeOfAField) {
  for (const char* body :
       {"Files: a.cc, b.cc", "**Files:** `a.cc`, `b.cc`", "**Files**: a.cc, b.cc", "**Files: a.cc, b.cc**",
        "- Files: a.cc, b.cc", "* **Files:** `a.cc`,`b.cc`", "Files:\n- a.cc\n- b.cc",
        "**Files:**\n\n- `a.cc` (new)\n- `b.cc`: changed", "#### Files\n\n- a.cc\n- b.cc",
        "- Files:\n  - a.cc\n  - b.cc", "Files:\na.cc, b.cc", "- Files:\n\n  - `./a.cc`\n\n  - b.cc \xE2\x80\x94 more",
        "__Files:__ a.cc, b.cc", "Reads: a.cc,\nb.cc"}) {
    EXPECT_EQ(Only(body).files, (Texts{"a.cc", "b.cc"})) << body;
  }
}

TEST(Plan, ReadsCommandsFromSpansItemsAndFences) {
  for (const char* body :
       {"Verify: `make` and `make test`", "Verify:\n- `make`\n- make test",
        "Verify:\n\n```sh\n# build\n$ make\n\n$ make test\n```", "- Verify:\n  ```\n  make\n  make \\\n  test\n  ```",
        "**Verify:**\n1. `make`\n2. `make test`"}) {
    Texts verify = Only(body).verify;
    for (std::string& command : verify) command = ReplaceAll(command, "  ", " ");
    EXPECT_EQ(verify, (Texts{"make", "make test"})) << body;
  }
  EXPECT_EQ(Only("Verify: make test").verify, Texts{"make test"});
  EXPECT_EQ(Only("Verify: ``echo `date` ``").verify, Texts{"echo `date`"});
  EXPECT_TRUE(Only("Verify: none").verify.empty());
}

TEST(Plan, WhatBelongsToNoFieldIsWhatToDo) {
  EXPECT_EQ(Only("First this.\n\nThen that.").what, "First this.\n\nThen that.");
  EXPECT_EQ(Only("**Do:**\n- one\n- two").what, "- one\n- two");
  EXPECT_EQ(Only("Files: a.cc\n\nMore words.\n\n```\ncode\n```").what, "More words.\n\n```\ncode\n```");
  EXPECT_EQ(Only("Note: not a field").what, "Note: not a field");
  EXPECT_EQ(Only("- Files: a.cc\n- just a point").what, "- just a point");
  EXPECT_EQ(Only("> Files: x.cc\n").what, "> Files: x.cc");
  EXPECT_TRUE(Only("> Files: x.cc\n").files.empty());
}

TEST(Plan, FieldsOfOnesOwnGoIntoMore) {
  StepSpec step = Only("**More:**\n```json\n{\"owners\": [\"me\"]}\n```\n\n**Risk:** high");
  EXPECT_EQ(step.extra.Dump(), R"({"owners":["me"],"risk":"high"})");
}

TEST(Plan, StepsInCodeAndOutsideTheSectionDoNotCount) {
  EXPECT_TRUE(ParsePlan("### Step a: A\n").steps.empty());
  EXPECT_TRUE(ParsePlan("## Steps\n\n```\n### Step a: A\n```\n\n> ### Step b: B\n\n    ### Step c: C\n").steps.empty());
  EXPECT_TRUE(ParsePlan("## Steps\n\n## Other\n### Step a: A\n").steps.empty());
  EXPECT_TRUE(ParsePlan("```\n## Steps\n```\n### Step a: A\n").steps.empty());
}

TEST(Plan, ReportsWhatIsWrongWithItsPlace) {
  EXPECT_EQ(
      Problems("## Steps\n### a: A\nDepends: b, a, nope\n### b: B\n### a: again\n### Notes\n### x y: z\n"),
      (Texts{"3:1: step a depends on itself", "3:1: step a depends on nope, which is not a step",
             "5:1: step a was already defined on line 2", "6:1: \"Notes\" is not a step: write \"### Step id: title\"",
             "7:1: \"x y\" is not a step id: use at most 64 letters, digits, dots, dashes and underscores"}));
  EXPECT_EQ(Problems("## Steps\n### parse: A\n### b: B\n- Depends: prase\n"),
            Texts{"4:3: step b depends on prase, which is not a step (did you mean parse?)"});
  EXPECT_EQ(Problems("## Steps\n### a: A\nFiles: /etc/passwd, ../x, a/../b, ~/y, C:\\z, ok/..dots\nWrites: "
                     "`\\\\host`\nComplexity: huge\nEstimate: soon\n"),
            (Texts{"3:1: step a: the path \"/etc/passwd\" is not relative to the repository",
                   "3:1: step a: the path \"../x\" leads out of its directory with ..",
                   "3:1: step a: the path \"a/../b\" leads out of its directory with ..",
                   "3:1: step a: the path \"~/y\" is not relative to the repository",
                   "3:1: step a: the path \"C:\\z\" is not relative to the repository",
                   "4:1: step a: the path \"\\\\host\" is not relative to the repository",
                   "5:1: step a: the complexity is simple, medium or complex, not \"huge\"",
                   "6:1: step a: the estimate \"soon\" is not a duration such as 45m or 2h"}));
  EXPECT_EQ(Problems("## Steps\n### a: A\n\n## Steps\n"), Texts{"4:1: duplicate \"## Steps\"; the first is on line 1"});
}

TEST(Plan, NamesACycleInOrderAndOnce) {
  EXPECT_EQ(
      Problems("## Steps\n### a: A\nDepends: b\n### b: B\nDepends: c, a\n### c: C\nDepends: a\n### d: D\nDepends: a\n"),
      Texts{"2:1: steps depend on each other: a -> b -> c -> a"});
  EXPECT_EQ(
      Problems("## Steps\n### a: A\nDepends: b\n### b: B\nDepends: a\n### c: C\nDepends: d\n### d: D\nDepends: c\n")
          .size(),
      2U);
}

TEST(Plan, DependsIsReadInManyWords) {
  PlanDocument plan = ParsePlan(
      "## Steps\n### a: A\n### b: B\nDepends on: Step a\n### c: C\nDependencies: `a` and `b`\n### d: D\nDepends: a "
      "(first), b, a\n### e: E\nDepends: none\n"
      "### f: F\nDepends:\n- a\n- Step b: the second\n");
  EXPECT_TRUE(plan.problems.empty()) << plan.problems[0].what;
  EXPECT_EQ(Ids(plan.steps[1].depends), Texts{"a"});
  EXPECT_EQ(Ids(plan.steps[2].depends), (Texts{"a", "b"}));
  EXPECT_EQ(Ids(plan.steps[3].depends), (Texts{"a", "b"}));
  EXPECT_TRUE(plan.steps[4].depends.empty());
  EXPECT_EQ(Ids(plan.steps[5].depends), (Texts{"a", "b"}));
}

TEST(PlanHash, ApprovingAuditingAndNotesDoNotChangeIt) {
  const std::string head = "# Plan: x\n\n**ID:** 1\n**Status:** ";
  const std::string body = "\n\n---\n\n## Objective\n\ny\n\n## Steps\n\n### a: A\n";
  std::string hash = ParsePlan(head + "DRAFT" + body).hash;
  EXPECT_EQ(hash.size(), 64U);
  EXPECT_EQ(ParsePlan(head + "APPROVED" + body).hash, hash);
  EXPECT_EQ(ParsePlan(head + "DRAFT" + body +
                      "\n---\n\n## Audit Log\n\n### Review 1\n**Verdict:** x\n\n---\n\n## Implementation Notes\n\nz\n")
                .hash,
            hash);
  EXPECT_EQ(ParsePlan(head + "DRAFT  " + ReplaceAll(body, "\n", " \t\r\n") + "\n\n\n").hash, hash);
  EXPECT_EQ(ParsePlan("\xEF\xBB\xBF" + head + "DRAFT" + body.substr(0, body.size() - 1)).hash, hash);
}

TEST(PlanHash, AHeaderDirectlyAboveARuleIsStillTheHeader) {
  EXPECT_EQ(ParsePlan("# P\n**Status:** A\n---\n## Steps\n### a: A\n").hash,
            ParsePlan("# P\n**Status:** B\n---\n## Steps\n### a: A\n").hash);
  EXPECT_EQ(ParsePlan("**Status:** A\n---\n## Steps\n### a: A\n").steps.size(), 1U);
}

TEST(PlanHash, EverythingElseChangesIt) {
  const std::string plan = "# P\n\n**Status:** A\n\n## Steps\n\n### a: A\nDo: x\n\n## Audit Log\nlog\n\n## Risks\nr\n";
  std::string hash = ParsePlan(plan).hash;
  for (auto [from, to] : {std::pair("Do: x", "Do: y"),
                          {"# P", "# Q"},
                          {"\nr\n", "\ns\n"},
                          {"## Audit", "### Audit"},
                          {"Do: x", "Do: x\n**Status:** B"}}) {
    EXPECT_NE(ParsePlan(ReplaceAll(plan, from, to)).hash, hash) << to;
  }
  // A step after what only looks like the end of the log counts.
  std::string hidden = "# P\n\n## Audit Log\n\n```\n## Steps\n```\n\n## Steps\n\n### a: A\nDo: x\n";
  EXPECT_EQ(ParsePlan(hidden).steps.size(), 1U);
  EXPECT_NE(ParsePlan(hidden).hash, ParsePlan(ReplaceAll(hidden, "Do: x", "Do: y")).hash);
  EXPECT_EQ(ParsePlan(hidden).hash, ParsePlan(ReplaceAll(hidden, "```\n## Steps\n```", "other")).hash);
}

TEST(Plan, TakesWhateverBytesComeAlong) {
  PlanDocument plan = ParsePlan(std::string_view("# T\0\xFF\r\n\r\n## Steps\r\n### a: A\r\nDo: x\r\n- Files: b", 46));
  EXPECT_EQ(plan.title, "T\xEF\xBF\xBD\xEF\xBF\xBD");
  ASSERT_EQ(plan.steps.size(), 1U);
  EXPECT_EQ(plan.steps[0].what, "x");
  EXPECT_EQ(plan.steps[0].files, Texts{"b"});
  EXPECT_TRUE(ParsePlan("").steps.empty());
}

TEST(Plan, RefusesADocumentTooLongToRead) {
  std::string large(kLargestPlan + 1, '\n');
  PlanDocument plan = ParsePlan(large);
  ASSERT_EQ(plan.problems.size(), 1U);
  EXPECT_EQ(plan.hash, Sha256(large));
}

TEST(Plan, ManyStepsAndManyMistakesTakeNoLongerThanTheyAreLong) {
  std::string chain = "## Steps\n";
  std::string dense = "## Steps\n### a: A\nDepends: ";
  std::string back = "## Steps\n";
  for (int i = 0; i < 20'000; ++i) {
    chain += "### s" + std::to_string(i) + ": t\nDepends: s" + std::to_string(i + 1) + "\n";
    dense += "s" + std::to_string(i) + ", ";
    back += "### s" + std::to_string(i) + ": t\nDepends: s" + std::to_string(i + 1) + ", s" +
            std::to_string(i > 0 ? i - 1 : 0) + "\n";
  }
  EXPECT_EQ(ParsePlan(chain).problems.size(), 1U);
  EXPECT_EQ(ParsePlan(dense).problems.size(), 101U);
  EXPECT_GE(ParsePlan(back).problems.size(), 2U);
  for (std::string_view unit : {"`", "Files: `", "**", "- a: ", ", ", "### a: b\n", "Depends: ", "(", ":"}) {
    std::string text = "## Steps\n### x: X\nFiles: ";
    while (text.size() < 300'000) text += unit;
    ParsePlan(text);
  }
}

}  // namespace
}  // namespace forge
