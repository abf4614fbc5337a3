#include "text/plan/plan_shown.h"

#include <gtest/gtest.h>

#include <string>

#include "base/strings.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

const char* const kDocument = R"(# Plan: Two files

**ID:** plan-001
**Status:** AUDITING
**Date:** 2026-01-01

## Objective

Write two files.

## Steps

### Step a: the first

**State:** running

**Do:** write it
**Writes:** `a.txt`
**Depends:** none
**Verify:** `test -s a.txt`

### Step b: the second

**Do:** write more
**Writes:** `b.txt`
**Depends:** a
**Verify:** `test -s b.txt`

---

## Audit Log

### Review 1 — 2026-01-01

It was said that the first is wrong.

## Implementation Notes

)";

TEST(PlanShown, TheAuditLogIsAThingOfItsOwn) {
  EXPECT_EQ(AuditLogOf(kDocument), "### Review 1 — 2026-01-01\n\nIt was said that the first is wrong.\n");
  EXPECT_EQ(AuditLogOf("# Plan: None\n\n## Objective\n\nNothing yet.\n"), "");
}

TEST(PlanShown, OfWhatIsBuiltOtherStepsAreOneLineEach) {
  const std::string shown = PlanAsBuilt(kDocument, true, {StepId{"b"}});
  EXPECT_TRUE(shown.contains("### Step b: the second\n\n**Do:** write more\n")) << shown;
  EXPECT_TRUE(shown.contains("The other steps:\n\n- Step a: the first (writes a.txt)\n")) << shown;
  EXPECT_FALSE(shown.contains("write it")) << shown;
  EXPECT_TRUE(PlanAsBuilt(kDocument, true).contains("write it")) << "all of them where none is named";
}

TEST(PlanShown, TheScopeIsWhatBelongsToTheWorkAndWhatWasRuledOut) {
  const std::string plan =
      ReplaceAll(kDocument, "## Steps\n",
                 "## Scope\n\nThe reader.\n\n### Not\n\nThe writer.\n\n## OUT OF SCOPE\n\n- speed\n\n## Steps\n");
  EXPECT_EQ(ScopeOf(plan), "The reader.\n\n### Not\n\nThe writer.\n\n## OUT OF SCOPE\n\n- speed\n");
  EXPECT_EQ(ScopeOf(kDocument), "");
}

TEST(PlanShown, LeavesOutWhatForgeKeepsInTheDocument) {
  const std::string shown = PlanShown(kDocument);
  for (const char* gone :
       {"AUDITING", "plan-001", "running", "State", "Audit Log", "was said", "Implementation Notes", "---"})
    EXPECT_FALSE(shown.contains(gone)) << gone << " in\n" << shown;
  for (const char* kept : {"# Plan: Two files\n", "## Objective\n\nWrite two files.\n",
                           "### Step a: the first\n\n**Do:** write it\n**Writes:** `a.txt`\n", "**Depends:** a\n"})
    EXPECT_TRUE(shown.contains(kept)) << kept << " in\n" << shown;
}

TEST(PlanShown, SaysTheSameStepsAsTheDocument) {
  EXPECT_EQ(ParsePlan(PlanShown(kDocument)).steps, ParsePlan(kDocument).steps);
}

TEST(PlanShown, AroundAStepTheOthersAreOneLineEach) {
  const std::string shown = PlanAround(kDocument, StepId{"b"});
  EXPECT_TRUE(shown.contains("- Step a: the first (writes a.txt)\n")) << shown;
  EXPECT_TRUE(shown.contains("- Step b: the second (this step; depends on a; writes b.txt)\n")) << shown;
  EXPECT_TRUE(shown.contains("Write two files."));
  EXPECT_FALSE(shown.contains("write more")) << "the step's own text stands elsewhere";
}

TEST(PlanShown, AroundAStepTheChangesOfOthersAreLeftOut) {
  const std::string with_changes = ReplaceAll(kDocument, "## Steps\n",
                                              "## Changes\n\n- `a.txt`: new\n  and long\n- `b.txt`: uses `a.txt`\n"
                                              "- the build\n\nAll at once.\n\n## Steps\n");
  const std::string shown = PlanAround(with_changes, StepId{"b"});
  EXPECT_TRUE(shown.contains("## Changes\n\n- `b.txt`: uses `a.txt`\n- the build\n\nAll at once.\n")) << shown;
  EXPECT_TRUE(PlanShown(with_changes).contains("- `a.txt`: new\n  and long\n"));
}

TEST(PlanShown, AroundAStepRisksAndTestsOfOthersAreLeftOut) {
  const std::string document = ReplaceAll(
      kDocument, "## Steps\n", "## Risks\n\n- `a.txt` may be large\n- `b.txt` may be old\n- time\n\n## Steps\n");
  const std::string shown = PlanAround(document, StepId{"b"});
  EXPECT_TRUE(shown.contains("## Risks\n\n- `b.txt` may be old\n- time\n")) << shown;
}

