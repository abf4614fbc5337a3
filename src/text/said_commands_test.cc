#include "text/said_commands.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/plain_commands.h"
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

Texts CitedBy(const SaidCommands& said) {
  Texts cited;
  for (const SaidCommands::Cited& each : said.cited) cited.push_back(each.code);
  return cited;
}

void Expect(const std::vector<Spelling>& spellings) {
  for (const auto& [line, commands, cited] : spellings) {
    const SaidCommands said = ReadSaidCommands(line);
    EXPECT_EQ(said.commands, commands) << line;
    EXPECT_EQ(CitedBy(said), cited) << line;
  }
}

void ExpectNotRun(std::initializer_list<const char*> lines) {
  for (const char* line : lines) EXPECT_EQ(ReadSaidCommands(line).commands, Texts{}) << line;
}

// --- The shapes. ---

TEST(SaidCommands, CodeAloneIsRun) {
  Expect({
      {"`make`", {"make"}},
      {"`make test`.", {"make test"}},
      {"`scripts/test.sh`", {"scripts/test.sh"}},
      {"`stack test`", {"stack test"}},
      {"`x`, `42`", {"x", "42"}},
      {"[ ] `make lint`", {"make lint"}},
      {"[x] `make lint`", {"make lint"}},
      {"1. `make lint`", {"make lint"}},
      {"2) `make lint`", {"make lint"}},
      {"**`make lint`**", {"make lint"}},
      {"`$ make lint`", {"make lint"}},
      {"`% make lint`", {"make lint"}},
      {"`make` and `make test`", {"make", "make test"}},
      {"`a`, `b`; `c`", {"a", "b", "c"}},
      {"`a`, `b`, and then `c`", {"a", "b", "c"}},
      {"`a` && `b` + `c`", {"a", "b", "c"}},
      {"`a`\n`b`", {"a", "b"}},
  });
}

TEST(SaidCommands, AnOrderIsRun) {
  Expect({
      {"Run `make check`", {"make check"}},
      {"Run: `make check`", {"make check"}},
      {"[x] Run `make lint`", {"make lint"}},
      {"Please run `make lint`.", {"make lint"}},
      {"1. Run `make lint`", {"make lint"}},
      {"Re-run `make x`", {"make x"}},
      {"Now run `a b`, then run `c d`", {"a b", "c d"}},
      {"Run the tests with `make check`", {"make check"}},
      {"Run all unit tests: `make unit`", {"make unit"}},
      {"Build with `make`", {"make"}},
      {"Compile using `make all`", {"make all"}},
      {"Test via `make limits`", {"make limits"}},
      {"Verify by running `make limits`", {"make limits"}},
      {"Then run `scripts/all.sh` from the root.", {"scripts/all.sh"}},
      {"Then `npm test`", {"npm test"}},
      {"Finally, `npm test`", {"npm test"}},
      {"Finally: `make x`", {"make x"}},
      {"Run `go test ./internal/release/...`", {"go test ./internal/release/..."}},
      {"Run `docker run --rm img pytest`", {"docker run --rm img pytest"}},
  });
}

TEST(SaidCommands, TheNameOfACheckIsALabel) {
  Expect({
      {"Unit tests: `make unit`", {"make unit"}},
      {"**Unit tests:** `make unit`", {"make unit"}},
      {"**Unit tests**: `make unit`", {"make unit"}},
      {"Unit tests \xE2\x80\x94 `make unit`", {"make unit"}},
      {"Unit tests - `make unit`", {"make unit"}},
      {"Smoke test: `scripts/smoke.sh`", {"scripts/smoke.sh"}},
      {"Type check: `tsc`", {"tsc"}},
      {"Test 1: `make one`", {"make one"}},
      {"Verify: `make x`", {"make x"}},
      {"Unit: `make unit`, integration: `make all`", {"make unit", "make all"}},
      {"The following must pass: `make a`, `make b`", {"make a", "make b"}},
      {"All tests pass (`make test`)", {"make test"}},
      {"Unit tests: `cargo test --release`", {"cargo test --release"}},
  });
}

