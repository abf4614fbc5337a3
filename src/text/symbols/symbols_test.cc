#include "text/symbols/symbols.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/symbols/symbols_imports.h"

namespace forge {
namespace {

std::string Parsed(std::string_view span) {
  auto symbol = ParseSymbol(span);
  if (!symbol) return "";
  return symbol->written + (symbol->qualifier.empty() ? "" : " of " + symbol->qualifier) +
         (symbol->tentative ? "?" : "");
}

std::string Named(std::string_view plan, const std::vector<StepSpec>& steps = {}) {
  std::vector<std::string> lines;
  for (const NamedSymbol& symbol : FindPlanSymbols(plan, steps).symbols) {
    lines.push_back(fmt::format("{} {}{}{}", symbol.line, symbol.written,
                                symbol.file.empty() ? "" : " in " + symbol.file,
                                symbol.is_new || symbol.owner_is_new ? " new" : ""));
  }
  return Join(lines, "\n");
}

TEST(Symbols, SpansThatLookLikeIdentifiersAreSymbols) {
  EXPECT_EQ(Parsed("Foo::Bar"), "Foo::Bar of Foo");
  EXPECT_EQ(Parsed("parse_plan()"), "parse_plan");
  EXPECT_EQ(Parsed("parse(text, 3)"), "parse");
  EXPECT_EQ(Parsed("obj.method"), "obj.method of obj");
  EXPECT_EQ(Parsed("CONSTANT"), "CONSTANT");
  EXPECT_EQ(Parsed("Map<String, int>"), "");
  EXPECT_EQ(Parsed("Box<T>::take()"), "Box::take of Box");
  EXPECT_EQ(Parsed("this->next"), "this->next of this");
  EXPECT_EQ(Parsed("Box#open?"), "Box#open of Box");
  EXPECT_EQ(Parsed("parse"), "parse?");
}

TEST(Symbols, PathsCommandsFlagsKeywordsAndLiteralsAreNone) {
  for (std::string_view span :
       {"src/a.cc",    "main.rs",   "make test", "git commit()x", "--json",       "-v",     "true", "nullptr",
        "42",          "1.2.3",     "\"text\"",  "a=b",           "$HOME",        "README", "JSON", "<div>",
        "example.com", "x",         "a + b",     "*.cc",          "README.md:12", "",       "()",   "a..b",
        "::",          "@scope/pkg"})
    EXPECT_EQ(Parsed(span), "") << span;
}

TEST(Symbols, AnItemsFileGoesWithItsSymbolsAndThoseBelow) {
  EXPECT_EQ(Named("## Changes\n- `src/a.cc`: change `ParsePlan`\n  - and `PrintPlan`\n- elsewhere `Free_one`\n"),
            "2 ParsePlan in src/a.cc\n3 PrintPlan in src/a.cc\n4 Free_one");
  EXPECT_EQ(Named("## Changes\n### `src/b.cc`\nUse `ReadAll`.\n### Others\n`WriteAll`\n"),
            "3 ReadAll in src/b.cc\n5 WriteAll");
}

TEST(Symbols, EachIsListedOnce) {
  EXPECT_EQ(Named("## Scope\nCall `ReadAll`, then `ReadAll()`.\n## Risks\n`ReadAll` in `src/x.cc`\n"),
            "2 ReadAll in src/x.cc");
}

TEST(Symbols, FencesLogsAndNotesNameNone) {
  EXPECT_EQ(
      Named("# `Title_one`\n## Scope\n```\n`InCode`\n```\n## Audit Log\n`InLog`\n## Implementation Notes\n`InNotes`\n"),
      "");
}

TEST(Symbols, WhatThePlanMakesIsNew) {
  EXPECT_EQ(
      Named("## Scope\n- Add a function `MakeIt` that calls `UseIt`\n- `Other_one` (new)\n"
            "- Rename `OldName` to `NewName`\n- Add a call to `Present_one`\n- Create `class_one`. Then `stays_put`\n"),
      "2 MakeIt new\n2 UseIt\n3 Other_one new\n4 OldName\n4 NewName new\n5 Present_one\n6 class_one new\n6 stays_put");
}

TEST(Symbols, FieldsOfPathsAndCommandsNameNone) {
  StepSpec step;
  step.id.value = "one_a";
  step.writes = {"src/a.cc"};
  EXPECT_EQ(Named("## Steps\n### Step one_a: Do it\n- Do: use `ReadAll` after `one_a`\n- Writes: `src/a.cc`\n"
                  "- Verify: `run_tests`\n- Depends: `two_b`\n- Done when: `PrintPlan` works\n",
                  {step}),
            "3 ReadAll in src/a.cc\n7 PrintPlan in src/a.cc");
}

TEST(Symbols, PromisedFilesAreThoseOfWritesAndChanges) {
  StepSpec step;
  step.writes = {"src/a.cc"};
  EXPECT_EQ(
      Join(FindPlanSymbols("## Changes\n- `src/b.cc`\n- `src/b.cc`\n## Risks\n`src/c.cc`\n", {step}).promised, " "),
      "src/a.cc src/b.cc");
}

SymbolPlace At(std::string file, int line, DefinitionKind kind = DefinitionKind::kFunction,
               std::string container = "") {
  return {std::move(file), line, kind, std::move(container)};
}
std::string Class(std::string_view span, const SymbolFinds& finds, std::string file = "", bool exists = true,
                  bool promised = false, bool is_new = false, bool said_here = true) {
  NamedSymbol symbol = *ParseSymbol(span);
  symbol.said_here = said_here;
  symbol.file = std::move(file);
  symbol.is_new = is_new;
  const CheckedSymbol checked = ClassifySymbol(symbol, finds, exists, promised);
  return fmt::format("{}: {}", Name(checked.symbol_class), checked.reason);
}

TEST(SymbolClasses, OneDefinitionIsVerified) {
  EXPECT_EQ(Class("Foo", {{At("a.cc", 3)}}), "verified: function in a.cc:3");
  EXPECT_EQ(Class("Foo", {{At("a.cc", 3)}}, "b.cc"), "verified: function in a.cc:3, not in b.cc");
}

TEST(SymbolClasses, SeveralAreAmbiguousUnlessTheFileIsNamed) {
  const SymbolFinds finds = {{At("a.cc", 3), At("b.cc", 4)}};
  EXPECT_EQ(Class("Foo", finds), "ambiguous: 2 definitions: a.cc:3, b.cc:4");
  EXPECT_EQ(Class("Foo", finds, "b.cc"), "verified: function in b.cc:4");
  EXPECT_EQ(Class("Foo", {{At("a.cc", 3), At("a.cc", 9)}}), "verified: function in a.cc:3");
}

TEST(SymbolClasses, ADeclarationCountsWhenThereIsNothingBetter) {
  EXPECT_EQ(Class("Foo", {{At("a.cc", 3), At("a.h", 1, DefinitionKind::kDeclaration)}}),
            "verified: function in a.cc:3");
  EXPECT_EQ(Class("Foo", {{At("a.h", 1, DefinitionKind::kDeclaration)}}), "verified: declaration in a.h:1");
}

TEST(SymbolClasses, AQualifierChoosesTheMember) {
  const SymbolFinds finds = {
      {At("a.cc", 3, DefinitionKind::kFunction, "Box"), At("b.cc", 4, DefinitionKind::kFunction, "Bag")}};
  EXPECT_EQ(Class("Bag::take", finds), "verified: function in b.cc:4");
  SymbolFinds other = finds;
  other.qualifier_is_type = true;
  EXPECT_EQ(Class("Bin::take", other), "ambiguous: defined in a.cc:3, but not in Bin itself");
}

TEST(SymbolClasses, WhatIsSaidToBeHereAndIsNotIsMissing) {
  EXPECT_EQ(Class("Foo", {}), "missing: not found in the repository");
  EXPECT_EQ(Class("Foo", {}, "a.cc", true, true), "missing: not found in the repository");
  EXPECT_EQ(Class("Foo", {}, "", true, false, false, false),
            "uncheckable: not found, and the plan does not say that it is here");
}

TEST(SymbolClasses, LibrariesAreNotMissing) {
  EXPECT_EQ(Class("Foo", {{}, 2, 0}), "uncheckable: used 2 times, not defined here: from a library");
  EXPECT_EQ(Class("json.dumps", {}), "uncheckable: json is no type, module or file of this repository");
  EXPECT_EQ(Class("json.dumps", {{}, 7, 0}), "uncheckable: json is no type, module or file of this repository");
  SymbolFinds ours;
  ours.qualifier_is_here = true;
  EXPECT_EQ(Class("reader.dumps", ours, "", true, false, false, false), "missing: not found in the repository");
  ours.uses = 1;
  EXPECT_EQ(Class("reader.dumps", ours), "missing: used 1 time, not defined here");
}

std::string SaidHere(std::string_view line) {
  std::vector<std::string> said;
  for (const NamedSymbol& symbol : FindPlanSymbols("## Scope\n" + std::string(line) + "\n", {}).symbols) {
    if (symbol.said_here) said.push_back(symbol.written);
  }
  return Join(said, " ");
}

TEST(Symbols, APlanSaysWhatIsHereByChangingCitingOrCallingItExisting) {
  EXPECT_EQ(SaidHere("Change `ReadAll` and use `ThreadPool`"), "ReadAll");
  EXPECT_EQ(SaidHere("Replace `ReadAll` with `json.dumps`"), "ReadAll");
  EXPECT_EQ(SaidHere("The existing function `ReadAll` calls `json.dumps`"), "ReadAll");
  EXPECT_EQ(SaidHere("`ReadAll` in `src/a.cc` is slow; take `ThreadPool`"), "ReadAll");
  EXPECT_EQ(SaidHere("`ReadAll` already closes the file"), "ReadAll");
  EXPECT_EQ(SaidHere("`ReadAll` copies the text (`src/a.cc:12`)"), "ReadAll");
  EXPECT_EQ(SaidHere("`src/a.cc`: write `ReadAll` with `ThreadPool`"), "");
}

TEST(SymbolClasses, ANameOfAModuleThatThePlanChangesMayBeNew) {
  SymbolFinds ours;
  ours.qualifier_is_here = ours.qualifier_is_written = true;
  EXPECT_EQ(Class("reader.StatementError", ours, "", true, false, false, false),
            "uncheckable: not found; the plan changes reader, and does not say that it is there already");
  EXPECT_EQ(Class("reader.StatementError", ours), "missing: not found in the repository");
}

TEST(Symbols, ACodeSpanThatDeclaresIsWhatThePlanMakes) {
  EXPECT_EQ(
      Named("## Scope\nIn `a.py` `class StatementError(ValueError)` and `async def read_all(x: int) -> list[int]`.\n"
            "Catch `read.StatementError`.\nThen `pub fn next_one`, `type Box_one = int`, `const kMost: int`.\n"
            "Rewrite `def old_one(x)`.\n"),
      "2 StatementError in a.py new\n2 read_all in a.py new\n3 read.StatementError new\n4 next_one new\n4 Box_one new\n"
      "4 kMost new\n5 old_one");
}

TEST(Symbols, WhatThePlanMakesIsMadeUnderEveryName) {
  EXPECT_EQ(Named("## Scope\nAdd a function `count_lines`.\nCall `words.count_lines()`.\nCreate the class `Box_one`.\n"
                  "`Box_one.take` takes.\n`words.other_one`\n"),
            "2 count_lines new\n3 words.count_lines new\n4 Box_one new\n5 Box_one.take new\n6 words.other_one");
}

std::string Imported(Language language, std::string_view text) {
  std::string words;
  FindImports(language, text, [&](std::string_view word) { words += std::string(word) + " "; });
  return words;
}

TEST(SymbolImports, AreTheWordsOfImportLines) {
  EXPECT_EQ(Imported(Language::kPython, "import os.path as p\nfrom json import (dumps,\n  loads)\nx = json.dumps(1)\n"),
            "import os path as p from json import dumps loads ");
  EXPECT_EQ(Imported(Language::kScript, "import { a,\n  b } from 'node:fs'\nconst c = require('d')\nlet e = 1\n"),
            "import a b from node fs const c require d ");
  EXPECT_EQ(Imported(Language::kGo, "import (\n\t\"encoding/json\"\n)\nfunc f() {}\n"), "import encoding json ");
  EXPECT_EQ(Imported(Language::kRust, "use std::io;\nfn f() {}\n"), "use std io ");
  EXPECT_EQ(Imported(Language::kC, "#include <json/json.h>\nint json;\n"), "include json json h ");
  EXPECT_EQ(Imported(Language::kUnknown, "import x\n"), "");
}

TEST(SymbolClasses, WhatThePlanWritesIsGreenfield) {
  EXPECT_EQ(Class("Foo", {}, "a.cc", false, true), "greenfield: a.cc does not exist yet");
  EXPECT_EQ(Class("Foo", {}, "", true, false, true), "greenfield: the plan creates it");
  EXPECT_EQ(Class("Foo", {}, "a.cc", false, false), "missing: not found in the repository");
}

TEST(SymbolClasses, OtherLanguagesCannotBeChecked) {
  EXPECT_EQ(Class("Foo", {{}, 0, 3}), "uncheckable: found only in files of unknown languages");
  EXPECT_EQ(Class("Foo", {}, "a.zig"), "uncheckable: Forge cannot read definitions in the language of a.zig");
  EXPECT_EQ(Class("std::vector", {{}, 4, 0}), "uncheckable: part of the standard library");
}

TEST(SymbolClasses, TheJsonHasCountsAndItems) {
  SymbolReport report;
  report.items.push_back(ClassifySymbol(*ParseSymbol("Foo"), {{At("a.cc", 3)}}, false, false));
  EXPECT_EQ(
      ToJson(report).Dump(),
      R"({"counts":{"verified":1,"ambiguous":0,"missing":0,"greenfield":0,"uncheckable":0},"items":[{"symbol":"Foo",)"
      R"("class":"verified","reason":"function in a.cc:3","file":null,"step":null,"line":0,)"
      R"("places":[{"file":"a.cc","line":3,"kind":"function"}]}]})");
}

}  // namespace
}  // namespace forge
