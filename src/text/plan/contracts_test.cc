#include "text/plan/contracts.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(Contracts, AreItemsOfTheirSection) {
  const PlanContracts found = FindContracts(ParsePlan(
      "# Plan: x\n\n## Contracts\n\nBetween the steps:\n\n- **api-shape**: `make api-check`\n- `tests/e2e.sh --all`\n"
      "1. names agree: ``grep -c '`x`' a``\n- nothing to run\n\n```sh\n- x: `y`\n```\n\n- api-shape: `again`\n\n## "
      "Risks\n\n- a: `b`\n"));
  EXPECT_EQ(found.contracts, (std::vector<Contract>{{"api-shape", "make api-check"},
                                                    {"tests/e2e.sh --all", "tests/e2e.sh --all"},
                                                    {"names agree", "grep -c '`x`' a"}}));
  EXPECT_EQ(found.problems, (std::vector<std::string>{"a contract without a command: nothing to run",
                                                      "contract \"api-shape\" is defined twice"}));
  EXPECT_FALSE(found.disabled);
}

TEST(Contracts, WhatAnItemOnlySpeaksOfIsNotRun) {
  const PlanContracts found = FindContracts(
      ParsePlan("## Contracts\n\n- exists: `test -s one.txt` (see `two.txt`)\n- `a` and `b` agree: `cmp a b`\n"
                "- **shape:** `make shape`, as `ci/all.sh` does\n- the halves agree `cmp c d`\n"
                "- `ci/all.sh` is not changed\n- Run `make e2e`\n"));
  EXPECT_EQ(found.contracts, (std::vector<Contract>{{"exists", "test -s one.txt"},
                                                    {"`a` and `b` agree", "cmp a b"},
                                                    {"shape", "make shape"},
                                                    {"Run", "make e2e"}}));
  EXPECT_EQ(found.problems, (std::vector<std::string>{"a contract without a command: the halves agree `cmp c d`",
                                                      "a contract without a command: `ci/all.sh` is not changed"}));
}

TEST(Contracts, WhatAnItemDeniesIsNotRun) {
  const PlanContracts found = FindContracts(
      ParsePlan("## Contracts\n\n- Never run `deploy.sh`\n- Do not run: `deploy.sh`\n- no cycles: `make cycles`\n"));
  EXPECT_EQ(found.contracts, (std::vector<Contract>{{"no cycles", "make cycles"}}));
  EXPECT_EQ(found.problems.size(), 2U);
}

TEST(Contracts, ANameThatDeniesOrReservesItsCommandIsNone) {
  const PlanContracts found = FindContracts(ParsePlan(
      "## Contracts\n\n- Do not deploy: `make deploy`\n- **Never in CI:** `make x`\n- By hand: `make y`\n"
      "- only in production: `make z`\n- if it fails: `make r`\n- By hand `make h`\n- shape: `make s` once approved\n"
      "- `skip` and `stop` agree: `make words`\n- names are never used twice: `make names`\n"));
  EXPECT_EQ(found.contracts, (std::vector<Contract>{{"`skip` and `stop` agree", "make words"},
                                                    {"names are never used twice", "make names"}}));
  ASSERT_EQ(found.problems.size(), 7U);
  EXPECT_EQ(found.problems[0], "a contract without a command: Do not deploy: `make deploy`");
}

TEST(Contracts, OneThatIsCommentedOutDisabledOrMustFailIsNotInForce) {
  const PlanContracts found = FindContracts(ParsePlan(
      "## Contracts\n\n- <!-- a: `make a` -->\n- ~~b: `make b`~~\n- c (disabled): `make c`\n- e.g. d: `make d`\n"
      "- none yet: `make e`\n- Disabled: `make f`\n- g: `make g` (not now)\n- h: `make <target>`\n"
      "- no password is logged: `grep -q password log.c` must fail\n- i: `! grep -q password log.c`\n"));
  EXPECT_EQ(found.contracts, (std::vector<Contract>{{"i", "! grep -q password log.c"}}));
  ASSERT_EQ(found.problems.size(), 8U);  // a comment is not read at all
  EXPECT_EQ(found.problems[7],
            "a contract whose command must fail, and Forge expects exit code 0; write `! grep -q password log.c`: no "
            "password is logged: `grep -q password log.c` must fail");
}

TEST(Contracts, MayStandInTheFrontMatterAndBeSwitchedOff) {
  const PlanContracts found =
      FindContracts(ParsePlan("---\nintegration_disabled: true\ncontracts:\n  - {name: a, command: make a}\n"
                              "  - {contract_name: b, test_cmd: make b}\n  - {name: c}\n---\n\n# Plan: x\n"));
  EXPECT_EQ(found.contracts, (std::vector<Contract>{{"a", "make a"}, {"b", "make b"}}));
  EXPECT_EQ(found.problems.size(), 1u);
  EXPECT_TRUE(found.disabled);
}

TEST(Contracts, APlanNeedHaveNone) {
  EXPECT_TRUE(FindContracts(ParsePlan("")).contracts.empty());
  EXPECT_TRUE(FindContracts(ParsePlan("# Plan: x\n\n## Contracts\n\nNone.\n")).contracts.empty());
}

TEST(Contracts, AreNotReadFromComments) {
  const PlanDocument plan =
      ParsePlan("## Contracts\n\n- api: `make api` <!-- `make old` -->\n<!--\n- gone: `make gone`\n-->\n");
  const PlanContracts found = FindContracts(plan);
  ASSERT_EQ(found.contracts.size(), 1U);
  EXPECT_EQ(found.contracts[0].command, "make api");
}

}  // namespace
}  // namespace forge
