#include "text/said_commands.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

using Texts = std::vector<std::string>;

TEST(SaidCommands, WhatALineSaysToRunIsRun) {
  const struct {
    const char* line;
    Texts commands;
  } kLines[] = {
      {"`make`", {"make"}},
      {"`make` and `make test`", {"make", "make test"}},
      {"`a`, `b`; `c`", {"a", "b", "c"}},
      {"`a`, `b`, and then `c`", {"a", "b", "c"}},
      {"`a` && `b`", {"a", "b"}},
      {"Run `make check`", {"make check"}},
      {"Run the tests with `make check`", {"make check"}},
      {"Then run `scripts/all.sh` from the root.", {"scripts/all.sh"}},
      {"[ ] `make lint`", {"make lint"}},
      {"[x] Run `make lint`", {"make lint"}},
      {"Unit tests: `make unit`", {"make unit"}},
      {"**Unit tests:** `make unit`", {"make unit"}},
      {"`make e2e` must pass", {"make e2e"}},
      {"`scripts/e2e.sh` passes", {"scripts/e2e.sh"}},
      {"`./check` stays green", {"./check"}},
      {"`make a` must pass; `make b` must pass.", {"make a", "make b"}},
      {"`make a` builds it, then run `make b`", {"make a", "make b"}},
      {"the limit holds, shown by `make limits`", {"make limits"}},
      {"all cases pass: `make cases`", {"make cases"}},
      {"`make a` (slow)", {"make a"}},
      {"`make a` - the whole", {"make a"}},
  };
  for (const auto& [line, commands] : kLines) EXPECT_EQ(ReadSaidCommands(line).commands, commands) << line;
}

TEST(SaidCommands, CodeThatALineOnlySpeaksOfIsNotRun) {
  const struct {
    const char* line;
    Texts commands;
    Texts cited;
  } kLines[] = {
      {"`sh -c 'cat notes/one.txt'` prints `one`", {"sh -c 'cat notes/one.txt'"}, {"one"}},
      {"Run `test -s two.txt` (it fails today because `two.txt` is missing)", {"test -s two.txt"}, {"two.txt"}},
      {"`test -s three.txt` exits with `0`", {"test -s three.txt"}, {"0"}},
      {"`true` (as `scripts/deploy.sh` does)", {"true"}, {"scripts/deploy.sh"}},
      {"`true`, as `scripts/deploy.sh` does", {"true"}, {"scripts/deploy.sh"}},
      {"`make test` with `CC=clang`", {"make test"}, {"CC=clang"}},
      {"`make a` and then look at `out/log.txt`", {"make a"}, {"out/log.txt"}},
      {"`scripts/deploy.sh` is not changed", {}, {"scripts/deploy.sh"}},
      {"`scripts/a.sh` and `scripts/b.sh` are not changed", {}, {"scripts/a.sh", "scripts/b.sh"}},
      {"`npm run deploy` is not run", {}, {"npm run deploy"}},
      {"`scripts/deploy.sh` stays as it is", {}, {"scripts/deploy.sh"}},
      {"Keep `scripts/deploy.sh` as it is.", {}, {"scripts/deploy.sh"}},
      {"Don\xE2\x80\x99t run `scripts/deploy.sh --all`", {}, {"scripts/deploy.sh --all"}},
      {"Don't run: `scripts/deploy.sh --all`", {}, {"scripts/deploy.sh --all"}},
      {"No need to run `scripts/deploy.sh --all`", {}, {"scripts/deploy.sh --all"}},
      {"Avoid running `scripts/deploy.sh --all`", {}, {"scripts/deploy.sh --all"}},
      {"`npm run deploy` isn't run", {}, {"npm run deploy"}},
      {"`git push --force` is forbidden", {}, {"git push --force"}},
      {"The `scripts/deploy.sh` script is for releases", {}, {"scripts/deploy.sh"}},
      {"See: `scripts/deploy.sh`", {}, {"scripts/deploy.sh"}},
      {"Never run `scripts/deploy.sh`", {}, {"scripts/deploy.sh"}},
  };
  for (const auto& [line, commands, cited] : kLines) {
    const SaidCommands said = ReadSaidCommands(line);
    EXPECT_EQ(said.commands, commands) << line;
    EXPECT_EQ(said.cited, cited) << line;
  }
}

TEST(SaidCommands, ASentenceMayGoOnInTheNextLine) {
  for (const char* line : {"`make a` (it fails today", "`make a`,", "`make a` prints", "Run"})
    EXPECT_TRUE(SaysMore(line)) << line;
  for (const char* line : {"`make a`", "`make a` must pass.", "`make a` (slow)", "make test", ""})
    EXPECT_FALSE(SaysMore(line)) << line;
}

TEST(SaidCommands, OneLineWithVeryManySpansDoesNotCostTheSquare) {
  std::string line;
  for (int i = 0; i < 50'000; ++i) line += "`x` says ";
  EXPECT_EQ(ReadSaidCommands(line).commands.size() + ReadSaidCommands(line).cited.size(), 50'000U);
}

}  // namespace
}  // namespace forge
