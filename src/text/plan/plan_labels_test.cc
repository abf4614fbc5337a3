// Which lines of a step are labels, and that nothing is lost when one is not.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/strings.h"
#include "text/plan/plan.h"
#include "text/plan/plan_field_table.h"
#include "text/plan/plan_print.h"
#include "text/testing/same_plan.h"

namespace forge {
namespace {

using Texts = std::vector<std::string>;

PlanDocument OfStep(std::string_view body) { return ParsePlan("## Steps\n### a: A\n" + std::string(body) + "\n"); }

StepSpec Labelled(std::string_view body) {
  const PlanDocument plan = OfStep(body);
  for (const PlanProblem& problem : plan.problems)
    ADD_FAILURE() << body << "\n" << problem.line << ": " << problem.what;
  EXPECT_TRUE(SamePlan(ParsePlan(PrintPlan(plan)), plan)) << PrintPlan(plan);
  return plan.steps.at(0);
}

// "3: Owner": the lines and names of labels that are no field.
Texts UnknownLabels(std::string_view body) {
  Texts found;
  for (const PlanProblem& problem : OfStep(body).unknown_labels) {
    const std::size_t open = problem.what.find('"');
    const std::size_t close = problem.what.find("\" is not a field");
    EXPECT_NE(close, std::string::npos) << problem.what;
    found.push_back(std::to_string(problem.line) + ": " + problem.what.substr(open + 1, close - open - 1));
  }
  return found;
}

TEST(PlanLabels, PlainMeaningsAreTaken) {
  const StepSpec step = Labelled(
      "**Must have:** it works\n\n**True afterwards:** the log is empty\n**Proof:** `make test`\nDepends: none (the "
      "first step)\n"
      "Writes: `a.cc`\nComplexity: simple (one file)\nEstimate: 2h (a guess)\nTier: none, because any model will do");
  EXPECT_EQ(step.must_haves.truths, Texts{"it works"});
  EXPECT_EQ(step.done_when, "the log is empty");
  EXPECT_EQ(step.verify, Texts{"make test"});
  EXPECT_TRUE(step.depends.empty());
  EXPECT_EQ(step.complexity, "simple");
  EXPECT_EQ(step.estimate_ms, 2 * 60 * 60 * 1000);
  EXPECT_EQ(step.tier, "");
}

TEST(PlanLabels, NoneMayHaveAReason) {
  for (const char* none : {"none", "(none)", "Nothing", "none (it comes first)", "none: it stands alone", "n/a",
                           "none \xE2\x80\x94 first", "nothing, since `x` is there already", "none because it is first",
                           "none (`b` comes later)", "None. It is the first.", "_none_"}) {
    const std::string value(none);
    const StepSpec step = Labelled("**Depends:** " + value + "\n**Files:** " + value + "\n**Verify:** " + value +
                                   "\n\n**Claims:** " + value + "\n\n**Acceptance criteria:**\n- " + value);
    EXPECT_TRUE(step.depends.empty() && step.files.empty() && step.verify.empty()) << none;
    EXPECT_TRUE(step.claims.empty() && step.acceptance.empty()) << none;
  }
  EXPECT_EQ(Labelled("Files: none.txt, nothing/a, none-such").files, (Texts{"none.txt", "nothing/a", "none-such"}));
}

TEST(PlanLabels, AnUnknownOneIsKeptAndNotedWithTheKnownOnes) {
  const PlanDocument plan = OfStep("**Do:** x\n**Verfy:** `y`\n**Owner:** me");
  ASSERT_EQ(plan.unknown_labels.size(), 2U);
  EXPECT_EQ(plan.unknown_labels[0].line, 4);
  EXPECT_EQ(plan.unknown_labels[0].step, "a");
  EXPECT_TRUE(
      plan.unknown_labels[0].what.starts_with("step a: \"Verfy\" is not a field of a step (did you mean Verify?); "
                                              "the fields are Do, Files, Writes, "))
      << plan.unknown_labels[0].what;
  const std::string& what = plan.unknown_labels[0].what;
  constexpr std::string_view kList = "the fields are ";
  const auto listed = SplitList(std::string_view(what).substr(what.find(kList) + kList.size()));
  for (const PlanField& field : PlanFields())
    EXPECT_EQ(std::ranges::count(listed, field.label), field.asked ? 1 : 0) << field.label;
  EXPECT_EQ(plan.unknown_labels[1].what, "step a: \"Owner\" is not a field of a step");
  EXPECT_TRUE(plan.problems.empty());
  EXPECT_EQ(plan.steps[0].extra.Dump(), R"({"verfy":"`y`","owner":"me"})");
}

TEST(PlanLabels, WordsThatBeginProseAreLabelsOnlyWhenMarked) {
  for (const char* word : {"Proof", "Write", "Must have", "True after", "True afterwards"}) {
    const std::string prose = "Keep it small.\n" + std::string(word) + ": the invariant holds";
    EXPECT_EQ(Labelled("Do: " + prose).what, prose);
    EXPECT_EQ(Labelled(prose).what, prose);
  }
  EXPECT_EQ(Labelled("#### Proof\n\n`make test`").verify, Texts{"make test"});
  EXPECT_EQ(Labelled("- Files: a.cc\n- Proof: `make test`").verify, Texts{"make test"}) << "beside fields";
}

TEST(PlanLabels, AProofIsRedGreenOrWaivedAndElseACommand) {
  const std::string red = R"({"proof":"red-green"})";
  EXPECT_EQ(Labelled("**Verify:** `x`\n**Proof:** red-green").extra.Dump(), red);
  EXPECT_EQ(Labelled("**Verify:** `x`\nProof: red-green").extra.Dump(), red);
  EXPECT_EQ(Labelled("Do: it.\nProof: red-green").extra.Dump(), red);
  EXPECT_EQ(Labelled("Do: it.\nProof: red-green").what, "it.");
  const StepSpec both = Labelled("**Proof:** red-green\n**Proof:** `make test`");
  EXPECT_EQ(both.extra.Dump(), red);
  EXPECT_EQ(both.verify, Texts{"make test"});
  EXPECT_EQ(Labelled("**Proof:** waived because it moves code\nand nothing else").extra.Dump(),
            R"({"proof":"waived because it moves code\nand nothing else"})");
}

TEST(PlanLabels, AWaiverWithoutAReasonIsAProblemWithItsLine) {
  const PlanDocument plan = OfStep("**Do:** x\n**Proof:** waived");
  ASSERT_EQ(plan.problems.size(), 1U);
  EXPECT_EQ(plan.problems[0].line, 4);
  EXPECT_EQ(plan.problems[0].what, "step a: the proof is waived without a reason: write `waived because REASON`");
}

TEST(PlanLabels, NothingAmongOtherItemsIsOneOfThem) {
  const StepSpec step = Labelled(
      "**Must-haves:**\n- nothing: an empty file gives no row\n- it works\n\n"
      "**Acceptance criteria:**\n- none (of the old names) is left\n- `make test`");
  EXPECT_EQ(step.must_haves.truths, (Texts{"nothing: an empty file gives no row", "it works"}));
  EXPECT_EQ(step.acceptance.size(), 2U);
}

TEST(PlanLabels, APlainLineIsALabelOnlyWhereItCanBeNothingElse) {
  EXPECT_EQ(UnknownLabels("Files: a.cc\nOwner: me\nVerify: `x`"), Texts{"4: Owner"});
  EXPECT_EQ(UnknownLabels("- Files: a.cc\n- True later: x\n- Verify: `y`"), Texts{"4: True later"});
  EXPECT_EQ(UnknownLabels("**Files:**\n- a.cc\n- **Tests:** b.cc"), Texts{"5: Tests"});
  EXPECT_EQ(OfStep("Files: a.cc\nOwner: me").steps[0].files, Texts{"a.cc"});
  EXPECT_EQ(Labelled("Files: a.cc\nRisk: high").extra.Dump(), R"({"risk":"high"})");
  EXPECT_EQ(Labelled("Do: read it.\nWhat follows: then write it").what, "read it.\nWhat follows: then write it");
  EXPECT_EQ(Labelled("Input: a file\n\nOutput: another").what, "Input: a file\n\nOutput: another");
  EXPECT_EQ(Labelled("Verify: make x\n\nResult: a file").what, "Result: a file");
}

TEST(PlanLabels, ProseBetweenFieldsSurvives) {
  EXPECT_EQ(Labelled("**Do:** x\n**Note:** y").what, "x\n**Note:** y");
  EXPECT_EQ(Labelled("**Files:** a.cc\n**Note:** it is large").what, "**Note:** it is large");
  EXPECT_EQ(Labelled("**Files:** a.cc\n**Note:** it is large").files, Texts{"a.cc"});
  EXPECT_EQ(Labelled("**Do:**\n- **Parser:** read\n- **Printer:** write\n\n**Verify:** `x`").what,
            "- **Parser:** read\n- **Printer:** write");
  EXPECT_EQ(Labelled("**Do:** in parts\n\n**Phase 1:** read\n\n**Phase 2:** write").what,
            "in parts\n\n**Phase 1:** read\n\n**Phase 2:** write");
  EXPECT_EQ(Labelled("**Files:** a.cc\n\n#### Background\n\nIt is old.\n\n> said\n").what,
            "#### Background\n\nIt is old.\n\n> said");
  EXPECT_EQ(Labelled("**Files:** a.cc\n\n<details>\nmore\n</details>\n").what, "<details>\nmore\n</details>");
  EXPECT_EQ(Labelled("**Files:** a.cc\n\n<!-- not read -->\n").what, "");
}

TEST(PlanLabels, ABoldLineWithoutAColonIsALabelIfItNamesAField) {
  for (const char* label : {"**Claims**", "__Claims__", "**claims**"}) {
    const std::string claims = std::string(label) + "\n- fact: it is so \xE2\x80\x94 `a.cc:1`";
    for (const std::string& before : {std::string("**Verify:** `x`\n"), std::string("**Verify:**\n- `x`\n"),
                                      std::string("**Verify:**\n- `x`\n\n")}) {
      const StepSpec step = Labelled(before + claims);
      EXPECT_EQ(step.verify, Texts{"x"}) << before << label;
      ASSERT_EQ(step.claims.size(), 1U) << before << label;
      EXPECT_EQ(step.claims[0].citation, "a.cc:1");
    }
  }
  EXPECT_EQ(Labelled("**Do:** x\n**Important**\ny").what, "x\n**Important**\ny");
  EXPECT_EQ(Labelled("**Do:**\n- **Files**\n- y").what, "- **Files**\n- y") << "an item of the text";
  EXPECT_EQ(OfStep("**Do:** x\n**State**").step_states[0], "");
}

TEST(PlanLabels, AListOfItsOwnEndsTheListOfCriteria) {
  for (const char* label : {"- Claims:", "- **Claims:**", "* **Claims**"}) {
    const StepSpec step = Labelled("**Acceptance criteria:**\n- unit: `true`\n" + std::string(label) +
                                   "\n  - fact: it is so \xE2\x80\x94 `a.cc:1`\n\n**Verify:** `x`");
    EXPECT_EQ(step.acceptance.size(), 1U) << label;
    EXPECT_EQ(step.claims.size(), 1U) << label;
    EXPECT_EQ(step.verify, Texts{"x"}) << label;
  }
}

TEST(PlanLabels, PlainLabelsInARowAreAllLabels) {
  const StepSpec step = Labelled(
      "Do: write one\nWrites: `one.txt`\nDepends: nothing\nMust have: one.txt has a line\nTrue afterwards: the note "
      "is there\nProof: `test -s one.txt`");
  EXPECT_EQ(step.must_haves.truths, Texts{"one.txt has a line"});
  EXPECT_EQ(step.done_when, "the note is there");
  EXPECT_EQ(step.verify, Texts{"test -s one.txt"});
  EXPECT_EQ(UnknownLabels("**Writes:** `a`\nOwner: me\nReviewer: you\nDeadline: tomorrow\n**Depends:** none"),
            (Texts{"4: Owner", "5: Reviewer", "6: Deadline"}));
  EXPECT_EQ(UnknownLabels("Files: a.cc\nOwner: me\nand you\nReviewer: her"), Texts{"4: Owner"})
      << "text of the label above goes on";
  EXPECT_EQ(Labelled("Verify: `x`\nTrue after: it is there\nMust have: a line").must_haves.truths, Texts{"a line"});
}

TEST(PlanLabels, ALabelAfterAListNeedsNoBlankLine) {
  StepSpec step = Labelled(
      "**Acceptance criteria:**\n- unit: `make test`\n  - expected: green\n**Claims:**\n- fact: it is so \xE2\x80\x94 "
      "`a.cc:1`\n**Expected trajectory:**\n- Read: the parser\nVerify: `x`\n**Must-haves:**\n- it works\nand well\n"
      "**Done when:** all is done");
  ASSERT_EQ(step.acceptance.size(), 1U);
  EXPECT_EQ(step.acceptance[0], (Criterion{"unit", "`make test`", "green", true}));
  ASSERT_EQ(step.claims.size(), 1U);
  EXPECT_EQ(step.claims[0].citation, "a.cc:1");
  EXPECT_EQ(step.expected_trajectory, Texts{"Read: the parser"});
  EXPECT_EQ(step.verify, Texts{"x"});
  EXPECT_EQ(step.must_haves.truths, Texts{"it works and well"});
  EXPECT_EQ(step.done_when, "all is done");
  EXPECT_EQ(UnknownLabels("**Claims:**\n- fact: x\n**Owner:** me"), Texts{"5: Owner"});
}

TEST(PlanLabels, ALineOfBoldLabelsHasAllItsFields) {
  for (const char* divider : {" ", "; ", ", ", " | ", " \xC2\xB7 "}) {
    const std::string line = Join({"**Files:** `a.c`", "**Writes:** `b.c`", "**Depends:** none", "**Verify:** `make x`",
                                   "**Complexity:** simple"},
                                  divider);
    for (const char* before : {"", "- "}) {
      const StepSpec step = Labelled(before + line);
      EXPECT_EQ(step.files, Texts{"a.c"}) << line;
      EXPECT_EQ(step.writes, Texts{"b.c"}) << line;
      EXPECT_TRUE(step.depends.empty()) << line;
      EXPECT_EQ(step.verify, Texts{"make x"}) << line;
      EXPECT_EQ(step.complexity, "simple") << line;
    }
  }
  EXPECT_EQ(Labelled("**Do:** add it **Verify:** `make x`").what, "add it");
  EXPECT_EQ(Labelled("**Verify:** `echo \"**Writes:** x\"` **Done when:** it prints").verify,
            Texts{"echo \"**Writes:** x\""});
  EXPECT_EQ(Labelled("**Do:** the **Owner:** is text").what, "the **Owner:** is text");
  EXPECT_EQ(Labelled("**Note:** see **Verify:** below\n\n**Verify:** `make x`").verify, Texts{"make x"});
}

TEST(PlanLabels, AStateSharesItsLine) {
  const PlanDocument plan = OfStep("**State:** done **Verify:** `make x`");
  EXPECT_EQ(plan.step_states.at(0), "done");
  EXPECT_EQ(plan.steps.at(0).verify, Texts{"make x"});
  EXPECT_EQ(OfStep("**Verify:** `make x`; **State:** done").step_states.at(0), "done");
  EXPECT_NE(plan.hash, OfStep("**State:** done **Verify:** `make y`").hash);
  EXPECT_EQ(plan.hash, OfStep("**State:** failed **Verify:** `make x`").hash);
}

TEST(PlanLabels, LabelsAreReadAsPeopleWriteThem) {
  for (const char* line :
       {"**Verify** `make x`", "**Verify** \xE2\x80\x94 `make x`", "**Verify** - `make x`",
        "**Verify\xEF\xBC\x9A** `make x`", "**Verify**\xEF\xBC\x9A `make x`", "**\xE2\x9C\x85 Verify:** `make x`",
        "- [ ] **Verify:** `make x`", "- [x] **Verify:**\n  - `make x`", "\xE2\x80\xA2 Verify: `make x`",
        "**Verify** `make x`\n"}) {
    EXPECT_EQ(Labelled(line).verify, Texts{"make x"}) << line;
  }
  EXPECT_EQ(Labelled("**Verify** that it holds").what, "**Verify** that it holds");
  EXPECT_EQ(Labelled("**Read** `a.c` first").what, "**Read** `a.c` first");
  EXPECT_TRUE(Labelled("**Read** `a.c` first").files.empty());
}

TEST(PlanLabels, ABoldNameBeforeWordsIsNoValueOfTheFieldAboveIt) {
  const PlanDocument plan = OfStep("**Writes:** `a.c`\n**Verify** make x");
  EXPECT_EQ(plan.steps.at(0).writes, Texts{"a.c"});
  EXPECT_EQ(plan.steps.at(0).what, "**Verify** make x");
  ASSERT_EQ(plan.notes.size(), 1U);
  EXPECT_EQ(plan.notes[0].line, 4);
}

TEST(PlanLabels, WhatACommentSaysIsNotRead) {
  const StepSpec step = Labelled(
      "**Writes:** `a.c` <!-- `b.c` -->\n**Verify:** `make x` <!-- `make y`\n`make z` -->\n\n**Acceptance "
      "criteria:**\n- "
      "unit: it works <!-- `make w` -->");
  EXPECT_EQ(step.writes, Texts{"a.c"});
  EXPECT_EQ(step.verify, Texts{"make x"});
  EXPECT_EQ(step.acceptance.at(0).check, "it works");
  EXPECT_EQ(Labelled("**Verify:**\n- `make x` <!-- `make y` -->\n- `grep '<!--' a`\n<!-- - `make z` -->").verify,
            (Texts{"make x", "grep '<!--' a"}));
  const PlanDocument plan =
      ParsePlan("## Testing\n\n- `make x` <!-- `make y` -->\n<!-- - `make z` -->\n\n## Steps\n\n### a: A\n");
  EXPECT_EQ(plan.testing, Texts{"make x"});
}

}  // namespace
}  // namespace forge