const char* const kAudited =
    "# Plan: t\n\n## Objective\n\nAll.\n\n## Changes\n\n- `a.cc`: wraps at 76\n\n## Risks\n\n- `a.cc` is slow\n\n"
    "## Steps\n\n### Step a: one\n\n**Do:** write a\n**Writes:** `a.cc`\n**Verify:** `make`\n**Done when:** a holds\n\n"
    "### Step b: two\n\n**Do:** write b\n**Writes:** `b.cc`\n**Depends:** a\n**Verify:** `make`\n\n"
    "### Step check: audit\n\n**Do:** compare\n**Kind:** audit\n**Depends:** b\n\n"
    "### Step later: more\n\n**Do:** write c\n**Writes:** `c.cc`\n**Depends:** check\n**Verify:** `make`\n";

TEST(PlanShown, WhoAuditsIsShownWhatWasPlannedForTheStepsBelowIt) {
  const std::string shown = PlanToAudit(kAudited, StepId{"check"});
  for (const char* kept : {"## Changes\n\n- `a.cc`: wraps at 76\n", "## Risks\n\n- `a.cc` is slow\n",
                           "**Do:** write a\n", "**Done when:** a holds", "**Verify:** `make`", "**Do:** write b\n",
                           "The other steps:\n\n- Step check: audit (this step; depends on b)\n"
                           "- Step later: more (depends on check; writes c.cc)\n"})
    EXPECT_TRUE(shown.contains(kept)) << kept << " in\n" << shown;
  for (const char* gone : {"compare", "write c"}) EXPECT_FALSE(shown.contains(gone)) << gone << " in\n" << shown;
  const std::string first =
      PlanToAudit(ReplaceAll(kAudited, "**Depends:** b\n", "**Depends:** none\n"), StepId{"check"});
  EXPECT_TRUE(first.contains("write a") && first.contains("write b")) << first;
  EXPECT_FALSE(first.contains("write c")) << "it waits for the audit\n" << first;
}

TEST(PlanShown, AroundAStepThatWritesNothingNoItemIsLeftOut) {
  const std::string shown = PlanAround(kAudited, StepId{"check"});
  EXPECT_TRUE(shown.contains("- `a.cc`: wraps at 76\n")) << shown;
  EXPECT_TRUE(shown.contains("- `a.cc` is slow\n")) << shown;
}

TEST(PlanShown, ASectionOfWhichNothingIsLeftHasNoHeading) {
  const std::string shown = PlanAround(kAudited, StepId{"later"});
  EXPECT_FALSE(shown.contains("## Changes")) << shown;
  EXPECT_FALSE(shown.contains("## Risks")) << shown;
}

TEST(PlanShown, WhoSeesTheWorkIsNotShownWhatOnlyItsOrderAndItsBeginningNeeded) {
  const std::string document =
      ReplaceAll(kDocument, "**Verify:** `test -s b.txt`\n",
                 "**Verify:** `test -s b.txt`\n**Done when:** it is there\n**Complexity:** simple\n**Files:** `c.txt`\n"
                 "**Claims:**\n- fact: `x` is there — `c.txt:1`\n- strategic: files are kept\n  - rationale: cheap\n"
                 "  - alternatives_considered: none\n");
  const std::string shown = PlanAsBuilt(document, false);
  for (const char* gone : {"State", "Depends", "Verify", "Complexity", "c.txt", "Audit Log"})
    EXPECT_FALSE(shown.contains(gone)) << gone << " in\n" << shown;
  for (const char* kept : {"Write two files.", "### Step a: the first", "**Do:** write more", "**Writes:** `b.txt`",
                           "**Done when:** it is there", "strategic: files are kept", "rationale: cheap"})
    EXPECT_TRUE(shown.contains(kept)) << kept << " in\n" << shown;
  EXPECT_TRUE(PlanAsBuilt(document, true).contains("**Verify:** `test -s b.txt`"));
}

TEST(PlanShown, WhoSeesTheWorkIsNotShownTheChangesThatTheStepsSay) {
  const std::string steps = "\n## Steps\n\n### Step a: one\n\n**Do:** x\n**Writes:** `a.cc`\n**Verify:** `make`\n";
  EXPECT_FALSE(PlanAsBuilt("# Plan: t\n\n## Changes\n\n- `a.cc`: more\n" + steps, false).contains("Changes"));
  const std::string rest = PlanAsBuilt("# Plan: t\n\n## Changes\n\n- `a.cc`: more\n- `b.cc`: stays\n" + steps, false);
  EXPECT_TRUE(rest.contains("## Changes\n\n- (what the steps below change)\n- `b.cc`: stays\n")) << rest;
  EXPECT_FALSE(rest.contains("more")) << rest;
}

TEST(PlanShown, AFindingQuotesItsLine) {
  EXPECT_EQ(WithLineQuoted("line 2: odd", "one\n  two  \nthree\n"), "line 2: odd\n    the line: two");
  EXPECT_EQ(WithLineQuoted("line 2: odd", "one\n  two  \nthree\n", LineNumbers::kDropped), "odd\n    the line: two");
  EXPECT_EQ(WithLineQuoted("line 9: odd", "one\n", LineNumbers::kDropped), "line 9: odd");
  EXPECT_EQ(WithLineQuoted("line 9: odd", "one\n"), "line 9: odd");
  EXPECT_EQ(WithLineQuoted("line 1 is odd", "one\n"), "line 1 is odd");
  EXPECT_EQ(WithLineQuoted("the plan has no steps", "one\n"), "the plan has no steps");
}

}  // namespace
}  // namespace forge
