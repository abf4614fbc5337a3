// Which code below Verify, Proof and Testing is run.
#include "text/plan/plan_commands.h"

#include <gtest/gtest.h>

#include "text/plan/plan.h"

namespace forge {
namespace {

using Listed = std::vector<std::string>;

PlanDocument Below(std::string_view label, std::string_view body) {
  return ParsePlan("## Steps\n### a: A\n\n**Do:** it\n**" + std::string(label) + ":**" + std::string(body) + "\n");
}

Listed VerifiedBy(std::string_view body) { return Below("Verify", body).steps.at(0).verify; }

TEST(PlanCommands, TheNameOfACheckBelowVerifyIsNoUnknownLabel) {
  for (const char* body :
       {"\n- **Unit tests:** `make x`", "\n- **Integration tests**: `make x`", "\n- **Lint:** `make x`",
        "\n- **Build:**\n  - `make x`", "\n- **Type check:** `make x`", "\n**Unit tests:** `make x`",
        "\n- Lint: `make x`", "\n- **Unit tests:**\n\n  ```sh\n  make x\n  ```"}) {
    const PlanDocument plan = Below("Verify", body);
    EXPECT_EQ(plan.steps.at(0).verify, Listed{"make x"}) << body;
    EXPECT_TRUE(plan.unknown_labels.empty()) << body;
  }
  for (const char* body : {"\n- **Billing:** `make x`", "\n- **Unit tests on Windows:** `make x`",
                           "\n- **By hand:** `make x`", "\n- **Unit tests:** see `make x`"})
    EXPECT_EQ(VerifiedBy(body), Listed{}) << body;
  EXPECT_EQ(Below("Files", " `a.cc`\n**Tests:** `b.cc`").unknown_labels.size(), 1U) << "elsewhere it is a label";
}

TEST(PlanCommands, AProofThatProvesNothingIsAProblemWithTheKnownForms) {
  for (const char* written : {"yes", "true", "done", "the log shows it", "manual", "see below", "tests pass"}) {
    const PlanDocument plan = Below("Proof", " " + std::string(written));
    ASSERT_EQ(plan.problems.size(), 1U) << written;
    EXPECT_EQ(plan.problems[0].line, 5);
    EXPECT_EQ(plan.problems[0].what,
              "step a: a proof is `red-green`, `waived because REASON` or a command in backticks, not \"" +
                  std::string(written) + "\"");
    EXPECT_EQ(plan.steps.at(0).verify, Listed{});
  }
  for (const char* written : {" `make x`", " make x", "\n- `make x`", "\n```sh\nmake x\n```", " the tests: `make x`"}) {
    const PlanDocument plan = Below("Proof", written);
    EXPECT_TRUE(plan.problems.empty()) << written;
    EXPECT_EQ(plan.steps.at(0).verify, Listed{"make x"}) << written;
  }
  EXPECT_TRUE(Below("Proof", " none").problems.empty());
  EXPECT_TRUE(Below("Proof", " red-green\nof all of it").problems.empty());
}

TEST(PlanCommands, AWordThatAnswersIsNoCommand) {
  for (const char* word : {"yes", "review", "see below", "ask bob", "code review", "inspect output", "read diff"})
    EXPECT_EQ(VerifiedBy(" " + std::string(word)), Listed{}) << word;
}

// Each of them was run once.
TEST(PlanCommands, AConditionAboveOrBelowKeepsCodeFromBeingRun) {
  for (const char* body :
       {" After the merge.\n\n- `make x`", "\n\nAfter the merge.\n\n- `make x`",
        " After the merge.\n```sh\nmake x\n```", "\n- After the merge.\n- `make x`", "\n- `make x`\n  After the merge.",
        "\n- `make x`\n  - After the merge.", "\n- `make x`\n- After the merge.", "\n- `make x`\n\nAfter the merge.",
        "\n- After the merge, run `make x`\n- Then run `make y`",
        "\n1. Start the server with `make up`\n2. Then run `make x`"})
    EXPECT_EQ(VerifiedBy(body), Listed{}) << body;
  EXPECT_EQ(VerifiedBy("\n- `make a`\n- Then run `make x`"), (Listed{"make a", "make x"}));
}

TEST(PlanCommands, ACommentChangesABlockOnlyIfItIsAboutItsLine) {
  for (const char* comment : {"# never run deploy", "# not for production data, which needs the network",
                              "# the old way was make y", "# After the change:", "# unless it is slow, 2 minutes"})
    EXPECT_EQ(VerifiedBy("\n```sh\n" + std::string(comment) + "\nmake x\n```"), Listed{"make x"}) << comment;
  EXPECT_EQ(VerifiedBy("\n```sh\n# make y\nmake x\n```"), Listed{"make x"});
  EXPECT_EQ(VerifiedBy("\n```sh\n# do not run this\nmake x\n```"), Listed{});
  EXPECT_EQ(VerifiedBy("\n```sh\n# careful: it wipes the disk\nmake x\nmake y  # ask ops first\n```"), Listed{});
  EXPECT_EQ(VerifiedBy("\n```sh\nmake x # never run it\nmake y\n```"), Listed{"make y"});
  EXPECT_EQ(VerifiedBy("\n```sh\ncd web\n# never run deploy here\nmake x\n```").size(), 1U);
}

}  // namespace
}  // namespace forge