TEST(SaidCommands, AnOutcomeThatMeansExitCodeZeroIsRun) {
  Expect({
      {"`make e2e` must pass", {"make e2e"}},
      {"`scripts/e2e.sh` passes", {"scripts/e2e.sh"}},
      {"`./check` stays green", {"./check"}},
      {"`make a` must pass; `make b` must pass.", {"make a", "make b"}},
      {"`make a` passes and `make b` passes", {"make a", "make b"}},
      {"`make a` must pass\n`make b` must pass", {"make a", "make b"}},
      {"All of `make lint`, `make test` pass", {"make lint", "make test"}},
      {"Expect `make test` to pass", {"make test"}},
      {"Check that `make test` passes", {"make test"}},
      {"Make sure that `make test` still passes", {"make test"}},
      {"Verify `make test` passes", {"make test"}},
      {"Run `make x` and make sure it does not fail", {"make x"}},
      {"`make lint` passes without warnings", {"make lint"}},
      {"`make lint` reports no warnings", {"make lint"}},
      {"`make t` exits with code 0 and no output", {"make t"}},
      {"`make t` returns 0", {"make t"}},
      {"`make t` exits with `0`", {"make t"}, {"0"}},
      {"`make a` (slow)", {"make a"}},
      {"`make a` - the whole", {"make a"}},
      {"`npm test` (expected to pass)", {"npm test"}},
      {"`npm test` (expected: 3 passed)", {"npm test"}},
      {"`pytest x` (fails today)", {"pytest x"}},
      {"`pytest x` fails before the change and passes after it", {"pytest x"}},
      {"Run `test -s two.txt` (it fails today because `two.txt` is missing)", {"test -s two.txt"}, {"two.txt"}},
      {"`./mytool --version` prints the version", {"./mytool --version"}},
      {"`./mytool --help` lists the new flag", {"./mytool --help"}},
      {"`make a` prints: `one`", {"make a"}, {"one"}},
      {"`make a` prints\n`one`", {"make a"}, {"one"}},
      {"`make a` exits with 0, and prints: `one`", {"make a"}, {"one"}},
      {"`pytest tests/test_upload.py` passes", {"pytest tests/test_upload.py"}},
      {"`NODE_ENV=production npm test` passes", {"NODE_ENV=production npm test"}},
      {"`make clean && make test` must pass", {"make clean && make test"}},
  });
}

// --- What has no shape. ---

// To run it as "must pass" would prove the opposite.
TEST(SaidCommands, WhatMustFailIsNeverRunAndSaysHowToWriteIt) {
  for (const char* line :
       {"`grep -q x y` must fail", "`grep -q x y` should fail", "`grep -q x y` exits 1", "`grep -q x y` exits non-zero",
        "`grep -q x y` exits with `1`", "`grep -q x y` returns 2", "Check that `grep -q x y` fails",
        "Run `grep -q x y`: it must fail", "Unit tests: `grep -q x y` (expected to fail)"}) {
    const SaidCommands said = ReadSaidCommands(line);
    EXPECT_EQ(said.commands, Texts{}) << line;
    ASSERT_FALSE(said.cited.empty()) << line;
    EXPECT_EQ(said.cited[0].why, SaidWhy::kMustFail) << line;
  }
  EXPECT_EQ(AdviceFor(SaidWhy::kMustFail, "grep -q x y"),
            "the line says that it fails, and Forge expects exit code 0; write: - `! grep -q x y`");
  EXPECT_EQ(ReadSaidCommands("`! grep -q x y`").commands, Texts{"! grep -q x y"});
}

TEST(SaidCommands, AChoiceAndAPlaceholderAreNotRun) {
  const auto why = [](const char* line) {
    const SaidCommands said = ReadSaidCommands(line);
    EXPECT_EQ(said.commands, Texts{}) << line;
    return said.cited.at(0).why;
  };
  for (const char* line : {"`make a` or `make b`", "Run `make a` or `make b`", "`make a`, or else `make b`"})
    EXPECT_EQ(why(line), SaidWhy::kChoice) << line;
  for (const char* line : {"`<command>`", "Run `make <target>`", "`todo`", "`...`", "Unit tests: `tbd`"})
    EXPECT_EQ(why(line), SaidWhy::kPlaceholder) << line;
  EXPECT_EQ(why("Run either `make a` or `make b`"), SaidWhy::kSpokenOf);
}

