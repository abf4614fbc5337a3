#include "text/said_commands.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/said_labels.h"
#include "text/said_sentences.h"
#include "text/said_words.h"

namespace forge {
namespace {

using Texts = std::vector<std::string>;

struct Spelling {
  const char* line;
  Texts commands;
  Texts cited = {};
};

void Expect(const std::vector<Spelling>& spellings) {
  for (const auto& [line, commands, cited] : spellings) {
    const SaidCommands said = ReadSaidCommands(line);
    EXPECT_EQ(said.commands, commands) << line;
    EXPECT_EQ(said.cited, cited) << line;
  }
}

TEST(SaidCommands, WhatALineSaysToRunIsRun) {
  Expect({
      // Code alone, or joined.
      {"`make`", {"make"}},
      {"`scripts/test.sh`", {"scripts/test.sh"}},
      {"`stack test`", {"stack test"}},
      {"[ ] `make lint`", {"make lint"}},
      {"1. `make lint`", {"make lint"}},
      {"`make` and `make test`", {"make", "make test"}},
      {"`a`, `b`; `c`", {"a", "b", "c"}},
      {"`a`, `b`, and then `c`", {"a", "b", "c"}},
      {"`a` && `b`", {"a", "b"}},
      // Orders.
      {"Run `make check`", {"make check"}},
      {"[x] Run `make lint`", {"make lint"}},
      {"Please run `make lint`.", {"make lint"}},
      {"Run the tests with `make check`", {"make check"}},
      {"Run the unit tests of the parser with `make parser`", {"make parser"}},
      {"Then run `scripts/all.sh` from the root.", {"scripts/all.sh"}},
      {"Build with `make`", {"make"}},
      {"Compile using `make all`", {"make all"}},
      {"Check the limit by running `make limits`", {"make limits"}},
      {"To check it, run `make test`.", {"make test"}},
      {"Start the server, then run `make e2e`", {"make e2e"}},
      {"`make a` builds it, then run `make b`", {"make a", "make b"}},
      {"Verify `make test`", {"make test"}},
      // Names of checks.
      {"Unit tests: `make unit`", {"make unit"}},
      {"**Unit tests:** `make unit`", {"make unit"}},
      {"Unit tests \xE2\x80\x94 `make unit`", {"make unit"}},
      {"Unit tests - `make unit`", {"make unit"}},
      {"Smoke test: `scripts/smoke.sh`", {"scripts/smoke.sh"}},
      {"Parser: `make parser`", {"make parser"}},
      {"all cases pass: `make cases`", {"make cases"}},
      {"users can log in with a token that is one day old: `make login`", {"make login"}},
      {"Unit: `make unit`, integration: `make all`", {"make unit", "make all"}},
      // What is seen when it runs.
      {"Expect `make test` to pass", {"make test"}},
      {"All of `make lint`, `make test` pass", {"make lint", "make test"}},
      {"`make e2e` must pass", {"make e2e"}},
      {"`scripts/e2e.sh` passes", {"scripts/e2e.sh"}},
      {"`./check` stays green", {"./check"}},
      {"`make a` must pass; `make b` must pass.", {"make a", "make b"}},
      {"`make a` passes and `make b` passes", {"make a", "make b"}},
      {"`make lint` does not fail", {"make lint"}},
      {"`make lint` reports no warnings", {"make lint"}},
      {"`make lint` passes without warnings", {"make lint"}},
      {"Check that `make test` passes", {"make test"}},
      {"Make sure that `make test` still passes", {"make test"}},
      {"Verify `make test` passes", {"make test"}},
      {"Then `npm test`", {"npm test"}},
      {"Finally, `npm test`", {"npm test"}},
      {"Finally: `make x`", {"make x"}},
      {"Afterwards: `make x`", {"make x"}},
      {"Unit tests (no network): `cargo test`", {"cargo test"}},
      {"All tests pass (`make test`)", {"make test"}},
      {"Unit tests: `cargo test --release`", {"cargo test --release"}},
      // Where, when, and remarks.
      {"`ctest` after the build", {"ctest"}},
      {"`make test` in the root", {"make test"}},
      {"`make a` (slow)", {"make a"}},
      {"`make a` (it does not need the network)", {"make a"}},
      {"`make a` - the whole", {"make a"}},
      {"`make a`: the whole", {"make a"}},
      // Proofs.
      {"the limit holds, shown by `make limits`", {"make limits"}},
      {"it is covered by `make limits`", {"make limits"}},
  });
}

TEST(SaidCommands, CodeThatALineOnlySpeaksOfIsNotRun) {
  Expect({
      {"`sh -c 'cat notes/one.txt'` prints `one`", {"sh -c 'cat notes/one.txt'"}, {"one"}},
      {"Run `test -s two.txt` (it fails today because `two.txt` is missing)", {"test -s two.txt"}, {"two.txt"}},
      {"`test -s three.txt` exits with `0`", {"test -s three.txt"}, {"0"}},
      {"`true` (as `scripts/deploy.sh` does)", {"true"}, {"scripts/deploy.sh"}},
      {"`true`, as `scripts/deploy.sh` does", {"true"}, {"scripts/deploy.sh"}},
      {"`make test` with `CC=clang`", {"make test"}, {"CC=clang"}},
      {"`make a` and then look at `out/log.txt`", {"make a"}, {"out/log.txt"}},
      {"`scripts/deploy.sh` stays as it is", {}, {"scripts/deploy.sh"}},
      {"Keep `scripts/deploy.sh` as it is.", {}, {"scripts/deploy.sh"}},
      {"The `scripts/deploy.sh` script is for releases", {}, {"scripts/deploy.sh"}},
      {"See: `scripts/deploy.sh`", {}, {"scripts/deploy.sh"}},
      {"Expected output: `hello`", {}, {"hello"}},
      {"`make a` prints: `one`", {"make a"}, {"one"}},
      {"`make a` exits with 0, and prints: `one`", {"make a"}, {"one"}},
      // Statements about the code, or about others.
      {"CI runs `make x`", {}, {"make x"}},
      {"CI: `make x`", {}, {"make x"}},
      {"Developers run `make x`", {}, {"make x"}},
      {"The jobs build it and run `make x`", {}, {"make x"}},
      {"They build it and run `make x`", {}, {"make x"}},
      {"`npm run deploy` runs in CI", {}, {"npm run deploy"}},
      {"`npm run deploy` needs a password", {}, {"npm run deploy"}},
      {"Verify `scripts/x.sh` handles the flag", {}, {"scripts/x.sh"}},
      {"Verify `scripts/x.sh`", {}, {"scripts/x.sh"}},
      {"Check that `read_all` returns 64", {}, {"read_all"}},
      {"`read_all()` returns 64", {}, {"read_all()"}},
      {"`scripts/deploy.sh` builds the site", {}, {"scripts/deploy.sh"}},
      {"`scripts/deploy.sh`, the script for releases", {}, {"scripts/deploy.sh"}},
      {"Script: `scripts/deploy.sh`", {}, {"scripts/deploy.sh"}},
      {"After the merge, `make test` must pass", {}, {"make test"}},
      // A person does it, or only in some cases.
      {"By hand: `make x`", {}, {"make x"}},
      {"Manually run `make x`", {}, {"make x"}},
      {"`make bench` (optional)", {}, {"make bench"}},
      {"If it fails, run `scripts/reset.sh`", {}, {"scripts/reset.sh"}},
      {"To roll back, run `scripts/back.sh`", {}, {"scripts/back.sh"}},
      {"You can run `make x`", {}, {"make x"}},
      {"Run `make x` only in production", {}, {"make x"}},
      {"`make a`: run `make b` instead", {}, {"make a", "make b"}},
  });
}

TEST(SaidCommands, AConditionBehindAnOrderKeepsItFromBeingRun) {
  Expect({
      {"Run `git reset --hard` if something goes wrong", {}, {"git reset --hard"}},
      {"Run `make deploy` when the customer agrees", {}, {"make deploy"}},
      {"Run `make deploy` unless it is Friday", {}, {"make deploy"}},
      {"Run `make deploy` once a human has approved", {}, {"make deploy"}},
      {"Execute `make x` in case of a failure", {}, {"make x"}},
      {"Run `make x` on your own machine, not here", {}, {"make x"}},
      {"Run `make x` in the cloud, not here", {}, {"make x"}},
      {"Run `make x` yourself", {}, {"make x"}},
      {"Run `make x` only after asking the owner", {}, {"make x"}},
      {"Run `make x` after asking the owner", {}, {"make x"}},
      {"Run `make x` as needed", {}, {"make x"}},
      {"Run `make x` on failure", {}, {"make x"}},
      {"Verify with `make a` or `make b` if you must", {}, {"make a", "make b"}},
      {"Unit tests: `make unit` if you must", {}, {"make unit"}},
      {"Unit tests: `make unit` (only the owner)", {}, {"make unit"}},
      {"Parser: `make parser`, unless it is Friday", {}, {"make parser"}},
      {"`make x`, unless it is Friday", {}, {"make x"}},
      {"`make x` (if needed)", {}, {"make x"}},
      {"`make x` once a human has approved", {}, {"make x"}},
      {"After asking the owner, run `make x`", {}, {"make x"}},
      // What limits an outcome does not limit the command.
      {"Run `make x` once", {"make x"}},
      {"Run `make x` once more after the build", {"make x"}},
      {"Run `make x` after the build", {"make x"}},
      {"Run `make x` (it does not need the network)", {"make x"}},
      {"Run `make x` and make sure it does not fail", {"make x"}},
      {"Run `make x`: it fails if a file is missing", {"make x"}},
      {"Unit tests: `make unit` passes when the file is empty", {"make unit"}},
      {"`make x` passes if the file is empty", {"make x"}},
  });
}

TEST(SaidCommands, ALabelThatNamesNoCheckDoesNotMakeItsCodeOne) {
  Expect({
      {"Undo: `git reset --hard`", {}, {"git reset --hard"}},
      {"Undo all: `git reset --hard`", {}, {"git reset --hard"}},
      {"Cleanup: `git clean -fdx`", {}, {"git clean -fdx"}},
      {"Release: `make release`", {}, {"make release"}},
      {"Release \xE2\x80\x94 `make release`", {}, {"make release"}},
      {"Reset the database: `make dropdb`", {}, {"make dropdb"}},
      {"Reset the test database: `make dropdb`", {}, {"make dropdb"}},
      {"Wrong: `make x`", {}, {"make x"}},
      {"Wrong command: `make x`", {}, {"make x"}},
      {"Bad: `make x`", {}, {"make x"}},
      {"Todo: `make x`", {}, {"make x"}},
      {"Was: `make old`, now: `make new`", {}, {"make old", "make new"}},
      {"Previously: `make x`", {}, {"make x"}},
      {"The way to get it back is: `git reset --hard`", {}, {"git reset --hard"}},
      {"Release: `make release` must pass", {}, {"make release"}},
      {"Rollback: `make back`", {}, {"make back"}},
      {"By hand: `make x`", {}, {"make x"}},
      {"Never: `make x`", {}, {"make x"}},
      {"On your machine: `make x`", {}, {"make x"}},
      {"Note: `make x`", {}, {"make x"}},
      {"Example: `make x`", {}, {"make x"}},
      {"Expected: `make x`", {}, {"make x"}},
      {"Output: `make x`", {}, {"make x"}},
      {"Setup: `npm install`", {}, {"npm install"}},
      {"Fallback: `make old`", {}, {"make old"}},
      {"Last resort: `make x`", {}, {"make x"}},
      {"Workaround: `make x`", {}, {"make x"}},
      {"Reviewer: `make x`", {}, {"make x"}},
      {"Staging: `make x`", {}, {"make x"}},
      {"Prerequisites: `make x`", {}, {"make x"}},
      {"To reproduce: `make x`", {}, {"make x"}},
      {"Second terminal: `make x`", {}, {"make x"}},
      {"Nightly: `make slow`", {}, {"make slow"}},
      {"Generated by: `make gen`", {}, {"make gen"}},
      {"the client and the server agree: `make both`", {"make both"}},
      {"The API: `make api`", {"make api"}},
      {"Skip-list tests: `make skiplist`", {"make skiplist"}},
      {"Skip - unit tests: `make unit`", {}, {"make unit"}},
  });
}

// Other words around it: the code must say itself that it checks something.
TEST(SaidCommands, WithOtherWordsOnlyACheckIsRun) {
  Expect({
      {"Billing: `make billing`", {"make billing"}},
      {"**Billing:** `make billing`", {"make billing"}},
      {"[ ] billing: `make billing`", {"make billing"}},
      {"Order totals: `pytest tests/orders`", {"pytest tests/orders"}},
      {"The invoice mailer: `cargo test -p mailer`", {"cargo test -p mailer"}},
      {"Billing: `make billing` (slow)", {"make billing"}},
      {"Billing: `make billing`.", {"make billing"}},
      {"Billing: `cd billing && npm run test:unit`", {"cd billing && npm run test:unit"}},
      {"Billing: `./run-tests --billing`", {"./run-tests --billing"}},
      {"Billing of orders, old and new: `make billing`", {"make billing"}},
      {"Billing: `make a`, `make b`", {"make a", "make b"}},
      {"Billing: `make a`, mail: `make b`", {"make a", "make b"}},
      {"Billing 2: `make billing`", {"make billing"}},
      {"Check the totals by running `pytest tests/orders`", {"pytest tests/orders"}},
      // Code that does something else, or cannot be told.
      {"Charge cards: `./bin/charge --live`", {}, {"./bin/charge --live"}},
      {"Send invoices: `npm run invoices:send`", {}, {"npm run invoices:send"}},
      {"Mirror: `rsync -a out/ host:/srv`", {}, {"rsync -a out/ host:/srv"}},
      {"Webhook: `curl -X POST http://x/test`", {}, {"curl -X POST http://x/test"}},
      {"Erase: `./tools/erase.sh`", {}, {"./tools/erase.sh"}},
      {"Server: `make serve`", {}, {"make serve"}},
      {"Totals hold, shown by `./totals.sh`", {}, {"./totals.sh"}},
      {"Billing: `the total is right`", {}, {"the total is right"}},
      {"Billing: `src/billing.cc`", {}, {"src/billing.cc"}},
      {"Billing: `scripts/billing.sh`", {}, {"scripts/billing.sh"}},
      {"Billing: `make deploy`", {}, {"make deploy"}},
      {"Billing: `git reset --hard`", {}, {"git reset --hard"}},
      {"Billing (old): `make billing`", {}, {"make billing"}},
      {"Billing: `make billing` if it must be", {}, {"make billing"}},
      {"Billing: `make billing`, never in CI", {}, {"make billing"}},
  });
}

TEST(SaidCommands, WhatIsDeniedIsNeverRun) {
  Expect({
      {"`true`. Do not, ever, run `deploy.sh`", {"true"}, {"deploy.sh"}},
      {"Never run `scripts/deploy.sh`", {}, {"scripts/deploy.sh"}},
      {"Don\xE2\x80\x99t run `scripts/deploy.sh --all`", {}, {"scripts/deploy.sh --all"}},
      {"Don't run: `scripts/deploy.sh --all`", {}, {"scripts/deploy.sh --all"}},
      {"No need to run `scripts/deploy.sh --all`", {}, {"scripts/deploy.sh --all"}},
      {"Avoid running `scripts/deploy.sh --all`", {}, {"scripts/deploy.sh --all"}},
      {"Under no circumstances, however late it is, run `make x`", {}, {"make x"}},
      {"Do not run `make x`; `make y`", {}, {"make x", "make y"}},
      {"Do not run anything of this, e.g. `deploy.sh`", {}, {"deploy.sh"}},
      {"Do not run: 1. `a.sh` 2. `b.sh`", {}, {"a.sh", "b.sh"}},
      {"Do not\nunder any circumstances\nrun\n`deploy.sh`", {}, {"deploy.sh"}},
      {"`make a`, not `make b`", {"make a"}, {"make b"}},
      {"`make a` instead of `make b`", {"make a"}, {"make b"}},
      {"All but `make b`: never `make c`", {}, {"make b", "make c"}},
      {"`scripts/deploy.sh` is not changed", {}, {"scripts/deploy.sh"}},
      {"`scripts/a.sh` and `scripts/b.sh` are not changed", {}, {"scripts/a.sh", "scripts/b.sh"}},
      {"`npm run deploy` is not run", {}, {"npm run deploy"}},
      {"`npm run deploy` isn't run", {}, {"npm run deploy"}},
      {"`npm run deploy` must never be run", {}, {"npm run deploy"}},
      {"`npm run deploy` passes, but never run it", {}, {"npm run deploy"}},
      {"`npm run deploy` (never run this)", {}, {"npm run deploy"}},
      {"`npm run deploy` (not in this step)", {}, {"npm run deploy"}},
      {"`npm run deploy` \xE2\x80\x94 do not run it", {}, {"npm run deploy"}},
      {"`scripts/deploy.sh` \xE2\x80\x94 unchanged", {}, {"scripts/deploy.sh"}},
      {"`npm run deploy`\nmust never be run", {}, {"npm run deploy"}},
      {"`npm run deploy`. Never run this.", {}, {"npm run deploy"}},
      {"`npm run deploy`. Do not run it; use `make x`.", {}, {"npm run deploy", "make x"}},
      {"Do not run the following. `npm run deploy`", {}, {"npm run deploy"}},
      {"Run `npm run deploy`? No.", {}, {"npm run deploy"}},
      {"`git push --force` is forbidden", {}, {"git push --force"}},
      {"Skip `make slow`", {}, {"make slow"}},
      {"~~`make slow`~~", {}, {"make slow"}},
      {"Out of scope: `make slow`", {}, {"make slow"}},
      {"`npm run deploy` on release day", {}, {"npm run deploy"}},
  });
}

// Found by readers who tried it: each of them was run once.
TEST(SaidCommands, WhatShipsOrDestroysIsRunOnlyAlone) {
  Expect({{"`git push`", {"git push"}},
          {"`make clean && make test` must pass", {"make clean && make test"}},
          {"`make`, then `git push`", {"make", "git push"}}});
  for (const char* line : {"`git push` (left to the user)",
                           "`git push` (CI only)",
                           "`git push` (maintainers only)",
                           "`git push` \xE2\x80\x94 out of scope",
                           "`git push` (banned)",
                           "`git push` (destructive)",
                           "`git push` (for the release)",
                           "`git push` (last resort)",
                           "`git push` must pass",
                           "`git push`. It is quick.",
                           "Run `git push`",
                           "`npm publish`: the maintainers do that",
                           "`make deploy` on the live server",
                           "Run `make deploy` in CI only",
                           "Run `make deploy`: no",
                           "Run `make deploy`, except here",
                           "User: run `make deploy`",
                           "Destructive commands: `git reset --hard`",
                           "Banned commands: `git reset --hard`",
                           "Commands left to the user: `git reset --hard`",
                           "Push all commits: `git push`",
                           "Release all: `npm publish`",
                           "Clean all: `git clean -fdx`",
                           "Format the disk: `mkfs /dev/sda`",
                           "Check in: `git push`",
                           "Unit tests: `git push`",
                           "Build: `rm -rf /`"})
    EXPECT_EQ(ReadSaidCommands(line).commands, Texts{}) << line;
}

TEST(SaidCommands, WordsAgainstAChecksRunningHoldToo) {
  for (const char* line :
       {"`make x` (left to the user)", "`make x` (CI only)", "`make x` (maintainers only)",
        "`make x` \xE2\x80\x94 out of scope", "`make x` (banned)", "`make x` (destructive)",
        "`make x` (for the release)", "`make x` (last resort)", "`make x`: the maintainers do that",
        "`make x` on the live server", "Run `make x` in CI only", "Run `make x`: no", "Run `make x`, except here",
        "User: run `make x`", "Banned commands: `make x`", "Commands left to the user: `make x`",
        "`make x`. The maintainer does that.", "`make x`. By hand only.", "`make x`. Left to the user."})
    EXPECT_EQ(ReadSaidCommands(line).commands, Texts{}) << line;
  Expect({{"Run `make test`; `make x` is for CI", {"make test"}, {"make x"}},
          {"Run `make test`; `make deploy` is for CI", {"make test"}, {"make deploy"}}});
  // Words that nobody has thought of: only a check is run.
  for (const char* line : {"`./pay.sh` (Bob does that)", "Fridays: `./pay.sh`", "`./pay.sh` moves the money"})
    EXPECT_EQ(ReadSaidCommands(line).commands, Texts{}) << line;
}

TEST(SaidCommands, ALineWithoutBackticksIsACommandInAllItsWords) {
  for (const char* line : {"make test", "make", "stack test", "cargo run", "pytest -k 'not slow' --run", "npm ci",
                           "make ci", "npm run ci", "go test ./...", "CC=clang make -j2 all", "make a && make b",
                           "for f in *.sh; do sh -n $f; done", "x", "./check --all", "make clean && make test"})
    EXPECT_TRUE(IsPlainCommand(line)) << line;
  for (const char* line :
       {"make deploy must never be run", "make deploy by hand only", "./deploy.sh must not be run here",
        "rm -rf build is forbidden", "make test, never make deploy", "make test must pass", "make test (slow)",
        "make check manually", "make x, make y", "the tests pass", "It works.", "tests pass", "unit tests",
        "make test:", "git push", "make sure that it works", "", "make it fast again for us"})
    EXPECT_FALSE(IsPlainCommand(line)) << line;
}

TEST(SaidCommands, EachSentenceDecidesForItself) {
  Expect({
      {"`true x`. Other files are not changed.", {"true x"}},
      {"`true x`. The API is not changed.", {"true x"}},
      {"Do not change the API. Run `make test`.", {"make test"}},
      {"`make test`. Never run `deploy.sh`. `make lint`.", {"make test", "make lint"}, {"deploy.sh"}},
      {"`make a` must pass\n`make b` must pass", {"make a", "make b"}},
      {"Run `make a` in the root\nRun `make b`", {"make a", "make b"}},
      {"`make a` prints\n`one`", {"make a"}, {"one"}},
      {"`make a`\n`make b`", {"make a", "make b"}},
  });
}

TEST(SaidCommands, ASentenceMayGoOnInTheNextLine) {
  const auto goes_on = [](std::string_view line, std::string_view next) {
    SentenceEnd end;
    end.Add(line, false);
    return end.GoesOn(next);
  };
  EXPECT_TRUE(goes_on("`make a` (it fails today", "Because `x` is missing)"));
  EXPECT_TRUE(goes_on("`make a`,", "`make b`"));
  EXPECT_TRUE(goes_on("`make a` prints", "`one`"));
  EXPECT_TRUE(goes_on("Run", "`make`"));
  EXPECT_TRUE(goes_on("Take care of", "`scripts/deploy.sh`"));
  EXPECT_TRUE(goes_on("Do not run this", "Run `make`"));
  EXPECT_TRUE(goes_on("`scripts/deploy.sh`", "is not changed"));
  EXPECT_FALSE(goes_on("`make a`", "`make b`"));
  EXPECT_FALSE(goes_on("`make a`", "stack test"));
  EXPECT_FALSE(goes_on("`make a` must pass.", "`make b`"));
  EXPECT_FALSE(goes_on("`make a` must pass", "`make b` must pass"));
  EXPECT_FALSE(goes_on("Run `make a` in the root", "Run `make b`"));
  EXPECT_FALSE(goes_on("make", "make test"));
  EXPECT_FALSE(goes_on("cargo run", "make test"));
  EXPECT_FALSE(SentenceEnd().GoesOn("`make`"));
}

TEST(SaidCommands, WordsThatAreSaidOfTheCodeBesideThem) {
  for (const char* line : {"Never.", "Do not run it.", "Never run this again", "It must not be used", "By hand.",
                           "Not here.", "Left to the user.", "The maintainer does that.", "CI only.", "Out of scope.",
                           "Manually.", "Optional.", "A person does this.", "Do not do this here."})
    EXPECT_TRUE(SpeaksAgainst(line)) << line;
  for (const char* line :
       {"Do not run anything else.", "Other files are not changed.", "Do not start the server.", "Run it.",
        "Existing tests should not change.", "It must not need the network.", "There are no manual steps.",
        "It must not fail.", "Do not push.", "The API is not changed.", "If it fails, look at the log."})
    EXPECT_FALSE(SpeaksAgainst(line)) << line;
  EXPECT_TRUE(TakesBack("Do not run it; use `make x`."));
  for (const char* line : {"Look at the page by hand.", "make x must never be run", "The old script is never run.",
                           "The user sees it.", "The user runs the app."})
    EXPECT_FALSE(TakesBack(line)) << line << ": about something else";
  EXPECT_FALSE(TakesBack("Do not run these:")) << "it is about what follows";
  EXPECT_FALSE(TakesBack("Do not run `make x`."));
}

TEST(SaidCommands, WordsAboveDecideWhatIsRunBelowThem) {
  const auto above = [](std::string_view text) { return ReadIntroduction(text, false); };
  for (const char* text : {"By hand: start the server, then",
                           "By hand",
                           "Manually:",
                           "Manually",
                           "Start the server manually, then",
                           "Do not run:",
                           "Do not run this",
                           "Never:",
                           "Never",
                           "Not here:",
                           "Skip this one,",
                           "On your machine:",
                           "On your own machine, run",
                           "Start it yourself, then",
                           "Optional:",
                           "If it fails, run",
                           "If it fails:",
                           "When a customer asks:",
                           "Only in production:",
                           "As needed:",
                           "To roll back:",
                           "Undo:",
                           "Rollback:",
                           "Cleanup:",
                           "Release:",
                           "Fallback:",
                           "Last resort:",
                           "Teardown:",
                           "Note:",
                           "Example:",
                           "Expected output:",
                           "Expected:",
                           "Output:",
                           "CI:",
                           "CI runs:",
                           "They run",
                           "`make a` prints",
                           "`make a` exits with 0 and prints:",
                           "It should print:",
                           "By hand: `make serve`, then",
                           "On your machine: `make serve`",
                           "`make a` must pass. By hand:",
                           "~~Run this:~~",
                           "Check by hand that the page loads.",
                           "**Manual checks**",
                           "**Manual checks:**",
                           "Do not run these:",
                           "Never run:",
                           "Skip the tests:",
                           "Tests to skip:",
                           "Deprecated tests:",
                           "The user runs:",
                           "Left to the user:",
                           "After the release:",
                           "For the maintainer:",
                           "`make list` must give this output:",
                           "`make list` gives:",
                           "`make list` yields",
                           "`make list`:"})
    EXPECT_EQ(above(text), SaidAround::kAgainst) << text;
  for (const char* text :
       {"", "Unit tests:", "Build:", "Then run", "The following must pass:", "Run:", "`make a`",
        "`make a` passes, then", "Test case 1:", "Existing tests should not change.", "It must not need the network.",
        "There are no manual steps.", "If a file is missing, the command says so.", "The error names the file.",
        "How to test:", "Run only the unit tests:", "Run also:"})
    EXPECT_EQ(above(text), SaidAround::kNeutral) << text;
  for (const char* text : {"Start the server, then", "Clean build:", "Release build:", "Migration tests:",
                           "Python 3.8 or later:", "Hand-written parser tests:", "Billing:", "Skip-list tests:"})
    EXPECT_EQ(above(text), SaidAround::kOther) << text;
  EXPECT_EQ(ReadIntroduction("Things we never do", true), SaidAround::kAgainst);
  for (const char* text : {"Unit tests:", "Start the server, then", "`make a`,", "**By hand:**", "`make a` prints"})
    EXPECT_TRUE(LeadsOn(text)) << text;
  for (const char* text : {"", "By hand", "`cargo run`", "make test", "It passes."})
    EXPECT_FALSE(LeadsOn(text)) << text;
}

TEST(SaidCommands, OneTextWithVeryManySpansDoesNotCostTheSquare) {
  for (const char* piece : {"`x` says ", "`x`. ", "`x` says\n", "`x`\n", "do not\n", "(`x` ", "and "}) {
    std::string text;
    for (int i = 0; i < 50'000; ++i) text += piece;
    const SaidCommands said = ReadSaidCommands(text);
    const bool code = std::string_view(piece).find('`') != std::string_view::npos;
    EXPECT_EQ(said.commands.size() + said.cited.size(), code ? 50'000U : 0U) << piece;
  }
}

}  // namespace
}  // namespace forge
