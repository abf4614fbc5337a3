#include "verify/symbol_lookup.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "text/plan/plan.h"
#include "verify/symbols_scan.h"

namespace forge {
namespace {

Result<SymbolReport> CheckPlanSymbols(std::string_view plan, const std::string& root, std::stop_token stop = {}) {
  return CheckSymbols(FindPlanSymbols(plan, ParsePlan(plan).steps), root, stop);
}

class SymbolsTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = *MakeTempDirectory("symbols");
    Git({"init", "-q"});
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }

  void Git(std::vector<std::string> arguments) {
    ProcessSpec command;
    command.argv = {"git"};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.cwd = root_;
    auto ran = RunProcess(command);
    ASSERT_TRUE(ran.has_value() && ran->ok()) << (ran ? ran->err : ran.error().message);
  }
  void Write(const std::string& path, std::string_view text) {
    ASSERT_TRUE(MakeDirectories(DirName(JoinPath(root_, path))));
    ASSERT_TRUE(WriteFileAtomic(JoinPath(root_, path), text));
  }
  std::string Check(std::string_view plan) {
    Git({"add", "."});
    auto report = CheckPlanSymbols(plan, root_);
    if (!report) return report.error().message;
    std::vector<std::string> lines;
    for (const CheckedSymbol& item : report->items)
      lines.push_back(fmt::format("{} {} ({})", Name(item.symbol_class), item.symbol.written, item.reason));
    return Join(lines, "\n");
  }

  std::string root_;
};

TEST_F(SymbolsTest, EachSymbolIsLookedUpInTheTrackedFiles) {
  Write("src/a.cc", "int ParseIt(int x) { return Outside(x); }\n// int InComment() {}\n");
  Write("src/b.py", "def twice(): pass\n");
  Write("lib/c.py", "def twice(): pass\n");
  Write("data.zig", "fn zigOnly() void {}\n");
  EXPECT_EQ(Check("## Changes\n- `src/new.cc`: call `MakeIt`\n## Risks\n"
                  "`ParseIt`, `twice()`, `Outside`, `InComment`, `zigOnly`, `Nowhere_at_all`, `plain`\n"
                  "- `twice()` in `lib/c.py`\n"),
            "greenfield MakeIt (src/new.cc does not exist yet)\n"
            "verified ParseIt (function in src/a.cc:1)\n"
            "verified twice (function in lib/c.py:1)\n"
            "uncheckable Outside (used 1 time, not defined here: from a library)\n"
            "uncheckable InComment (used 1 time, not defined here: from a library)\n"
            "uncheckable zigOnly (found only in files of unknown languages)\n"
            "uncheckable Nowhere_at_all (not found, and the plan does not say that it is here)");
}

TEST_F(SymbolsTest, TheStandardLibraryAndWhatThePlanMakesAreNotMissing) {
  Write("app/words.py", "import json\nfrom collections import Counter\n\ndef count(text): return Counter(text)\n");
  Write("src/json.c", "int unrelated_one(void) { return 0; }\n");
  EXPECT_EQ(
      Check("## Objective\nPrint `json.dumps()` of `Counter` and `pathlib.Path.read_text`.\n"
            "## Changes\n- `app/words.py`: add `count_lines`, next to `words.count`; change `words.total`\n"
            "- `app/report.py`: new\n## Testing\n`words.count_lines` and `report.print_all`; `ThreadPoolExecutor`\n"
            "## Risks\nChange the existing `lost_one`.\n"),
      "uncheckable json.dumps (json is no type, module or file of this repository)\n"
      "uncheckable Counter (used 2 times, not defined here: from a library)\n"
      "uncheckable pathlib.Path.read_text (Path is no type, module or file of this repository)\n"
      "greenfield count_lines (the plan creates it)\n"
      "verified words.count (function in app/words.py:4)\n"
      "missing words.total (not found in the repository)\n"
      "greenfield words.count_lines (the plan creates it)\n"
      "greenfield report.print_all (app/report.py does not exist yet)\n"
      "uncheckable ThreadPoolExecutor (not found, and the plan does not say that it is here)\n"
      "missing lost_one (not found in the repository)");
}

TEST_F(SymbolsTest, AMemberOfATypeWhoseFileThePlanWritesMayBeNew) {
  Write("app/ledger.py", "class Ledger:\n    def total(self): pass\n");
  Write("app/cli.py", "def main(): pass\n");
  const std::string steps =
      "## Steps\n### Step one: CSV\n- Do: rows reach `Ledger.import_csv`.\n- Writes: `app/{}.py`\n";
  EXPECT_EQ(
      Check(ReplaceAll(steps, "{}", "ledger")),
      "uncheckable Ledger.import_csv (not found; the plan changes Ledger, and does not say that it is there already)");
  EXPECT_EQ(Check(ReplaceAll(steps, "{}", "cli")), "missing Ledger.import_csv (not found in the repository)");
  EXPECT_EQ(Check(ReplaceAll(steps, "{}", "ledger") + "- Done when: the existing `Ledger.import_csv` is fast\n"),
            "missing Ledger.import_csv (not found in the repository)");
  EXPECT_EQ(Check("## Scope\nAdd a class `Ledger`. `Ledger.import_csv` reads.\n"),
            "verified Ledger (type in app/ledger.py:1)\nmissing Ledger.import_csv (not found in the repository)")
      << "a type that is here is not made";
}