TEST(SaidCommands, WhatShipsOrDestroysIsRunOnlyAlone) {
  Expect({{"`git push`", {"git push"}}, {"`make`, then `git push`", {"make", "git push"}}});
  ExpectNotRun({"`git push` (slow)", "`git push` must pass", "`git push`. It is quick.", "Run `git push`",
                "Unit tests: `git push`", "Build: `rm -rf /`", "Finally, `gh pr merge 12 --squash`",
                "Run `git commit -am wip`", "Run `make deploy`: no"});
  EXPECT_EQ(ReadSaidCommands("Run `git push`").cited[0].why, SaidWhy::kShips);
}

// Each of them was run once. No list of words that speak against running is complete, so all other words do.
TEST(SaidCommands, CodeThatALineOnlySpeaksOfIsNotRun) {
  // Others run it, or it is run at another time.
  ExpectNotRun({"CI runs `make x`",
                "CI: `make x`",
                "QA runs `make x`",
                "Step b runs `make e2e`",
                "Tests run `make x`",
                "The build will run `./gen --all`",
                "`./gen --all` is run by the build system",
                "Each test will execute `x y`",
                "`make x`; the audit runs `make y`",
                "`make x`, which calls `make y`",
                "`make bench` belongs to step b",
                "Same as step b: `make x`",
                "In the next step: `./e2e --all`",
                "`./e2e --all` (only for the last step)",
                "After the last step, run `./cutover --all`",
                "Once the whole project is complete, run `./x y`",
                "After the merge, `make test` must pass",
                "`make x` can wait",
                "`make x` used to be here",
                "Next steps: `make x`",
                "They build it and run `make x`"});
  // Denied.
  ExpectNotRun({"Do not run `make x`; `make y`",
                "Do not use Docker or run `docker compose up`",
                "Do not touch the network with `curl http://x/y`",
                "Never run `./x y`",
                "Avoid running `./x y`",
                "No need to run `./x y`",
                "Don't run `make x`",
                "Don\xE2\x80\x99t run `make x`",
                "Don\xC2\xB4t run `make x`",
                "Don\xCA\xBCt run `make x`",
                "`make x` shouldnt be run",
                "Leave out `make x`",
                "Hold off on `make x`",
                "Apart from `make x`",
                "Skip `make x`",
                "`make x` is off limits",
                "`make x` passes, but never run it",
                "`make x` prints a lot, never run it",
                "`make x` \xE2\x80\x94 do not run it",
                "Run `make x`? No.",
                "~~`make x`~~",
                "<del>`make x`</del>",
                "\xE2\x9D\x8C `make x`",
                "\xF0\x9F\x9A\xAB `make x`",
                "[-] `make x`",
                "Nicht ausf\xC3\xBChren: `make x`",
                "Do not\nunder any circumstances\nrun\n`./x y`"});
  // Labels that name no check.
  ExpectNotRun({"Billing: `make billing`", "On Windows: `make x`", "Disabled: `make x`", "Excluded: `make x`",
                "Removed: `make x`", "Deferred: `make x`", "Blocked: `make x`", "Non-goals: `make x`", "Undo: `make x`",
                "Release: `make x`", "Example: `make x`", "Expected: `make x`", "Setup: `npm install`",
                "By hand: `make x`", "Server: `./build/server --port 8080`", "Expected output: `hello`",
                "Was: `make old`, now: `make new`", "Existing: `make old`, new: `make new`"});
  // Conditions and remarks.
  ExpectNotRun({"If it fails, run `./x y`", "Run `make x` if something goes wrong", "Run `make x` on Fridays",
                "Run `make x` in CI only", "`make x` (n/a)", "`make x` (disabled)", "`make x` (too slow)",
                "`make x` (optional)", "`make x` (left to the user)", "`make x` prints the result (CI only)",
                "Start the server with `make up-all`", "Start the server, then run `make e2e`",
                "Check the totals by running `pytest tests/orders`", "`make a` instead of `make b`",
                "`true` (as `scripts/deploy.sh` does)", "`make test` with `CC=clang`", "`pytest` after the upgrade"});
  // Statements.
  ExpectNotRun({"Something like `make x`", "The command is `make slow`.", "See: `make x`",
                "`make x` is the new command", "`make x` must", "`make list`:", "Verify `scripts/x.sh`",
                "Verify `scripts/x.sh` handles the flag", "`scripts/deploy.sh` stays as it is",
                "`read_all()` returns 0", "`foo` works", "`src/a.cc` passes", "Unit tests: `src/a.cc`",
                "Run with `CC=clang`", "`./pay.sh` gives the team its money",
                "the limit holds, shown by `make limits`"});
  EXPECT_EQ(ReadSaidCommands("Billing: `make billing`").cited[0].why, SaidWhy::kSpokenOf);
  EXPECT_EQ(AdviceFor(SaidWhy::kSpokenOf, "make x"),
            "the line only speaks of it; to run it, write it alone: - `make x`");
}

