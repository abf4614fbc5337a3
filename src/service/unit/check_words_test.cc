#include "service/unit/check_words.h"

#include <gtest/gtest.h>

#include "text/plan/plan.h"

namespace forge {
namespace {

TEST(CheckWords, StepsThatThePlanDoesNotListAreNamedWithWhatTheyWereMadeFrom) {
  const std::string plan = "# Plan: Notes\n\n## Changes\n\n- `notes/one.txt`: write it\n\n## Testing\n\nLook.\n";
  const std::string told = StepsMadeFrom(ParsePlan(plan));
  EXPECT_TRUE(told.starts_with("The plan lists no steps, so Forge made these from its `## Changes`:\n- phase-1: "))
      << told;
  EXPECT_NE(told.find(", of `notes/one.txt`\n"), std::string::npos) << told;
  EXPECT_NE(told.find("in backticks below `## Testing`"), std::string::npos) << told;
  EXPECT_EQ(StepsMadeFrom(ParsePlan(plan + "\n## Steps\n\n### Step one: One\n\n**Verify:** `false`\n")), "");
}

TEST(CheckWords, NotesStandApartFromWhatFailedAndQuoteTheirLines) {
  EXPECT_EQ(NotesOf({"line 2: odd", "left out: x"}, "one\ntwo\n"),
            "\nNotes, only for information:\n- odd\n    the line: two\n- left out: x\n");
  EXPECT_EQ(NotesOf({}, "one\n"), "");
}

TEST(CheckWords, AContractThatWasAcceptedElsewhereIsLeftOutWithANote) {
  std::vector<Contract> contracts = {{"api", "make api"}, {"halves", "cmp a b"}};
  std::vector<std::string> notes;
  LeaveOutAccepted(contracts, {"cmp a b", "make test"}, notes);
  ASSERT_EQ(contracts.size(), 1U);
  EXPECT_EQ(contracts[0].name, "api");
  EXPECT_EQ(notes, std::vector<std::string>{"contract `halves` broke, and that was accepted"});
}

}  // namespace
}  // namespace forge