TEST_F(SymbolsTest, AnImportIsNotADirectoryOfTheSameName) {
  Write("src/os/x.cc", "namespace os { int x(); }\n");
  Write("src/os/y.cc", "#include \"os/x.h\"\n");
  Write("src/http/z.js", "module.exports = {}\n");
  Write("app/ledger/__init__.py", "def total(): pass\n");
  Write("tests/a.py", "import os, json, ledger\nprint(os.environ)\n");
  Write("tests/b.js", "const http = require('http')\nhttp.get('x')\n");
  EXPECT_EQ(Check("## Changes\n- `tests/a.py`: call `os.getpid`; the existing `os.environ` stays\n"
                  "- `tests/b.js`: call `http.request`\n- `tests/a.py`: call `ledger.lost_one`\n"),
            "uncheckable os.getpid (os is no type, module or file of this repository)\n"
            "uncheckable os.environ (os is no type, module or file of this repository)\n"
            "uncheckable http.request (http is no type, module or file of this repository)\n"
            "missing ledger.lost_one (not found in the repository)");
}

TEST_F(SymbolsTest, SeveralDefinitionsAreAmbiguous) {
  Write("src/b.py", "def twice(): pass\n");
  Write("lib/c.py", "def twice(): pass\n");
  EXPECT_EQ(Check("## Risks\n`twice()`\n"), "ambiguous twice (2 definitions: lib/c.py:1, src/b.py:1)");
}

TEST_F(SymbolsTest, BinariesUntrackedAndHugeFilesDoNotCount) {
  Write("src/a.c", std::string("\0int Binary_one() {}\n", 21));
  Write("src/b.c", "int Huge_one() {}\n" + std::string(kLargestSource, ' '));
  Write(".gitignore", "ignored.c\n");
  Write("ignored.c", "int Ignored_one() {}\n");
  EXPECT_EQ(Check("## Risks\nthe existing `Binary_one`, existing `Huge_one`, existing `Ignored_one`\n"),
            "missing Binary_one (not found in the repository)\nmissing Huge_one (not found in the repository)\n"
            "missing Ignored_one (not found in the repository)");
}

TEST_F(SymbolsTest, NoRepositoryIsAnError) {
  const std::string bare = *MakeTempDirectory("bare");
  auto report = CheckPlanSymbols("## Risks\n`Foo`\n", bare);
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, Code::kInvalid);
  EXPECT_EQ(CheckPlanSymbols("", JoinPath(bare, "none")).error().code, Code::kInvalid);
  EXPECT_TRUE(RemoveTree(bare));
}

TEST_F(SymbolsTest, StoppingStops) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(CheckPlanSymbols("## Risks\n`Foo`\n", root_, stop.get_token()).error().code, Code::kCancelled);
}

TEST(NameTable, FindsEveryNameAndNoOther) {
  std::vector<std::string> names;
  for (int i = 0; i < 3000; ++i) names.push_back(fmt::format("name_{}", i * 7));
  const NameTable table(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(table.Find(names[i]), static_cast<int>(i));
    EXPECT_EQ(table.Find(names[i] + "x"), -1);
  }
  EXPECT_EQ(NameTable({}).Find("xyz"), -1);
}

TEST(NameTable, FindsWholeWordsAnywhereInAText) {
  const NameTable table({"read_all", "abc", "a_rather_long_name_of_many_bytes"});
  std::string found;
  auto look = [&](std::string_view text) {
    found.clear();
    table.ForEach(text, [&](int place, std::size_t at) { found += fmt::format("{}@{} ", place, at); });
    return found;
  };
  EXPECT_EQ(look("abc"), "1@0 ");
  EXPECT_EQ(look("abc abc(read_all)abc"), "1@0 1@4 0@8 1@17 ");
  EXPECT_EQ(look("xabc abcx _abc read_al read_all_"), "");
  EXPECT_EQ(look("a_rather_long_name_of_many_bytes,abc"), "2@0 1@33 ");
  EXPECT_EQ(look(""), "");
  EXPECT_EQ(look("ab"), "");
  NameTable({}).ForEach("abc abc abc abc abc", [](int, std::size_t) { FAIL(); });
}

}  // namespace
}  // namespace forge