// --- Sentences beside it. ---

TEST(SaidCommands, EachSentenceDecidesForItself) {
  Expect({
      {"`npm test`. Do not use mocks.", {"npm test"}},
      {"`npm test`. Never call external APIs.", {"npm test"}},
      {"`npm test`. It must not regress.", {"npm test"}},
      {"`true x`. Other files are not changed.", {"true x"}},
      {"Do not change the API. Run `make test`.", {"make test"}},
      {"`true`. Do not, ever, run `deploy.sh`", {"true"}, {"deploy.sh"}},
      {"`make test`. Never run `deploy.sh`. `make lint`.", {"make test", "make lint"}, {"deploy.sh"}},
      {"`npm run x`. Never run this.", {}, {"npm run x"}},
      {"`npm run x`. Do not run it; use `make x`.", {}, {"npm run x", "make x"}},
      {"`make x`, `make y`. Neither is run here.", {}, {"make x", "make y"}},
      {"`make x`, `make y`. None of this is run here.", {}, {"make x", "make y"}},
      {"`make x`. The above command must not be run.", {}, {"make x"}},
      {"`make a`. `make b`. Skip it for now.", {"make a"}, {"make b"}},
      {"`make x`. The maintainer does that.", {}, {"make x"}},
      {"Do not run the following. `npm run x`", {}, {"npm run x"}},
      {"The slow tests are not run here. The command is `make slow`.", {}, {"make slow"}},
      {"The slow tests are not run here. `make slow`.", {}, {"make slow"}},
  });
}

