// How natural plans name what they make, and what they say is here already.
#include "text/symbols/symbols_said.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "text/symbols/symbols.h"

namespace forge {
namespace {

// One that another line of the plan names.
const NamedSymbol* FindWritten(const PlanSymbols& symbols, std::string_view written) {
  const auto found = std::ranges::find(symbols.symbols, written, &NamedSymbol::written);
  return found == symbols.symbols.end() ? nullptr : &*found;
}

bool IsMadeBy(const std::string& sentence, const std::string& other) {
  const PlanSymbols symbols = FindPlanSymbols("## Scope\n\n" + sentence + "\n\n## Testing\n\n`" + other + "`\n", {});
  const NamedSymbol* symbol = FindWritten(symbols, other);
  return symbol != nullptr && symbol->is_new;
}

TEST(SymbolsSaid, APlanMakesANameInAnyNaturalSpelling) {
  for (const char* sentence : {
           "Add `import_csv(path)` to `Ledger`.",
           "Add a method `import_csv(path)` to `Ledger`.",
           "Add to `Ledger` a method `import_csv(path)`.",
           "Add to `Ledger`: `import_csv(path)`.",
           "Add a method to `Ledger`, `import_csv(path)`, that reads rows.",
           "Add a method import_csv to Ledger.",
           "Add import_csv(path) to Ledger.",
           "add Ledger.import_csv",
           "Add a small, well tested and documented function `import_csv`.",
           "Adds `total()`, `export_csv(path)` and `import_csv(path)`.",
           "Add reading of CSV files to the ledger as `Ledger.import_csv(path)`.",
           "Implement `Ledger.import_csv(path)`.",
           "Ledger is a class. Add `Ledger.import_csv`.",
           "It lacks a loader method; create `Ledger.import_csv`.",
           "Write `Ledger.import_csv`, which reads rows.",
           "Introduce `Ledger::import_csv(path)`.",
           "Expose it as `ledger->import_csv`.",
           "Create the class method `Ledger.import_csv`.",
           "`Ledger` gets a method `import_csv(path)`.",
           "`Ledger` gains `import_csv(path)`.",
           "`Ledger` lacks `import_csv`.",
           "`Ledger` needs a method `import_csv`.",
           "Add to the existing `Ledger` a method `import_csv`.",
           "There is no `import_csv` yet.",
           "Extend `Ledger` with `import_csv(path)`.",
           "Extend the class `Ledger` by a method `import_csv`.",
           "Update `ledger.py`: add `import_csv`.",
           "`ledger.py`: new method `import_csv(path)`",
           "- `ledger.py`: `def import_csv(self, path)`",
           "`def import_csv(path)` in `ledger.py`",
           "`import_csv(path)` (new)",
           "`import_csv(path)`: new method of `Ledger`",
           "`import_csv(path)` is added to `Ledger`",
           "`import_csv` — a new function",
           "| `import_csv` | new |",
           "`import_csv(path: str) -> int` reads rows",
           "`import_csv(path): number`",
           "`int import_csv(const Path& path)`",
           "`public static int import_csv(String path)`",
           "`pub(crate) fn import_csv(&mut self, path: &Path) -> Result<usize>`",
           "`func (l *Ledger) import_csv(path string) error`",
           "`impl Ledger { pub fn import_csv(&mut self) }`",
           "`async import_csv(path)`",
           "`const import_csv = (path) => {}`",
           "Rename `read_csv` to `import_csv`.",
           "Add to `Ledger`:\n\n- `import_csv(path)` reads rows",
           "- Add:\n  - a method `import_csv(path)`",
           "### New functions\n\n- `import_csv(path)`: reads rows",
           "```python\ndef import_csv(self, path):\n    pass\n```",
           "```diff\n+    def import_csv(self, path):\n```",
           "```cpp\nint import_csv(const Path& path) {\n```",
       }) {
    EXPECT_TRUE(IsMadeBy(sentence, "Ledger.import_csv")) << sentence;
  }
}

TEST(SymbolsSaid, WhatIsOnlyUsedIsNotMade) {
  for (const char* sentence : {
           "Add a call to `import_csv(path)`.",
           "Call `import_csv(path)` from the command line.",
           "Add `export_csv` next to `import_csv`.",
           "Change `import_csv(path)`.",
           "The existing `import_csv` reads rows.",
           "Make the existing `import_csv` faster.",
           "Make the current `import_csv(path)` faster.",
           "Make the old, slow `import_csv` faster.",
           "Write the existing method `import_csv` anew.",
           "`Ledger` needs `import_csv`.",
           "`Ledger` needs the current `import_csv`.",
           "`import_csv` in `ledger.py` is slow.",
           "Rename `import_csv` to `read_csv`.",
           "`import_csv`: new parameter `strict`",
           "Add `export_csv`. Then `import_csv` reads it.",
           "```python\nreturn import_csv(path)\n```",
       }) {
    EXPECT_FALSE(IsMadeBy(sentence, "Ledger.import_csv")) << sentence;
  }
}

std::string CalledHere(const std::string& sentence) {
  std::string said;
  for (const NamedSymbol& symbol : FindPlanSymbols("## Scope\n\n" + sentence + "\n", {}).symbols) {
    if (symbol.said_here && !symbol.is_new) said += (said.empty() ? "" : " ") + symbol.written;
  }
  return said;
}

TEST(SymbolsSaid, AMirageStaysOne) {
  EXPECT_EQ(CalledHere("`Ledger.import_csv` reads rows (`ledger.py:12`)"), "Ledger.import_csv");
  EXPECT_EQ(CalledHere("`ledger.py:12` defines `import_csv` and `export_csv`"), "import_csv export_csv");
  EXPECT_EQ(CalledHere("| `import_csv` | `ledger.py:12` |"), "import_csv");
  EXPECT_EQ(CalledHere("`import_csv` copies the rows of `Row_reader` (`ledger.py:12`)"), "import_csv Row_reader");
  EXPECT_EQ(CalledHere("Change in `ledger.py` the function `import_csv`"), "import_csv");
  EXPECT_EQ(CalledHere("Change `import_csv` and `export_csv`"), "import_csv export_csv");
  EXPECT_EQ(CalledHere("Fix `import_csv(path)`, which is slow"), "import_csv");
  EXPECT_EQ(CalledHere("The existing `import_csv` (`ledger.py:12`):\n\n```python\ndef import_csv(path):\n```\n"),
            "import_csv");
  EXPECT_EQ(CalledHere("Rewrite `def import_csv(path)`"), "import_csv");
  EXPECT_EQ(CalledHere("Make the existing `import_csv` faster"), "import_csv");
  EXPECT_EQ(CalledHere("Make the current `import_csv` faster"), "import_csv");
  EXPECT_EQ(CalledHere("Make the old `import_csv` faster"), "import_csv");
}

TEST(SymbolsSaid, WhatIsSaidOfAFileOrOfAnotherNameIsNotSaidOfThis) {
  EXPECT_EQ(CalledHere("Update `ledger.py` so that `import_csv(path)` reads rows"), "");
  EXPECT_EQ(CalledHere("Extend `Ledger`: `import_csv(path)` reads rows"), "Ledger");
  EXPECT_EQ(CalledHere("`import_csv(path)` goes below `total_all` (`ledger.py:40`)"), "total_all");
  EXPECT_EQ(CalledHere("Test `import_csv` in `ledger.py`"), "");
  EXPECT_EQ(CalledHere("`import_csv` in `tests/test_ledger.py`"), "");
}

TEST(SymbolsSaid, ASignatureInAFileThatThePlanWritesIsNoClaim) {
  StepSpec step;
  step.id.value = "one";
  step.writes = {"ledger.py"};
  const PlanSymbols symbols =
      FindPlanSymbols("## Scope\n`import_csv(path)` in `ledger.py`; `export_csv` in `ledger.py`\n", {step});
  EXPECT_FALSE(FindWritten(symbols, "import_csv")->said_here);
  EXPECT_TRUE(FindWritten(symbols, "export_csv")->said_here);
}

TEST(SymbolsSaid, WhatAnArtifactProvidesIsMade) {
  StepSpec step;
  step.id.value = "one";
  step.must_haves.artifacts.push_back({"ledger.py", "class Ledger with import_csv(path)", 0, {}});
  EXPECT_TRUE(FindWritten(FindPlanSymbols("## Scope\n`Ledger.import_csv`\n", {step}), "Ledger.import_csv")->is_new);
}

}  // namespace
}  // namespace forge
