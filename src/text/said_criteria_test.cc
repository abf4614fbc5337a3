#include "text/said_criteria.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(SaidCriteria, AStatementIsProvedByTheCheckAtItsEnd) {
  const struct {
    const char* criterion;
    const char* command;
  } kProved[] = {
      {"retries stop at three: `pytest tests/test_retry.py`", "pytest tests/test_retry.py"},
      {"the limit holds, shown by `make limits`", "make limits"},
      {"users can log in with a token that is one day old: `make login`", "make login"},
      {"the client and the server agree (`make both`)", "make both"},
      {"`read_all()` returns 64, shown by `make test`", "make test"},
      {"the API does not change: `make api-check`", "make api-check"},
      {"the readme holds, shown by `scripts/test.sh`.", "scripts/test.sh"},
      {"`./scenario all` works", "./scenario all"},
      {"run `scripts/run.sh`", "scripts/run.sh"},
      {"`one`", "one"},
      {"after the import `./import --all` the total is right", "./import --all"},
      {"./import --all", "./import --all"},
  };
  for (const auto& [criterion, command] : kProved)
    EXPECT_EQ(CommandOfCriterion(criterion, "", {"./import --all"}), command) << criterion;
}

TEST(SaidCriteria, AnythingElseIsNotRun) {
  for (const char* criterion : {"`grep -q password log.c` must fail",
                                "`make x` exits 1",
                                "not covered by `make x`",
                                "By hand: `make x`",
                                "In CI: `make x`",
                                "Do not run: `make x`",
                                "the totals (disabled): `make x`",
                                "see: `make x`",
                                "the totals hold: `./totals.sh`",
                                "Charge cards: `./bin/charge --live`",
                                "the page is there: `make deploy`",
                                "`scripts/deploy.sh` is not changed",
                                "the release page names `scripts/deploy.sh`",
                                "`make x` is run by the next step",
                                "`make x` or `make y`",
                                "`<command>`",
                                "~~it holds: `make x`~~",
                                "`src/a.cc`",
                                "prose",
                                "an operator checks with `make x`",
                                "nightly CI proves it with `make x`",
                                "ask first: `make x`",
                                "needs approval: `make x`"})
    EXPECT_EQ(CommandOfCriterion(criterion, "", {}), "") << criterion;
  EXPECT_EQ(CommandOfCriterion("`grep -q x y` must fail", "", {"grep -q x y"}), "") << "it proves the opposite";
  EXPECT_EQ(CommandOfCriterion("`grep -q x y` must fail", "exit 1", {}), "grep -q x y") << "it proves what is said";
}

}  // namespace
}  // namespace forge
