#include "service/plan/document_checks.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "pipeline/file_words.h"
#include "text/plan/plan_form.h"

namespace forge {
namespace {

constexpr const char* kGood = R"(# Plan: x

## Objective
Do the thing properly.

## Scope
Only here and nowhere else.

## Changes
- `a.cc`: the change

## Risks
None that is known.

## Testing
Run `make test`.

## Steps

### Step a: first
- Writes: `src/a.cc`
- Verify: `make a`

### Step b: second
- Writes: `src/b.cc`
- Verify: `make b`
)";

PlanFindings Check(std::string_view plan, const std::vector<std::string>& checks, std::string_view before = {}) {
  return CheckPlanDocument(checks, {plan, before, "/", {}});
}
std::string Findings(const std::string& plan, const std::vector<std::string>& checks = {"structure", "graph"}) {
  return Join(Check(plan, checks).findings, "\n");
}
std::string Notes(const std::string& plan, const std::vector<std::string>& checks) {
  return Join(Check(plan, checks).notes, "\n");
}

TEST(PlanCheck, AWholePlanHasNoFindings) { EXPECT_EQ(Findings(kGood), ""); }

TEST(PlanCheck, TheExampleOfTheFormPasses) {
  const std::string example(PlanFormExample());
  EXPECT_EQ(Findings(example, {"structure", "graph", "must-haves", "dimensions"}), "");
}

TEST(PlanCheck, StepsThatAreDoneApartMayWriteTheSame) {
  const std::string plan = ReplaceAll(kGood, "`src/b.cc`", "`src/a.cc`");
  const auto check = [&](bool apart) {
    return CheckPlanDocument({"graph"}, {.plan = plan, .root = "/", .apart = apart});
  };
  EXPECT_EQ(check(false).findings.size(), 1U) << Findings(plan);
  EXPECT_TRUE(check(true).findings.empty());
}

// A planner whose words do not have a known shape must not believe that they are run. A person's plan stays as it is.
TEST(PlanCheck, ACommandThatReadsAsRunAndIsNotFailsAnAgentsPlan) {
  const auto check = [](const std::string& items, bool by_agent) {
    const std::string good = kGood;
    const std::string plan = good.substr(0, good.rfind("- Verify:")) + items;
    return CheckPlanDocument({"graph"}, {.plan = plan, .root = "/", .by_agent = by_agent});
  };
  const auto findings = [&](const std::string& items) { return check(items, true).findings.size(); };
  const std::string verify = "- Verify:\n  - `make b`\n  - ";
  const std::string criteria = "- Verify: `make b`\n- Acceptance criteria:\n  - ";
  for (const std::string& loud :
       {verify + "`! make -C c` (passes today as well, because there is no c yet)",
        verify + "`make -C c` has no warning", verify + "`make -C c`, and then everything with `make -C d`",
        criteria + "e2e: with more\n    flags, `make -C c` exits with 0",
        criteria + "static: `cc -fsyntax-only a.c` has no warning"})
    EXPECT_NE(findings(loud), 0U) << loud;
  for (const std::string& still :
       {verify + "Do not run `make -C c`", verify + "By hand: `make -C c`", verify + "`make -C c` (CI only)",
        verify + "`git push`", verify + "`make -C c` passes", criteria + "unit: `scripts/a.sh` is not changed",
        criteria + "e2e: `make -C c` exits with 0", criteria + "unit: `make -C c` is faster than `make -C d`"})
    EXPECT_EQ(Join(check(still, true).findings, "\n"), "") << still;
  const PlanFindings one = check(criteria + "e2e: with more flags, `make -C c` exits with 0", true);
  EXPECT_EQ(
      Join(one.findings, "\n"),
      "line 28: step b: `make -C c` is not run: the line only speaks of it; to run it, write it alone: - `make -C c`");
  const PlanFindings persons = check(criteria + "e2e: with more flags, `make -C c` exits with 0", false);
  EXPECT_TRUE(persons.findings.empty());
  EXPECT_FALSE(persons.notes.empty());
}

TEST(PlanCheck, AStepThatChangesFilesAndClaimsNothingFailsWhereClaimsAreAskedFor) {
  EXPECT_EQ(Findings(kGood, {"claims"}), "") << "nothing that is claimed is wrong";
  EXPECT_TRUE(Findings(kGood, {"claims-made"}).starts_with("no step makes a claim: list below **Claims:**"));
  const std::string claims = "- Claims:\n  - strategic: x\n    - rationale: y\n    - alternatives_considered: z\n";
  const std::string one = ReplaceAll(kGood, "- Verify: `make a`\n", "- Verify: `make a`\n" + claims);
  EXPECT_TRUE(Findings(one, {"claims-made"}).starts_with("line 28: step b makes no claim: list below **Claims:**"))
      << Findings(one, {"claims-made"});
  EXPECT_EQ(Findings(ReplaceAll(one, "- Verify: `make b`\n", "- Verify: `make b`\n" + claims), {"claims-made"}), "");
  EXPECT_EQ(Findings(ReplaceAll(one, "- Verify: `make b`\n", "- Kind: audit\n"), {"claims-made"}), "")
      << "what changes nothing rests on nothing";
}

TEST(PlanCheck, AProgramThatIsNotThereFailsTheGraphAsInPlanCheck) {
  const std::string prose = ReplaceAll(kGood, "- Verify: `make b`", "- Verify: nosuchprogram notes/b.txt");
  EXPECT_EQ(Findings(prose, {"graph"}), "line 24: program nosuchprogram not found (verify command of step b)");
  const std::string whole = ReplaceAll(kGood, "Run `make test`.", "- Run `nosuchprogram --all`");
  EXPECT_EQ(Findings(whole, {"graph"}), "program nosuchprogram not found (command of `## Testing`)");
  EXPECT_EQ(Findings(ReplaceAll(kGood, "`make b`", "`./made/by/the/step -q`"), {"graph"}), "");
}

TEST(PlanCheck, NoPlanIsAFinding) { EXPECT_EQ(Findings(" \n"), "there is no plan"); }

TEST(PlanCheck, AMissingSectionIsNamedAndOneInsideAFenceDoesNotCount) {
  const std::string plan =
      ReplaceAll(kGood, "## Scope\nOnly here and nowhere else.\n", "```\n## Scope\nOnly here and nowhere else.\n```\n");
  EXPECT_EQ(Findings(plan), "Missing section: Scope");
}

TEST(PlanCheck, APlaceholderIsEmpty) {
  EXPECT_EQ(Findings(ReplaceAll(kGood, "Do the thing properly.", "_What should be achieved?_")),
            "line 3: Empty or placeholder: Objective");
}

TEST(PlanCheck, AStepWithoutAVerifyCommandIsNamed) {
  EXPECT_EQ(Findings(ReplaceAll(kGood, "- Verify: `make b`\n", "")), "line 24: step b has no verify command");
}

TEST(PlanCheck, StepsThatWriteTheSameMustWaitForEachOther) {
  const std::string clash = ReplaceAll(kGood, "`src/b.cc`", "`src/`");
  EXPECT_NE(Findings(clash).find("steps a and b can run at the same time"), std::string::npos);
  EXPECT_EQ(Findings(ReplaceAll(clash, "- Verify: `make b`", "- Depends: a\n- Verify: `make b`")), "");
}

TEST(PlanCheck, OrderCountsOverSeveralSteps) {
  const std::string chain =
      std::string(kGood) + "\n### Step c: third\n- Depends: b\n- Writes: `src/a.cc`\n- Verify: `true`\n";
  EXPECT_NE(Findings(chain).find("steps a and c can run"), std::string::npos);
  EXPECT_EQ(Findings(ReplaceAll(chain, "- Verify: `make b`", "- Depends: a\n- Verify: `make b`")), "");
}

TEST(PlanCheck, AClosedPlanIsANote) {
  const std::string closed = ReplaceAll(kGood, "# Plan: x\n", "# Plan: x\n\n**Status:** CLOSED\n");
  EXPECT_EQ(Findings(closed), "");
  EXPECT_EQ(Notes(closed, {"structure"}), "line 3: Plan is closed");
}

TEST(PlanCheck, SecurityWordsAreNotesAndNeverFail) {
  const std::string plan = ReplaceAll(kGood, "### Step b: second", "### Step b: store the password");
  EXPECT_EQ(Findings(plan, {"security-words"}), "");
  EXPECT_EQ(Notes(plan, {"security-words"}), "step b touches security (HIGH): password");
  EXPECT_TRUE(CheckPlanDocument({"security-words"}, {plan, {}, "/", StepId{"a"}}).notes.empty());
}

TEST(PlanCheck, SymbolsThatAreMissingFailAndNoRepositoryIsAFinding) {
  const std::string none = Findings(kGood, {"symbols"});
  EXPECT_EQ(none.substr(0, 9), "symbols: ") << none;
}

TEST(PlanCheck, MustHavesOfOldPlansAreANote) {
  EXPECT_EQ(Findings(kGood, {"must-haves"}), "");
  EXPECT_EQ(Notes(kGood, {"must-haves"}), "no step has must-haves");
}

TEST(PlanCheck, AStepWithoutMustHavesIsNotToldThatThereAreNone) {
  EXPECT_TRUE(CheckPlanDocument({"must-haves"}, {kGood, {}, "/", StepId{"a"}}).notes.empty());
}

TEST(PlanCheck, DimensionsThatFailAreFindings) {
  EXPECT_NE(Findings(kGood, {"dimensions"}).find("completeness: "), std::string::npos);
}

TEST(PlanCheck, ClaimsAreCheckedAgainstTheRoundBefore) {
  auto plan = [](std::string_view claims) {
    return ReplaceAll(kGood, "### Step b: second\n", fmt::format("### Step b: second\n**Claims:**\n{}\n", claims));
  };
  const std::string first = plan("- fact: The cache keeps 64 entries \xE2\x80\x94 src/none.c:3");
  EXPECT_NE(Findings(first, {"claims"}).find("there is no file src/none.c"), std::string::npos)
      << Findings(first, {"claims"});
  const std::string second =
      plan("- strategic: The cache keeps 64 entries\n  - rationale: it does\n  - alternatives_considered: none at all");
  EXPECT_EQ(Findings(second, {"claims"}), "");
  EXPECT_NE(Join(Check(second, {"claims"}, first).findings, "").find("was a fact in the previous round"),
            std::string::npos);
}

TEST(PlanCheck, EveryCheckThatPipelinesMayNameIsThere) {
  for (const std::string& check : KnownChecks()) {
    // Of the tree and of the run, not of the document.
    if (check == "evidence" || check == "criteria" || check == "fails-today" || check == "findings") continue;
    EXPECT_EQ(Findings(kGood, {check}).find("there is no check"), std::string::npos) << check;
  }
  EXPECT_EQ(Findings(kGood, {"nonsense"}), "unknown check \"nonsense\"");
}

}  // namespace
}  // namespace forge
