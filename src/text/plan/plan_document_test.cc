#include <fmt/core.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/plan/plan.h"
#include "text/plan/plan_header.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_values.h"

namespace forge {
namespace {

using Texts = std::vector<std::string>;

Texts DocumentProblems(std::string_view markdown) {
  Texts problems;
  for (const PlanProblem& problem : ParsePlan(markdown).problems)
    problems.push_back(std::to_string(problem.line) + ": " + problem.what);
  return problems;
}

TEST(PlanHeader, IsReadBeforeTheFirstSectionOnly) {
  PlanDocument plan = ParsePlan(R"(# Plan: P

```
**ID:** code
```
> **ID:** quoted

**ID:** plan-1
**Bead:** b-2
**Status:** review
**Project**: forge
**Created:** 2026-01-31
**Heartbeat:** 12:00
**Owner:** me: you

Words.

---

## Objective

**ID:** plan-9
**Status:** DONE
)");
  EXPECT_TRUE(plan.problems.empty());
  EXPECT_EQ(plan.header.id, "plan-1");
  EXPECT_EQ(plan.header.task, "b-2");
  EXPECT_EQ(plan.header.status, PlanStatus::kReview);
  EXPECT_EQ(plan.header.project, "forge");
  EXPECT_EQ(plan.header.created, "2026-01-31");
  EXPECT_EQ(plan.header.heartbeat, "12:00");
  EXPECT_EQ(plan.header.other, (std::vector<std::pair<std::string, std::string>>{{"Owner", "me: you"}}));
  EXPECT_EQ(plan.preamble, "```\n**ID:** code\n```\n> **ID:** quoted\n\n\nWords.");
  EXPECT_FALSE(ParsePlan("# P\n").header.status);
  EXPECT_EQ(ParsePlan("**Status:** DRAFT\n**Status:** DONE\n").header.status, PlanStatus::kDone);
}

TEST(PlanHeader, ARuleEndsIt) {
  for (const char* rule : {"\n---\n", "---\n", "\n***\n"}) {
    const std::string text = fmt::format(
        "# Plan: x\n\n**ID:** plan-001\n**Status:** DRAFT\n{}\n**Status:** CLOSED\n\n## Objective\n\nText.\n", rule);
    EXPECT_EQ(ParsePlan(text).header.status, PlanStatus::kDraft) << text;
    EXPECT_NE(ParsePlan(text).preamble.find("CLOSED"), std::string::npos) << text;
    EXPECT_EQ(ParsePlan(PrintPlan(ParsePlan(text))).header.status, PlanStatus::kDraft);
    const bool dashes = std::string_view(rule).find('-') != std::string_view::npos;
    EXPECT_TRUE(!dashes || ScanPlanHeader(text).header.status == PlanStatus::kDraft) << text;
  }
  EXPECT_EQ(ParsePlan("# Plan: x\n\n---\n\n**Status:** DRAFT\n").header.status, PlanStatus::kDraft)
      << "a rule before it ends nothing";
}

TEST(PlanHeader, AKnownFieldBelowARuleCountsIfItIsNotGivenAbove) {
  for (const char* rule : {"\n---\n", "---\n"}) {
    const std::string text = fmt::format(
        "# Plan: x\n\n**ID:** plan-001\n**Bead:** t-1\n{}\n**Status:** APPROVED\n**Task:** t-2\n**Mood:** good\n\n"
        "## Objective\n\n**Project:** y\n",
        rule);
    const PlanDocument plan = ParsePlan(text);
    EXPECT_EQ(plan.header.status, PlanStatus::kApproved) << text;
    EXPECT_EQ(plan.header.id, "plan-001");
    EXPECT_EQ(plan.header.task, "t-1") << "given above";
    EXPECT_EQ(plan.header.project, "") << "below the first section";
    EXPECT_TRUE(plan.header.other.empty()) << "the plan's own words";
    EXPECT_NE(plan.preamble.find("Mood"), std::string::npos);
    EXPECT_EQ(ScanPlanHeader(text).header, plan.header) << text;
  }
}

TEST(PlanHeader, EveryStatusHasItsNameAndOthersAreReported) {
  for (int i = 0; i <= static_cast<int>(PlanStatus::kCancelled); ++i) {
    auto status = static_cast<PlanStatus>(i);
    EXPECT_EQ(ParsePlanStatus(Name(status)), status);
    EXPECT_EQ(ParsePlan("# P\n**Status:** " + Lower(Name(status)) + "\n").header.status, status);
  }
  EXPECT_EQ(
      DocumentProblems("# P\n\n**Status:** DRAFFT\n"),
      Texts{"3: unknown status \"DRAFFT\": use one of DRAFT, REVIEW, APPROVED, IMPLEMENTING, AUDITING, DONE, CLOSED, "
            "CANCELLED (did you mean DRAFT?)"});
}

TEST(PlanFrontMatter, CarriesTheMustHavesOfThePlan) {
  const std::string text =
      "---\r\ntier: heavy\r\nmust_haves:\r\n  truths: [a]\r\nexpected_output:\r\n  - out.txt\r\n---\r\n\r\n# Plan: "
      "P\r\n\r\n## "
      "Steps\r\n### a: A\r\n";
  PlanDocument plan = ParsePlan(text);
  EXPECT_TRUE(plan.problems.empty()) << plan.problems[0].what;
  EXPECT_EQ(plan.title, "P");
  EXPECT_EQ(plan.front_matter["tier"].AsString(), "heavy");
  EXPECT_EQ(plan.must_haves.truths, Texts{"a"});
  EXPECT_EQ(plan.must_haves.expected_output, Texts{"out.txt"});
  EXPECT_EQ(plan.step_lines, std::vector<int>{12});
  EXPECT_NE(ParsePlan(ReplaceAll(text, "[a]", "[b]")).hash, plan.hash);
  EXPECT_EQ(DocumentProblems("---\na: [\n---\n# P\n").size(), 1U);
  EXPECT_EQ(DocumentProblems("---\nx: 1\nmust_haves:\n  truth: [a]\n---\n"),
            Texts{"2: must-haves: unknown key \"truth\" (did you mean truths?)"});
  EXPECT_EQ(DocumentProblems("---\nmust_haves: 3\n---\n"),
            Texts{"2: must-haves: expected a map with truths, artifacts and key_links, got integer"});
  EXPECT_EQ(DocumentProblems("---\nx, #a: b\n---\n"),
            Texts{"2: front matter: expected keys and values, such as `tier: heavy`"});
  EXPECT_TRUE(ParsePlan("---\nx, #a: b\n---\n").front_matter.is_null());
}

TEST(PlanFrontMatter, ARuleAtTheTopIsNone) {
  PlanDocument plan = ParsePlan("---\n\n# Plan: P\n\n**Status:** DONE\n\n---\n\n## Steps\n### a: A\n");
  EXPECT_TRUE(plan.front_matter.is_null());
  EXPECT_EQ(plan.title, "P");
  EXPECT_EQ(plan.header.status, PlanStatus::kDone);
  EXPECT_EQ(plan.steps.size(), 1U);
  EXPECT_TRUE(ParsePlan("---\nno end: x\n").front_matter.is_null());
}

TEST(PlanSections, ABodyThatBeginsWithIndentedCodeKeepsItsIndent) {
  const PlanDocument plan = ParsePlan("## Changes\n\n\n    - `a.cc`: code, not a list\n\n");
  ASSERT_EQ(plan.sections.size(), 1U);
  EXPECT_EQ(plan.sections[0].body, "    - `a.cc`: code, not a list");
}

TEST(PlanSections, HaveNamesLinesAndBodies) {
  PlanDocument plan = ParsePlan(
      "# P\n\n## Objective ##\n\nx\ny\n---\n\n## Testing\n\nz\n\n---\n\n# Appendix\nmore\n\n## "
      "Steps\n\nintro\n\n---\n\n### a: "
      "A\n");
  std::string seen;
  for (const PlanPart& part : plan.sections)
    seen += std::to_string(part.level) + part.name + "@" + std::to_string(part.line) + "=" + part.body + ";";
  EXPECT_EQ(seen, "2Objective@3=x\ny\n---;2Testing@9=z;1Appendix@15=more;2Steps@18=intro\n\n---\n\n### a: A;");
  EXPECT_EQ(plan.objective, "x\ny\n---");
  EXPECT_EQ(plan.steps_intro, "intro");
  EXPECT_TRUE(plan.has_steps);
  EXPECT_EQ(ParsePlan("## Objective\n\n```verbatim\n## x \n```\n").objective, "## x ");
}

TEST(PlanSteps, APathOutOfTheRepositoryInTheChangesIsAProblem) {
  const PlanDocument plan =
      ParsePlan("# Plan: x\n\n## Changes\n\n- `/etc/passwd`: text\n- `../x.ts`: text\n- `a.ts`: text\n");
  ASSERT_EQ(plan.problems.size(), 2U);
  EXPECT_EQ(plan.problems[0].what, "`## Changes`: the path \"/etc/passwd\" is not relative to the repository");
  EXPECT_EQ(plan.problems[0].line, 5);
  EXPECT_EQ(plan.problems[1].what, "`## Changes`: the path \"../x.ts\" leads out of its directory with ..");
  EXPECT_EQ(plan.problems[1].type, "path");
}

TEST(PlanSteps, ComeFromTheChangesWhereThereAreNone) {
  PlanDocument plan = ParsePlan("# P\n\n## Changes\n\n- `src/a.cc` - new\n- `src/b/c.cc` - more\n");
  EXPECT_FALSE(plan.has_steps);
  ASSERT_GE(plan.steps.size(), 2U);
  EXPECT_EQ(plan.steps.back().kind, "audit");
  EXPECT_EQ(plan.step_lines.size(), plan.steps.size());
  EXPECT_EQ(plan.step_states.size(), plan.steps.size());
  // A section of steps counts even when none of them can be read.
  EXPECT_TRUE(ParsePlan("## Changes\n- `a.cc`\n\n## Steps\n\n### Notes\n").steps.empty());
  EXPECT_TRUE(ParsePlan("# P\n").steps.empty());
}

}  // namespace
}  // namespace forge
