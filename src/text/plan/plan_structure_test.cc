#include "text/plan/plan_structure.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

constexpr const char* kGoodPlan = R"(# Plan: x

**Status:** DRAFT

## Objective
Count the words faster.

## Scope
Only the counter, nothing else.

## Changes
- `src/count.c`: read in pieces

## Risks
A word may lie across two pieces.

## Testing
Run `make test` on big files.
)";

std::string FindingsOf(std::string_view plan) {
  std::vector<std::string> lines;
  for (const StructureFinding& finding : AuditStructure(plan).findings) {
    lines.push_back(fmt::format("{} {} {}", static_cast<int>(finding.severity), finding.line, finding.what));
  }
  return Join(lines, "\n");
}

std::string GoodPlanWith(std::string_view from, std::string_view to) {
  const std::string plan = ReplaceAll(kGoodPlan, from, to);
  EXPECT_NE(plan, kGoodPlan);
  return plan;
}

TEST(PlanStructure, AWholePlanHasNoFindings) {
  EXPECT_EQ(FindingsOf(kGoodPlan), "");
  EXPECT_FALSE(AuditStructure(kGoodPlan).revise());
  EXPECT_EQ(AuditStructure(kGoodPlan).severity(), Severity::kNone);
}

TEST(PlanStructure, AnEmptyTextLacksEverySectionInOrder) {
  EXPECT_EQ(FindingsOf(""),
            "3 0 Missing section: Objective\n3 0 Missing section: Scope\n3 0 Missing section: Changes\n"
            "3 0 Missing section: Risks\n3 0 Missing section: Testing");
}

TEST(PlanStructure, ATitleOfTheTemplateIsAPlaceholder) {
  for (const char* title : {"# Plan: {{TITLE}}", "# {{TITLE}}", "# Plan: {{ title }}", "# Plan: Add {{TITLE}}",
                            "# Plan:", "#", "# Plan: _title_", "# Plan: (title)"})
    EXPECT_EQ(FindingsOf(GoodPlanWith("# Plan: x", title)), "2 1 Empty or placeholder: title") << title;
}

TEST(PlanStructure, BracesInATitleMayBeWhatItIsAbout) {
  for (const char* title : {"# Plan: Use {{mustache}} in templates", "# Plan: {{a}} becomes {{b}}",
                            "# Plan: _count_ words, then _more_", "# Plan: Read __init__"})
    EXPECT_EQ(FindingsOf(GoodPlanWith("# Plan: x", title)), "") << title;
}

TEST(PlanStructure, OnlyALineThatIsItalicAsAWholeIsAPlaceholder) {
  EXPECT_EQ(FindingsOf(GoodPlanWith("Count the words faster.", "_What is to be done?_")),
            "2 5 Empty or placeholder: Objective");
  EXPECT_EQ(FindingsOf(GoodPlanWith("Count the words faster.", "_Say what read_all does here_")),
            "2 5 Empty or placeholder: Objective");
  EXPECT_EQ(FindingsOf(GoodPlanWith("Count the words faster.", "_count_ words, then more _pieces_")), "");
}

TEST(PlanStructure, AHeadingMustBeTheNameAndNothingElse) {
  EXPECT_EQ(FindingsOf(GoodPlanWith("## Testing", "## Testing ideas")), "3 0 Missing section: Testing");
  EXPECT_EQ(FindingsOf(GoodPlanWith("## Testing", "### Testing")), "3 0 Missing section: Testing");
  EXPECT_EQ(FindingsOf(GoodPlanWith("## Testing", "## testing ##")), "");
}

TEST(PlanStructure, AHeadingInCodeOrAQuoteIsNone) {
  EXPECT_EQ(FindingsOf(GoodPlanWith("## Testing", "```\n## Testing\n```")), "3 0 Missing section: Testing");
  EXPECT_EQ(FindingsOf(GoodPlanWith("## Testing", "> ## Testing\n")), "3 0 Missing section: Testing");
}

TEST(PlanStructure, ALaterSectionOfTheSameNameReplacesNothing) {
  EXPECT_EQ(FindingsOf(std::string(kGoodPlan) + "\n## Audit Log\n\n## Testing\n\n## Implementation Notes\n"), "");
  EXPECT_EQ(FindingsOf(GoodPlanWith("Run `make test` on big files.", "x") + "\n## Testing\nRun everything there is.\n"),
            "2 17 Empty or placeholder: Testing");
}

TEST(PlanStructure, ASectionInsideTheAuditLogIsTheAuditors) {
  EXPECT_EQ(FindingsOf(GoodPlanWith("## Testing", "## Audit Log\n\n## Testing")), "3 0 Missing section: Testing");
}

TEST(PlanStructure, PlaceholdersAreEmpty) {
  for (std::string_view body : {"", "x", "_What could go wrong?_", "(to be written later)", "<!-- a long comment -->",
                                "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6"}) {
    EXPECT_EQ(FindingsOf(GoodPlanWith("A word may lie across two pieces.", body)), "2 14 Empty or placeholder: Risks")
        << body;
  }
  EXPECT_EQ(FindingsOf(GoodPlanWith("A word may lie across two pieces.", "_one_ and\n_two_")), "");
}

TEST(PlanStructure, ChangesNameFiles) {
  EXPECT_EQ(FindingsOf(GoodPlanWith("`src/count.c`", "the counter")), "2 11 Changes section lacks file paths");
  EXPECT_EQ(FindingsOf(GoodPlanWith("`src/count.c`", "`make -j2`")), "2 11 Changes section lacks file paths");
  EXPECT_EQ(FindingsOf(GoodPlanWith("- `src/count.c`", "```\n`src/count.c`\n```\n-")),
            "2 11 Changes section lacks file paths");
  for (std::string_view path : {"`A.CPP`", "`lib.rs`", "`Makefile`", "`x.mp3`", "`src/count.c:12`", "`a.b2`"})
    EXPECT_EQ(FindingsOf(GoodPlanWith("`src/count.c`", path)), "") << path;
}

TEST(PlanStructure, PathsOfATemplateArePlaceholders) {
  EXPECT_EQ(FindingsOf(GoodPlanWith("`src/count.c`", "`src/a.c` and `path/to/file.ts`")),
            "2 12 Changes section uses placeholder file paths");
}

TEST(PlanStructure, AClosedPlanIsSaidToBe) {
  EXPECT_EQ(FindingsOf(GoodPlanWith("DRAFT", "CLOSED")), "1 3 Plan is closed");
  EXPECT_FALSE(AuditStructure(GoodPlanWith("DRAFT", "CLOSED")).revise());
  EXPECT_EQ(FindingsOf(std::string(kGoodPlan) + "\n**Status:** CLOSED\n"), "");
}

TEST(PlanStructure, TheJsonHasCountsAndNoLineForWhatIsNotThere) {
  EXPECT_EQ(ToJson(AuditStructure(GoodPlanWith("## Testing", "## Tests"))).Dump(),
            R"({"severity":"high","revise":true,"counts":{"high":1,"medium":0,"low":0},)"
            R"("findings":[{"severity":"high","what":"Missing section: Testing","line":null}]})");
}

}  // namespace
}  // namespace forge