TEST(SaidCommands, WordsThatAreSaidOfTheCodeBesideThem) {
  for (const char* line : {"Never.",
                           "Do not run it.",
                           "Never run this again",
                           "It must not be used",
                           "By hand.",
                           "Not here.",
                           "Left to the user.",
                           "The maintainer does that.",
                           "CI only.",
                           "Out of scope.",
                           "Manually.",
                           "Optional.",
                           "A person does this.",
                           "Do not do this here.",
                           "Neither is run here.",
                           "None of this is run here.",
                           "The above command must not be run.",
                           "These commands are never run.",
                           "Do not run them on Friday.",
                           "Do not run any of these.",
                           "Skip it for now.",
                           "CI runs it on every push.",
                           "Only on Fridays.",
                           "It is disabled."})
    EXPECT_TRUE(SpeaksAgainst(line) && TakesBack(line)) << line;
  for (const char* line : {"Do not run anything else.",
                           "Other files are not changed.",
                           "Do not start the server.",
                           "Run it.",
                           "Existing tests should not change.",
                           "It must not need the network.",
                           "There are no manual steps.",
                           "It must not fail.",
                           "Do not push.",
                           "The API is not changed.",
                           "If it fails, look at the log.",
                           "Look at the page by hand.",
                           "make x must never be run",
                           "The old script is never run.",
                           "The user sees it.",
                           "The user runs the app.",
                           "Do not use mocks.",
                           "Do not use mocks in this step.",
                           "Never call external APIs.",
                           "It must not regress.",
                           "It does not use the network."})
    EXPECT_FALSE(SpeaksAgainst(line) || TakesBack(line)) << line << ": about something else";
  EXPECT_TRUE(TakesBack("Do not run it; use `make x`."));
  EXPECT_FALSE(TakesBack("Do not run these:")) << "it is about what follows";
  EXPECT_FALSE(TakesBack("Do not run `make x`."));
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

TEST(SaidCommands, WordsAboveDecideWhatIsRunBelowThem) {
  for (const char* text : {"", "Unit tests:", "Unit tests", "**Unit tests**", "Build:", "Verify with:", "Then run",
                           "The following must pass:", "Run:", "Run also:", "Run the following commands:", "`make a`",
                           "`make a` passes, then", "Test case 1:", "How to test:"})
    EXPECT_TRUE(LetsRunBelow(text, false) && LetsRunBelow(text, true)) << text;
  // They do not lead to it.
  for (const char* text : {"Existing tests should not change.", "It must not need the network.",
                           "There are no manual steps.", "If a file is missing, the command says so."})
    EXPECT_TRUE(LetsRunBelow(text, false)) << text;
  for (const char* text : {"By hand: start the server, then",
                           "By hand",
                           "Manually",
                           "Do not run:",
                           "Do not run this",
                           "Do not run these.",
                           "Never:",
                           "Not here:",
                           "On your machine:",
                           "Optional:",
                           "If it fails, run",
                           "To roll back:",
                           "Undo:",
                           "Note:",
                           "Expected output:",
                           "CI runs:",
                           "The user runs:",
                           "They run",
                           "For the next step:",
                           "Next step:",
                           "What the build system will run:",
                           "After the last step",
                           "**After the last step**",
                           "The following is run by CI.",
                           "Billing:",
                           "Bob starts it so:",
                           "Start the server, then",
                           "**Manual checks**",
                           "Skip the tests:",
                           "`make a` prints",
                           "`make a` exits with 0 and prints:",
                           "It should print:",
                           "`make list` must give this output:",
                           "`make list`:",
                           "By hand: `make serve`, then",
                           "`make a` must pass. By hand:",
                           "~~Run this:~~"})
    EXPECT_FALSE(LetsRunBelow(text, false) || LetsRunBelow(text, true)) << text;
  for (const char* text : {"Unit tests:", "Start the server, then", "`make a`,", "**By hand:**", "`make a` prints"})
    EXPECT_TRUE(LeadsOn(text)) << text;
  for (const char* text : {"", "By hand", "`cargo run`", "make test", "It passes.", "It must not be run."})
    EXPECT_FALSE(LeadsOn(text)) << text;
}

TEST(SaidCommands, ALineWithoutBackticksIsACommandInAllItsWords) {
  for (const char* line :
       {"make test", "make", "stack test", "cargo run", "pytest -k 'not slow' --run", "npm ci", "make ci", "npm run ci",
        "go test ./...", "CC=clang make -j2 all", "make a && make b", "for f in *.sh; do sh -n $f; done", "x",
        "./check --all", "make clean && make test", "npm test && npm run lint",
        "npm run build && npm run test && npm run lint", "pytest tests/test_upload.py"})
    EXPECT_TRUE(IsPlainCommand(line)) << line;
  for (const char* line : {"make deploy must never be run",
                           "make deploy by hand only",
                           "./deploy.sh must not be run here",
                           "rm -rf build is forbidden",
                           "make test, never make deploy",
                           "make test must pass",
                           "make test (slow)",
                           "make check manually",
                           "make x, make y",
                           "the tests pass",
                           "It works.",
                           "tests pass",
                           "unit tests",
                           "make test:",
                           "git push",
                           "make sure that it works",
                           "",
                           "make it fast again for us",
                           "is not changed",
                           "which is good"})
    EXPECT_FALSE(IsPlainCommand(line)) << line;
}

TEST(SaidCommands, OneTextWithVeryManySpansDoesNotCostTheSquare) {
  for (const char* piece :
       {"`x` says ", "`x`. ", "`x` says\n", "`x`\n", "do not\n", "(`x` ", "and ", "`x` and ", "`x` prints ", "`1` "}) {
    std::string text;
    for (int i = 0; i < 50'000; ++i) text += piece;
    const SaidCommands said = ReadSaidCommands(text);
    const bool code = std::string_view(piece).find('`') != std::string_view::npos;
    EXPECT_EQ(said.commands.size() + said.cited.size(), code ? 50'000U : 0U) << piece;
  }
  std::string text = "`x` ";
  for (int i = 0; i < 50'000; ++i) text += "and ";
  EXPECT_EQ(ReadSaidCommands(text + "`y`").commands, Texts{});
}

}  // namespace
}  // namespace forge
