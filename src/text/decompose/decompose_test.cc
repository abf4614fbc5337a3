#include "text/decompose/decompose.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "base/strings.h"
#include "base/testing/seed.h"
#include "model/path_kinds.h"
#include "text/decompose/file_modules.h"
#include "text/path_words.h"

namespace forge {
namespace {

Decomposition Of(const std::string& text, std::size_t max_files = 5) {
  Markdown document(text);
  return Decompose(document, FindPlanSections(document), {max_files});
}

Decomposition OfChanges(const std::string& changes, std::size_t max_files = 5) {
  return Of("# Plan: t\n\n## Objective\n\nWhy.\n\n## Changes\n\n" + changes + "\n\n## Risks\n\n- `never.ts`\n",
            max_files);
}

// "phase-1[a b] phase-2[c]<phase-1 audit<..."
std::string Shape(const Decomposition& d) {
  std::string shape;
  for (const StepSpec& step : d.steps) {
    if (step.kind == "audit") continue;
    shape += (shape.empty() ? "[" : " [") + Join(step.writes, " ") + "]";
    for (const StepId& need : step.depends) shape += "<" + need.value;
  }
  return shape;
}

std::string Accepted(std::string_view word, bool in_code = true) {
  const PathWord path = ReadPathWord(word, in_code);
  if (path.kind == PathWord::Kind::kNone) return "no";
  if (path.kind == PathWord::Kind::kOutside) return "outside";
  return Join(path.paths, " ");
}

TEST(PathWords, RootFilesOfAnyLanguageAreFiles) {
  for (std::string_view name : {"main.cpp", "lib.rs", "app.py", "main.go", "Makefile", "Dockerfile", "CMakeLists.txt",
                                "go.mod", ".gitignore", "package.json", "README.md", ".env.example", ".eslintrc.json",
                                "Cargo.toml", "index.d.ts", "build.gradle.kts"}) {
    EXPECT_EQ(Accepted(name), name);
  }
}

TEST(PathWords, WhatIsNoFileIsNone) {
  for (std::string_view name : {"https://x.org/a.ts",
                                "@scope/pkg",
                                "and/or",
                                "v1.2",
                                "1.2.3",
                                "foo()",
                                "src/foo()",
                                "Class.method",
                                "console.log",
                                "Node.js",
                                "e.g.",
                                ".ts",
                                ".spec.tsx",
                                "TCP/IP",
                                "application/json",
                                "text/html",
                                "github.com/a/b.go",
                                "std::string",
                                "--flag",
                                "$HOME/x.ts",
                                "README",
                                "a b.ts",
                                "foo.bar.baz",
                                "process.env.X",
                                "origin/main",
                                ""}) {
    EXPECT_EQ(Accepted(name, false), "no") << name;
    EXPECT_EQ(Accepted(name, true), name == "README" ? "README" : "no") << name;
  }
}

TEST(PathWords, ALineNumberIsNoPartOfThePath) {
  EXPECT_EQ(Accepted("src/x.ts:42"), "src/x.ts");
  EXPECT_EQ(Accepted("src/x.ts:42:7"), "src/x.ts");
  EXPECT_EQ(Accepted("src/x.ts:10-20"), "src/x.ts");
  EXPECT_EQ(Accepted("src/x.ts#L42"), "src/x.ts");
  EXPECT_EQ(Accepted("./src/x.ts"), "src/x.ts");
  EXPECT_EQ(Accepted("src\\x.ts"), "src/x.ts");
  EXPECT_EQ(Accepted("src/x.{h,cc}"), "src/x.h src/x.cc");
}

TEST(PathWords, PathsOutOfTheRepositoryAreNamedAsSuch) {
  for (std::string_view path : {"/etc/passwd", "../x.ts", "a/../../b.ts", "/home/me/x.ts", "~/x.ts", "C:\\x.ts"}) {
    EXPECT_EQ(Accepted(path), "outside") << path;
  }
  EXPECT_EQ(Accepted("/api/users"), "no");
}

TEST(TestPaths, AllCommonLanguagesPairTestsWithModules) {
  const std::pair<std::string, std::string> pairs[] = {{"a/x.go", "a/x_test.go"},
                                                       {"a/x.py", "a/test_x.py"},
                                                       {"a/x.py", "a/x_test.py"},
                                                       {"src/x.py", "tests/test_x.py"},
                                                       {"pkg/x.py", "tests/test_x.py"},
                                                       {"a/x.cpp", "a/x_test.cpp"},
                                                       {"src/x.cc", "test/x_test.cc"},
                                                       {"src/main/java/a/X.java", "src/test/java/a/XTest.java"},
                                                       {"src/main/java/a/X.java", "src/test/java/a/XTests.java"},
                                                       {"src/main/scala/X.scala", "src/test/scala/XSpec.scala"},
                                                       {"a/X.tsx", "a/X.spec.tsx"},
                                                       {"a/x.jsx", "a/__tests__/x.test.jsx"},
                                                       {"src/x.rs", "tests/x.rs"},
                                                       {"lib/a/x.rb", "spec/a/x_spec.rb"},
                                                       {"src/X.php", "tests/XTest.php"},
                                                       {"Core/X.cs", "Core.Tests/XTests.cs"},
                                                       {"lib/x.ex", "test/x_test.exs"},
                                                       {"lib/x.dart", "test/x_test.dart"},
                                                       {"a/X.kt", "a/XTest.kt"}};
  for (const auto& [module, test] : pairs) {
    EXPECT_TRUE(IsTestPath(test)) << test;
    EXPECT_FALSE(IsTestPath(module)) << module;
    EXPECT_EQ(FindModules({test, module}), (std::vector<std::size_t>{1, 1})) << test;
  }
}

TEST(Decompose, EveryFormOfAPathKeepsItsChangeSpec) {
  Decomposition d = OfChanges(
      "- `a/dash.ts`: dash text\n* `b/star.ts` - star text\n+ `c/plus.ts` plus text\n\n1. `d/number.ts`: number "
      "text\n\n"
      "### `e/heading.ts`\n\nheading text\n\n**`f/bold.ts`** bold text\n\n**g/plain.ts**: plain text\n\n"
      "| File | Change |\n|---|---|\n| `h/table.ts` | table text |\n\n- i/bare.ts: bare text\n");
  ASSERT_EQ(d.steps.size(), 10u) << Shape(d);
  const std::string words[] = {"dash", "star", "plus", "number", "heading", "bold", "plain", "table", "bare"};
  for (std::size_t i = 0; i < 9; ++i) {
    ASSERT_EQ(d.steps[i].writes.size(), 1u);
    EXPECT_NE(d.steps[i].what.find(words[i] + " text"), std::string::npos) << d.steps[i].what;
    EXPECT_EQ(d.steps[i].what.find("not described"), std::string::npos);
  }
  EXPECT_EQ(d.steps[0].what.find("star text"), std::string::npos);
}

TEST(Decompose, ARecapErasesNothingAndASecondDescriptionAdds) {
  Decomposition d =
      OfChanges("- `a.ts`: first text\n\n### New files\n\n- `a.ts`\n\n### More\n\n- `a.ts`: second text\n");
  ASSERT_EQ(Shape(d), "[a.ts]");
  EXPECT_NE(d.steps[0].what.find("first text"), std::string::npos);
  EXPECT_NE(d.steps[0].what.find("second text"), std::string::npos);
}

TEST(Decompose, CodeFencesAreRespected) {
  Decomposition d = OfChanges("- `a.ts`: text\n\n  ```ts\n  - `b.ts`\n  ## Changes\n  ```\n\n- `c/d.ts`: more\n");
  EXPECT_EQ(Shape(d), "[a.ts] [c/d.ts]");
  EXPECT_NE(d.steps[0].what.find("- `b.ts`"), std::string::npos);
}

TEST(Decompose, NestedItemsAndCodeBelongToTheirFile) {
  Decomposition d = OfChanges("- `a.ts`: text\n  - nested one\n\n    more\n\n```ts\ncode();\n```\n\nEnd.\n");
  EXPECT_NE(d.steps[0].what.find("nested one\n\n    more\n\n```ts\ncode();\n```"), std::string::npos)
      << d.steps[0].what;
}

TEST(Decompose, WhatIsSaidOfNoFileIsSaidToEveryStep) {
  Decomposition d = OfChanges("Intro.\n\n- `a/x.ts`: text\n- Keep the old format\n- `b/y.ts`: more\n");
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NE(d.steps[i].what.find("Keep the old format"), std::string::npos);
    EXPECT_NE(d.steps[i].what.find("Intro."), std::string::npos);
  }
}

TEST(Decompose, ModulesGoWithTheirTestsAndHeaders) {
  EXPECT_EQ(Shape(OfChanges("- `a/x_test.cc`\n- `a/y.ts`\n- `a/x.h`\n- `a/x.cc`\n- `b/z.test.ts`\n- `b/z.ts`\n")),
            "[a/x.h a/x.cc a/x_test.cc] [b/z.ts b/z.test.ts] [a/y.ts]");
}

TEST(Decompose, StepsDoNotFormAChainUnlessThePlanSaysSo) {
  EXPECT_EQ(
      Shape(OfChanges("- `a/x.ts`\n- `b/y.ts`: t\n  - Depends on: `a/x.ts`\n- `c/z.ts`: t. Depends on: `b/y.ts`\n")),
      "[a/x.ts] [b/y.ts]<phase-1 [c/z.ts]<phase-2");
  EXPECT_EQ(Shape(OfChanges("| File | Depends on |\n|--|--|\n| `a.ts` | |\n| `b.ts` | `a.ts` |\n")),
            "[a.ts] [b.ts]<phase-1");
}

TEST(Decompose, ADependencyOnAFileThatNoStepChangesIsAProblem) {
  Decomposition d = OfChanges("- `a.ts`: t\n  - Depends on: `b.ts`\n");
  ASSERT_EQ(d.problems.size(), 1u);
  EXPECT_EQ(d.problems[0].what, "a.ts depends on b.ts, which no step changes");
  EXPECT_EQ(d.problems[0].line, 9);
}

TEST(Decompose, AStepHasAtMostTheGivenNumberOfFiles) {
  EXPECT_EQ(Shape(OfChanges("- `a/1.md`\n- `a/2.md`\n- `a/3.md`\n", 2)), "[a/1.md a/2.md] [a/3.md]");
}

TEST(Decompose, TheAuditComesLastAndDependsOnAll) {
  Decomposition d = OfChanges("- `a/x.ts`\n- `b/y.ts`\n");
  EXPECT_EQ(d.steps.back().kind, "audit");
  EXPECT_EQ(d.steps.back().title, "Post-implementation audit");
  EXPECT_EQ(d.steps.back().depends, (std::vector<StepId>{{"phase-1"}, {"phase-2"}}));
  EXPECT_TRUE(d.steps.back().writes.empty());
}

TEST(Decompose, TitlesSayWhatTheGroupIs) {
  EXPECT_EQ(OfChanges("- `a/x.ts`\n").steps[0].title, "Implement x.ts");
  EXPECT_EQ(OfChanges("- `a/x.md`\n- `a/y.md`\n").steps[0].title, "Implement a/ (2 files)");
  EXPECT_EQ(OfChanges("- `x.md`\n- `y.md`\n").steps[0].title, "Implement ./ (2 files)");
  EXPECT_EQ(OfChanges("- `src/x.rs`\n- `tests/x.rs`\n").steps[0].title, "Implement 2 files");
}

TEST(Decompose, WithoutAPathThePlanIsReadThenImplementedThenAudited) {
  Decomposition d = OfChanges("Make it better.\n");
  ASSERT_EQ(d.steps.size(), 3u);
  EXPECT_EQ(d.steps[0].kind, "read");
  EXPECT_EQ(d.steps[1].depends, (std::vector<StepId>{{"phase-1"}}));
  EXPECT_NE(d.steps[1].what.find("Make it better."), std::string::npos);
  EXPECT_EQ(d.steps[2].depends.size(), 2u);
}

TEST(Decompose, TheManifestSaysWhichFilesAndChangesSaysWhat) {
  Decomposition d =
      Of("## Changes\n\n- `a.ts`: the text\n- `other.ts`\n\n## Change Manifest\n\n```json\n[\"a.ts\", \"b/c.rs\", "
         "\"a.ts\", \"and/or\"]\n```\n");
  EXPECT_EQ(Shape(d), "[a.ts] [b/c.rs]");
  EXPECT_NE(d.steps[0].what.find("the text"), std::string::npos);
  EXPECT_NE(d.steps[1].what.find("not described"), std::string::npos);
  EXPECT_EQ(Shape(Of("## Changes\n\n- `a.ts`\n\n## Change Manifest\n\nnot [json\n")), "[a.ts]");
}

TEST(Decompose, CommandsOfTestingVerifyTheWholeAndTheStepWhoseFilesTheyName) {
  const Decomposition d = Of(
      "## Changes\n\n- `src/a.ts`: text\n- `lib/b.ts`: text\n- `tests/b_test.ts`: text\n\n## Testing\n\n- `npm test`\n"
      "- `npx vitest src/a.ts`\n- `npx vitest lib/b.ts src/a.ts`\n");
  ASSERT_EQ(d.steps.back().kind, "audit");
  EXPECT_EQ(d.steps.back().verify.size(), 3U) << "the audit waits for all: it is the whole";
  for (const StepSpec& step : d.steps) {
    if (step.kind == "audit") continue;
    const bool first = step.writes == std::vector<std::string>{"src/a.ts"};
    EXPECT_EQ(step.verify, first ? std::vector<std::string>{"npx vitest src/a.ts"} : std::vector<std::string>{})
        << step.title;
  }
}

TEST(Decompose, EveryCommandOfTestingIsTakenAndTheRestIsReported) {
  const Decomposition d =
      Of("## Changes\n\n- `a.rb`: text\n\n## Testing\n\n- `ruby -Itest test/all.rb`\n- `lua t.lua`\n- `a.rb`\n"
         "- `read_all()`\n- `bin/check`\n\n```\nbusted spec\n```\n\n```\nsome output: 5\n```\n\n```json\n{}\n```\n");
  EXPECT_EQ(d.steps[0].verify,
            (std::vector<std::string>{"ruby -Itest test/all.rb", "lua t.lua", "bin/check", "busted spec"}));
  ASSERT_EQ(d.notes.size(), 3U);
  EXPECT_EQ(d.notes[0].what, "`## Testing`: \"a.rb\" is not run: it is not a command");
  EXPECT_GT(d.notes[0].line, 0);
  EXPECT_NE(d.notes[1].what.find("read_all()"), std::string::npos);
  EXPECT_NE(d.notes[2].what.find("```sh"), std::string::npos) << d.notes[2].what;
  EXPECT_TRUE(d.problems.empty());
}

TEST(Decompose, ASentenceOfTestingIsNotRun) {
  const Decomposition d =
      Of("## Changes\n\n- `a.rb`: text\n\n## Testing\n\n- `user logs in`\n- `2 tests passed`\n- `make test`\n");
  EXPECT_EQ(d.steps[0].verify, std::vector<std::string>{"make test"});
  ASSERT_EQ(d.notes.size(), 2U);
  EXPECT_EQ(d.notes[0].what, "`## Testing`: \"user logs in\" is not run: it is not a command");
}

TEST(Decompose, CommandsOfTestingAreTakenAsPeopleWriteThem) {
  const Decomposition d =
      Of("## Changes\n\n- `a.c`: x\n\n## Testing\n\n- `true`\n- Run `make check`\n- [ ] `make lint`\n- `make a`, `make "
         "b`\n- Unit tests: `make unit`\n- `make e2e` must pass\n- `make c` shows what `scripts/c.sh` does\n- Billing: "
         "`make d`\n- `make e` must fail\n\nThen run "
         "`make all`.\n\n| what | how |\n|---|---|\n| unit | `make table` |\n\n`make alone`\n\n`make p`, `make q`\n");
  EXPECT_EQ(d.steps[0].verify,
            (std::vector<std::string>{"true", "make check", "make lint", "make a", "make b", "make unit", "make e2e",
                                      "make c", "make alone", "make p", "make q"}));
  std::vector<std::string> told;
  for (const PlanProblem& note : d.notes) told.push_back(fmt::format("{}: {}", note.line, note.what));
  const auto why = [](const std::string& code) {
    return fmt::format(
        "`## Testing`: \"{0}\" is not run: the line only speaks of it; to run it, write it alone: - `{0}`", code);
  };
  EXPECT_EQ(told,
            (std::vector<std::string>{
                "13: " + why("scripts/c.sh"), "14: " + why("make d"),
                "15: `## Testing`: \"make e\" is not run: the line says that it fails, and Forge expects exit code "
                "0; write: - `! make e`",
                "17: " + why("make all"), "21: " + why("make table")}));
}

TEST(Decompose, WhatAPersonDoesByHandIsNotRun) {
  const Decomposition d = Of(
      "## Changes\n\n- `a.c`: x\n\n## Testing\n\n- `make unit`\n\n### By hand\n\n- `make demo`\n\n```sh\n"
      "frobnicate --all\n```\n\n#### More\n\n`make deep`\n\n### Automated\n\n- `make e2e`\n\nManual checks:\n\n"
      "- `make show`\n\nDo not run:\n- `make deploy`\n\nAll tests:\n\n- `make lint`\n- Manually: `make look`\n- make "
      "plain\n");
  EXPECT_EQ(d.steps[0].verify, (std::vector<std::string>{"make unit", "make e2e", "make lint"}));
  std::vector<std::string> told;
  for (const PlanProblem& note : d.notes) {
    const std::size_t open = note.what.find('"') + 1;
    told.push_back(note.what.substr(open, note.what.find('"', open) - open));
  }
  EXPECT_EQ(told, (std::vector<std::string>{"make demo", "frobnicate --all", "make deep", "make show", "make deploy",
                                            "make look", "make plain"}));
  EXPECT_EQ(d.notes[0].line, 11);
  EXPECT_EQ(d.notes[0].what,
            "`## Testing`: \"make demo\" is not run: the words above it are no order and no name of a check; to run "
            "it, write "
            "it alone, away from them: - `make demo`");
}

TEST(Decompose, WordsThatIntroduceABlockMayKeepItFromBeingRun) {
  const auto commands = [](const std::string& testing) {
    return Of("## Changes\n\n- `a.c`: x\n\n## Testing\n\n" + testing + "\n").steps[0].verify;
  };
  const std::string block = "```sh\nmake x\n```\n";
  for (const char* words : {"By hand: start the server, then", "Manually", "On your machine:", "If it fails:", "Undo:",
                            "Start the server, then", "For the next step:", "What the build system will run:"})
    EXPECT_EQ(commands(std::string(words) + "\n\n" + block), std::vector<std::string>{}) << words;
  for (const char* words : {"Unit tests:", "Existing tests should not change.", "There are no manual steps."})
    EXPECT_EQ(commands(std::string(words) + "\n\n" + block), std::vector<std::string>{"make x"}) << words;
  EXPECT_EQ(commands("- By hand: start it, then\n  ```sh\n  make x\n  ```\n- `make y`\n"),
            std::vector<std::string>{"make y"});
  EXPECT_EQ(commands("- By hand: look\n\n" + block), std::vector<std::string>{"make x"}) << "beside the item";
}

// Found by readers who tried it: each of them was run once.
TEST(Decompose, NothingOfTestingIsRunThatThePlanSaysNotToRun) {
  const auto commands = [](const std::string& testing) {
    return Of("## Changes\n\n- `a.c`: x\n\n## Testing\n\n" + testing + "\n").steps[0].verify;
  };
  const std::vector<std::string> none;
  EXPECT_EQ(commands("- `git push`\n- Do not run it."), none);
  EXPECT_EQ(commands("```sh\ngit push\n```\n\nDo not run this."), none);
  for (const char* heading : {"CI", "Deployment", "Release (by the maintainer)", "After the merge", "For the user",
                              "After the last step", "Billing"})
    EXPECT_EQ(commands("### " + std::string(heading) + "\n\n- `make x`\n\n```sh\nmake y\n```"), none) << heading;
  EXPECT_EQ(commands("- Things we never do\n  - `make x`"), none);
  EXPECT_EQ(commands("```sh\n# do not run:\ngit push\n```"), none);
  for (const char* heading : {"Unit tests", "1. Unit tests", "Automated tests", "Test plan", "Commands"})
    EXPECT_EQ(commands("### " + std::string(heading) + "\n\n- `./all`"), std::vector<std::string>{"./all"}) << heading;
}

TEST(Decompose, NoPathOfAManifestOrATableVanishes) {
  const Decomposition manifest =
      Of("## Change Manifest\n\n```json\n[\"/etc/x.c\", \"../y.c\", \"src/a b.c\", \"src//i.ts\", \"src/ok.c\", \"\", "
         "\"and/or\", {\"path\": \"src/p.c\"}, {\"name\": \"src/q.c\"}]\n```\n");
  EXPECT_EQ(Shape(manifest), "[src/a b.c src/ok.c src/p.c]");
  std::vector<std::string> problems;
  for (const PlanProblem& problem : manifest.problems) {
    EXPECT_EQ(problem.line, 3);
    problems.push_back(problem.what);
  }
  const std::string section = "`## Change Manifest`: ";
  EXPECT_EQ(problems, (std::vector<std::string>{section + "the path \"/etc/x.c\" is not relative to the repository",
                                                section + "the path \"../y.c\" leads out of its directory with ..",
                                                section + "the path \"src//i.ts\" has two slashes in a row",
                                                section + "a path is empty"}));
  EXPECT_EQ(manifest.notes.size(), 2U) << "what is no path is told";
  const Decomposition table = OfChanges(
      "| file | what |\n|---|---|\n| `../t.c` | no |\n| `/abs/t.c` | no |\n| `src/ok.c` | as `../z.c` |\n\n- "
      "`src//i.ts`: double\n");
  EXPECT_EQ(Shape(table), "[src/ok.c]");
  ASSERT_EQ(table.problems.size(), 3U);
  EXPECT_EQ(table.problems[0].line, 11);
  EXPECT_EQ(table.problems[1].line, 12);
  EXPECT_EQ(table.problems[2].line, 15);
}

TEST(Decompose, AFileThatIsOnlyMentionedIsNotWritten) {
  EXPECT_EQ(Shape(OfChanges("- `a.ts`: add a reader that uses the helper `b.ts`\n")), "[a.ts]");
  EXPECT_EQ(Shape(OfChanges("- `g.ts`, imported by `h.ts`\n")), "[g.ts]");
  EXPECT_EQ(Shape(OfChanges("- `g.ts`: a reader, to be used by `h.ts` and `i.ts`\n")), "[g.ts]");
  EXPECT_EQ(Shape(OfChanges("- `a.ts`: the same as in `b.ts`, see `docs/c.md` and `d.ts`\n")), "[a.ts]");
  EXPECT_EQ(Shape(OfChanges("- `a.ts`: text\n- `a.ts`: calls `f` in `b.ts`\n")), "[a.ts]");
  EXPECT_EQ(Shape(OfChanges("- `src/a.ts`: a parser; update the existing `lib/b.ts`\n")), "[src/a.ts] [lib/b.ts]");
  EXPECT_EQ(Shape(OfChanges("- Move `f` from `src/a.ts` to `lib/b.ts`\n")), "[src/a.ts] [lib/b.ts]");
  EXPECT_EQ(Shape(OfChanges("- `src/a.ts`: a parser, use it in `lib/b.ts`\n")), "[src/a.ts] [lib/b.ts]");
  EXPECT_EQ(Shape(OfChanges("- Use the parser in `src/a.ts` and `lib/b.ts`\n")), "[src/a.ts] [lib/b.ts]");
}

TEST(Decompose, AFileThatChangesIsWrittenWhateverIsSaidBeforeIt) {
  for (const char* line :
       {"Update `src/a.ts` as well as `lib/b.ts`", "`src/a.ts`: add the flag; do the same in `lib/b.ts`",
        "`src/a.ts` and its helper `lib/b.ts`: rename", "`src/a.ts`: uses `src/h.ts`; add `lib/b.ts`",
        "`src/a.ts`: calls `src/h.ts`. Also `lib/b.ts`", "`src/a.ts`: like `src/h.ts`, update `lib/b.ts`",
        "`src/a.ts`: a flag as in `src/h.ts`, and fixing `lib/b.ts`", "`src/a.ts` plus the existing `lib/b.ts`",
        "`src/a.ts`: needs `src/h.ts`; as well as `lib/b.ts`"}) {
    EXPECT_EQ(Shape(OfChanges(fmt::format("- {}\n", line))), "[src/a.ts] [lib/b.ts]") << line;
  }
  for (const char* line : {"`src/a.ts`: calls `std::move` in `lib/b.ts`", "`src/a.ts`: uses `x.y; add` of `lib/b.ts`",
                           "`src/a.ts`: like e.g. `lib/b.ts`", "`src/a.ts`: imports `src/h.ts` as well as `lib/b.ts`",
                           "`src/a.ts`: as in `lib/b.ts`"}) {
    EXPECT_EQ(Shape(OfChanges(fmt::format("- {}\n", line))), "[src/a.ts]") << line;
  }
}

TEST(Decompose, AFileThatIsOnlyMentionedIsNoted) {
  const Decomposition d = OfChanges("- `a.ts`: uses `b.ts`, `c.ts` and `lib/`\n- `c.ts`: text\n- `a.ts`: see `b.ts`\n");
  ASSERT_EQ(d.notes.size(), 2U);
  EXPECT_EQ(d.notes[0].what,
            "`## Changes`: b.ts is not written: the line only mentions it; give it a line of its own if it changes");
  EXPECT_GT(d.notes[0].line, 0);
  EXPECT_NE(d.notes[1].what.find(": lib/ is"), std::string::npos) << d.notes[1].what;
  EXPECT_TRUE(Of("## Changes\n\n- `a.ts`: see `b.ts`\n\n## Change Manifest\n\n[\"a.ts\"]\n").notes.empty())
      << "the manifest says which files";
}

TEST(Decompose, ANameWithBlanksIsAFileWhereItLeads) {
  EXPECT_EQ(Shape(OfChanges("- `docs/my notes.md`: text\n")), "[docs/my notes.md]");
  EXPECT_EQ(Shape(OfChanges("- `my notes.md`: text\n")), "[my notes.md]");
  EXPECT_EQ(Shape(OfChanges("- `a.ts`: text, shown by `node tests/a b.ts`\n")), "[a.ts]");
  EXPECT_EQ(Shape(OfChanges("- `make notes.md`: text\n- `a.ts`: text\n")), "[a.ts]");
  EXPECT_EQ(Shape(OfChanges("- `Update README.md`: text\n- `flask run.py`: text\n- `a.ts`: text\n")), "[a.ts]");
  EXPECT_EQ(Shape(OfChanges("- `./my file.c`: text\n")), "[my file.c]");
  const Decomposition unclear = OfChanges("- `my file.c`: text\n- `a.ts`: text\n- `make notes.c`: text\n");
  EXPECT_EQ(Shape(unclear), "[a.ts]");
  ASSERT_EQ(unclear.notes.size(), 1U);
  EXPECT_EQ(unclear.notes[0].what,
            "`## Changes`: `my file.c` is not written: it may be a command; if it is a file, write `./my file.c`");
}

TEST(Decompose, CommandsOfTestingVerifyTheOnlyStep) {
  Decomposition d =
      Of("## Changes\n\n- `a.ts`\n\n## Testing\n\n- `npm test`\n- `foo` works\n- `x.ts`\n\n```sh\n# all\nmake \\\n  "
         "check\n```\n\n```\nprose\n```\n");
  EXPECT_EQ(d.steps[0].verify, (std::vector<std::string>{"npm test", "make check"}));
}

TEST(Decompose, PathsOutOfTheRepositoryAreProblemsAndNeverWritten) {
  Decomposition d = OfChanges("- `/etc/passwd`: text\n- `../x.ts`: text\n- `a.ts`: as `../b.ts` does\n");
  EXPECT_EQ(Shape(d), "[a.ts]");
  ASSERT_EQ(d.problems.size(), 2u);
  EXPECT_EQ(d.problems[0].line, 9);
  EXPECT_NE(d.problems[1].what.find(".."), std::string::npos);
}

TEST(Decompose, ADirectoryCountsUnlessFilesInItAreNamed) {
  EXPECT_EQ(Shape(OfChanges("- `src/a/`: text\n")), "[src/a/]");
  EXPECT_EQ(Shape(OfChanges("### `src/a/`\n\n- `src/a/x.ts`: text\n")), "[src/a/x.ts]");
}

TEST(Decompose, OneLineWithVeryManyPathsDoesNotCostTheSquare) {
  std::string line = "-";
  for (int i = 0; i < 10'000; ++i) line += fmt::format(" `d{}/f.ts`", i);
  Decomposition d = OfChanges(line + " all of them\n");
  EXPECT_EQ(d.steps.size(), 10'001u);
  std::size_t bytes = 0;
  for (const StepSpec& step : d.steps) bytes += step.what.size();
  EXPECT_LT(bytes, 10U << 20U);
}

// --- Against a grouping that is obviously right, and slow. ---

// Go modules with tests beside them, and documents: what belongs together is told by comparing all with all.
std::vector<std::vector<std::string>> NaiveGroups(const std::vector<std::string>& files, std::size_t most) {
  std::vector<std::vector<std::string>> whole;
  std::vector<bool> used(files.size(), false);
  for (std::size_t t = 0; t < files.size(); ++t) {
    for (std::size_t m = 0; m < files.size(); ++m) {
      if (files[t] != ReplaceAll(files[m], ".go", "_test.go") || files[m].ends_with("_test.go") ||
          !files[m].ends_with(".go"))
        continue;
      whole.push_back({files[m], files[t]});
      used[t] = used[m] = true;
    }
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (used[i]) continue;
    std::vector<std::string> group;
    for (std::size_t k = i; k < files.size(); ++k) {
      if (used[k] || SplitPath(files[k]).directory != SplitPath(files[i]).directory) continue;
      group.push_back(files[k]);
      used[k] = true;
    }
    whole.push_back(group);
  }
  std::vector<std::vector<std::string>> sliced;
  for (const auto& group : whole) {
    for (std::size_t at = 0; at < group.size(); ++at) {
      if (at % most == 0) sliced.emplace_back();
      sliced.back().push_back(group[at]);
    }
  }
  return sliced;
}

TEST(Decompose, GroupsAsTheNaiveWayDoes) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE(seed);
  std::mt19937 dice(seed);
  auto roll = [&](int high) { return std::uniform_int_distribution(0, high)(dice); };
  for (int round = 0; round < 500; ++round) {
    std::vector<std::string> files;
    std::string changes;
    for (int i = roll(14); i >= 0; --i) {
      constexpr const char* kEnds[] = {".go", "_test.go", ".md"};
      const std::string path =
          fmt::format("{}f{}{}", roll(1) == 0 ? "" : fmt::format("d{}/", roll(2)), roll(4), kEnds[roll(2)]);
      constexpr const char* kForms[] = {"- `{}`: text {}\n", "* {} text {}\n", "\n### `{}`\n\ntext {}\n\n",
                                        "\n**`{}`** text {}\n\n", "\n| F | C |\n|--|--|\n| `{}` | text {} |\n\n"};
      changes += fmt::format(fmt::runtime(kForms[roll(4)]), path, i);
      if (std::find(files.begin(), files.end(), path) == files.end()) files.push_back(path);
    }
    const std::size_t most = static_cast<std::size_t>(roll(3)) + 1;
    const Decomposition d = OfChanges(changes, most);
    std::vector<std::vector<std::string>> groups;
    for (std::size_t i = 0; i + 1 < d.steps.size(); ++i) groups.push_back(d.steps[i].writes);
    ASSERT_EQ(groups, NaiveGroups(files, most)) << changes;
    // Nothing that was said is lost.
    std::string all;
    for (const StepSpec& step : d.steps) all += step.what + "\n";
    for (std::string_view line : Lines(changes)) {
      const std::size_t at = line.find("text ");
      if (at == std::string_view::npos) continue;
      const std::string said(
          Trim(line.substr(at, line.find('|', at) == std::string_view::npos ? line.npos : line.find('|', at) - at)));
      ASSERT_NE(all.find(said), std::string::npos) << said << " in " << changes;
    }
  }
}

}  // namespace
}  // namespace forge
