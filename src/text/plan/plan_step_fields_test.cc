#include <gtest/gtest.h>

#include "base/strings.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

using Texts = std::vector<std::string>;

PlanDocument Parse(std::string_view body) { return ParsePlan("## Steps\n### a: A\n" + std::string(body) + "\n"); }

StepSpec StepOf(std::string_view body) {
  PlanDocument plan = Parse(body);
  for (const PlanProblem& problem : plan.problems) ADD_FAILURE() << problem.line << ": " << problem.what;
  return plan.steps.at(0);
}

Texts FieldProblems(std::string_view body) {
  Texts problems;
  for (const PlanProblem& problem : Parse(body).problems)
    problems.push_back(std::to_string(problem.line) + ": " + problem.what);
  return problems;
}

TEST(StepFields, EveryFieldHasItsPlace) {
  StepSpec step = StepOf(R"(
**Kind:** audit
**Tier:** `heavy`
**Effort:** High
**Agent:** worker
**Checkpoint:** yes
**Failure mode:** it breaks
badly
**Fallback:** the old way
**Budget:** max tokens 50k, max_retries: 2
**Disallowed changes:** `docs/**`, `*.md`
**Success evidence:** a green log
**Expected trajectory:**
- Read: the parser
- write
  the printer
)");
  EXPECT_EQ(step.kind, "audit");
  EXPECT_EQ(step.tier, "heavy");
  EXPECT_EQ(step.effort, "high");
  EXPECT_EQ(step.role, "worker");
  EXPECT_TRUE(step.checkpoint);
  EXPECT_EQ(step.failure_mode, "it breaks\nbadly");
  EXPECT_EQ(step.fallback, "the old way");
  EXPECT_EQ(step.max_tokens, 50'000);
  EXPECT_EQ(step.max_retries, 2);
  EXPECT_EQ(step.disallowed, (Texts{"docs/**", "*.md"}));
  EXPECT_EQ(step.success_evidence, "a green log");
  EXPECT_EQ(step.expected_trajectory, (Texts{"Read: the parser", "write the printer"}));
  EXPECT_TRUE(step.extra.is_null());
  EXPECT_EQ(step.what, "");
}

TEST(StepFields, TextKeepsTheShapeItWasWrittenIn) {
  const std::string text =
      "First:\n\n1. one\n   - inner\n2. two\n\n| a | b |\n|---|---|\n\n```cpp\nint x;  // y\n\nf();\n```\n> said";
  EXPECT_EQ(StepOf(text).what, text);
  EXPECT_EQ(StepOf("- Do:\n  - one\n    - two\n- Tier: max").what, "- one\n  - two");
  EXPECT_EQ(StepOf("Do: x\n```verbatim\n y \n\n### z\n```").what, "x\n y \n\n### z");
  EXPECT_EQ(StepOf("**Do:**\n\n````verbatim\n y \n\n```\n### z\n````").what, " y \n\n```\n### z");
  EXPECT_EQ(StepOf("**Verify:** `x`\n---\n").verify, Texts{"x"});
}

TEST(StepFields, ClaimsAreTypedAndKnowTheirLine) {
  StepSpec step = StepOf(R"(**Claims:**
- fact: the parser is linear — with care — `src/a.cc:12`
- **design_bet:** it is fast
  - assumption: files are small
  - validation_plan: measure
    it
  - **blast radius:** one module
- strategic: C++
  rationale: speed
  alternatives-considered: Rust
- kg_fact: owned by team X
  - kg_citation: t-17
- fact: no citation - at all
- fact: see — the other place
)");
  ASSERT_EQ(step.claims.size(), 6U);
  EXPECT_EQ(step.claims[0].type, ClaimType::kFact);
  EXPECT_EQ(step.claims[0].text, "the parser is linear \xE2\x80\x94 with care");
  EXPECT_EQ(step.claims[0].citation, "src/a.cc:12");
  EXPECT_EQ(step.claims[0].line, 4);
  EXPECT_EQ(step.claims[1].type, ClaimType::kDesignBet);
  EXPECT_EQ(step.claims[1].text, "it is fast");
  EXPECT_EQ(step.claims[1].assumption, "files are small");
  EXPECT_EQ(step.claims[1].validation_plan, "measure it");
  EXPECT_EQ(step.claims[1].blast_radius, "one module");
  EXPECT_EQ(step.claims[2].rationale, "speed");
  EXPECT_EQ(step.claims[2].alternatives_considered, "Rust");
  EXPECT_EQ(step.claims[3].type, ClaimType::kKgFact);
  EXPECT_EQ(step.claims[3].citation, "t-17");
  EXPECT_EQ(step.claims[4].citation, "");
  EXPECT_EQ(step.claims[5].text, "see \xE2\x80\x94 the other place");
  EXPECT_EQ(StepOf("Claims: none").claims.size(), 0U);
  EXPECT_EQ(StepOf("- Claims:\n  - fact: x \xE2\x80\x94 docs/a.md#Two words\n- Verify: `y`").claims[0].citation,
            "docs/a.md#Two words");
  EXPECT_EQ(FieldProblems("**Claims:**\n- guess: x\n- fact: y"),
            Texts{"4: step a: \"guess: x\" is not a claim: start it with fact:, kg_fact:, design_bet: or strategic:"});
}

// "3: x": the lines of notes, and what they say is not run.
Texts NotRun(const PlanDocument& plan) {
  Texts told;
  for (const PlanProblem& note : plan.notes) {
    const std::size_t open = note.what.find_first_of("`\"");
    const std::size_t end = note.what.find(" is not run");
    EXPECT_NE(end, std::string::npos) << note.what;
    told.push_back(std::to_string(note.line) + ": " + note.what.substr(open + 1, end - open - 2));
  }
  return told;
}

TEST(StepFields, ProseNearVerifyIsNotRun) {
  const struct {
    const char* body;
    Texts verify;
    Texts notes;
    const char* what;
  } kSteps[] = {
      {"**Verify:** `true`\nKeep `scripts/deploy.sh` as it is.",
       {"true"},
       {"4: Keep `scripts/deploy.sh` as it is."},
       "Keep `scripts/deploy.sh` as it is."},
      {"**Verify:** `true`\nIt is quick.", {"true"}, {"4: It is quick."}, "It is quick."},
      {"**Verify:** `true`\nstack test\nIt is quick.", {"true"}, {"4: stack test"}, "stack test\nIt is quick."},
      {"**Verify:** `true`\n\nmake test", {"true"}, {"5: make test"}, "make test"},
      {"**Verify:** `true`\n\nIt is quick.", {"true"}, {}, "It is quick."},
      {"**Verify:** `true`\n`make test`", {"true", "make test"}, {}, ""},
      {"**Verify:** make\nmake test", {"make", "make test"}, {}, ""},
      {"**Verify:**\nmake test", {"make test"}, {}, ""},
      {"**Verify:**\n- `true`\n- `scripts/deploy.sh` is not changed", {"true"}, {"5: scripts/deploy.sh"}, ""},
      {"**Verify:** `true` (as `scripts/deploy.sh` does)", {}, {"3: true", "3: scripts/deploy.sh"}, ""},
      {"**Verify:** `cat a.txt` prints `one`", {"cat a.txt"}, {"3: one"}, ""},
      {"**Verify:** Run `test -s a` (it fails today because `a` is missing)", {"test -s a"}, {"3: a"}, ""},
      {"**Verify:** `test -s a` (it fails today\nbecause `a` is missing)", {"test -s a"}, {"3: a"}, ""},
      {"**Verify:**\n- `cat a` prints\n  `one`\n- `make`", {"cat a", "make"}, {"4: one"}, ""},
      {"**Verify:**\n- Run `make a`\n- [ ] `make b`\n- Unit: `make c`", {"make a", "make b", "make c"}, {}, ""},
      {"**Verify:** `make a` must fail", {}, {"3: make a"}, ""},
      {"**Verify:** npm test && npm run lint", {"npm test && npm run lint"}, {}, ""},
  };
  for (const auto& [body, verify, notes, what] : kSteps) {
    const PlanDocument plan = Parse(body);
    EXPECT_TRUE(plan.problems.empty()) << body;
    EXPECT_EQ(plan.steps.at(0).verify, verify) << body;
    EXPECT_EQ(plan.steps.at(0).what, what) << body;
    EXPECT_EQ(NotRun(plan), notes) << body;
  }
}

TEST(StepFields, TwoSentencesInTwoLinesBelowVerifyAreTwo) {
  EXPECT_EQ(StepOf("**Verify:** `make a` must pass\n`make b` must pass").verify, (Texts{"make a", "make b"}));
  EXPECT_EQ(StepOf("**Verify:**\nRun `make a` in the root\nRun `make b`").verify, (Texts{"make a", "make b"}));
  EXPECT_EQ(StepOf("**Verify:** `true x`. Other files\nare not changed.").verify, Texts{"true x"});
}

TEST(StepFields, WhatIsDeniedNearVerifyIsNotRun) {
  const struct {
    const char* body;
    Texts verify;
    Texts notes;
  } kSteps[] = {
      {"**Verify:** `true`. Do not, ever,\nrun `deploy.sh`", {"true"}, {"3: deploy.sh"}},
      {"**Verify:** `make x`\nNever run this.", {}, {"4: Never run this.", "3: make x"}},
      {"**Verify:** `make x`\nis never run.", {}, {"3: make x"}},
      {"**Verify:**\n- `true`\n- `make x`\n- do not run it", {"true"}, {"6: do not run it", "5: make x"}},
      {"**Verify:**\nDo not run these:\n- `make x`\n- `make y`",
       {},
       {"4: Do not run these:", "5: make x", "6: make y"}},
      {"**Verify:**\n- Do not run any of these.\n  `make x`\n- `true`",
       {"true"},
       {"4: Do not run any of these.", "5: make x"}},
      {"**Verify:**\n- `make a2`\n- Do not run:\n  - `make b2`\n- `make c2`",
       {"make a2", "make c2"},
       {"5: Do not run:", "6: make b2"}},
      {"**Verify:**\n- Do not run:\n  - `make b2`\n    - `make b3`\n  - `make b4`",
       {},
       {"4: Do not run:", "5: make b2", "6: make b3", "7: make b4"}},
      {"**Verify:**\n- pytest -k 'not slow' --run\n- `true`", {"pytest -k 'not slow' --run", "true"}, {}},
  };
  for (const auto& [body, verify, notes] : kSteps) {
    const PlanDocument plan = Parse(body);
    EXPECT_EQ(plan.steps.at(0).verify, verify) << body;
    EXPECT_EQ(NotRun(plan), notes) << body;
  }
}

TEST(StepFields, WordsAgainstRunningHoldForTheBlockThatTheyIntroduce) {
  const struct {
    const char* body;
    Texts verify;
    Texts notes;
  } kSteps[] = {
      {"**Verify:**\n- `true`\n- By hand: start the server, then\n  ```sh\n  make serve\n  ```\n- `make z`",
       {"true", "make z"},
       {"5: By hand: start the server, then", "6: make serve"}},
      {"**Verify:**\n- By hand: start it, then\n\n  ```sh\n  make x\n  ```",
       {},
       {"4: By hand: start it, then", "6: make x"}},
      {"**Verify:** By hand: start it, then\n```sh\nmake x\n```", {}, {"3: By hand: start it, then", "4: make x"}},
      {"**Verify:**\n\nOn your machine:\n\n```sh\nmake x\n```", {}, {"5: On your machine:", "7: make x"}},
      {"**Verify:**\n- Manually\n  ```sh\n  make x\n  ```", {}, {"4: Manually", "5: make x"}},
      {"**Verify:**\n- Never run this\n  ```sh\n  make x\n  ```", {}, {"4: Never run this", "5: make x"}},
      {"**Verify:**\n- Undo:\n  ```sh\n  make x\n  ```", {}, {"4: Undo:", "5: make x"}},
      {"**Verify:**\n- By hand: `make a`, then\n  ```sh\n  make x\n  ```\n  ```sh\n  make y\n  ```",
       {},
       {"4: make a", "5: make x", "8: make y"}},
      {"**Verify:**\n- `make a` prints\n  ```\n  ok\n  ```", {"make a"}, {"5: ok"}},
      {"**Verify:**\n- By hand:\n  - Start the server, then\n    ```sh\n    make x\n    ```\n- `make y`",
       {"make y"},
       {"4: By hand:", "5: Start the server, then", "6: make x"}},
      {"**Verify:**\n- By hand: start it, then\n  - `make x`\n- `make y`",
       {"make y"},
       {"4: By hand: start it, then", "5: make x"}},
      // The block stands below the item, not in it.
      {"**Verify:**\n- By hand: start it, then\n```sh\nmake x\n```", {}, {"4: By hand: start it, then", "5: make x"}},
      {"**Verify:**\n- Do not run:\n  - `make b`\n\n```sh\nmake test\n```",
       {"make test"},
       {"4: Do not run:", "5: make b"}},
      {"**Verify:**\n- Look at it by hand.\n\n```sh\nmake test\n```", {"make test"}, {"4: Look at it by hand."}},
      // A heading ends the field.
      {"**Verify:**\n- `make a`\n\n#### By hand\n\n```sh\nmake x\n```", {"make a"}, {}},
      // Words that introduce a block are no command.
      {"**Verify:**\n1. Build:\n   ```sh\n   make\n   ```\n2. Start the server, then\n   ```sh\n   make e2e\n   ```",
       {"make"},
       {"8: Start the server, then", "9: make e2e"}},
      {"**Verify:**\n\nThe following must pass:\n\n```sh\nmake x\n```", {"make x"}, {}},
      {"**Verify:**\n- Unit tests:\n- `make x`", {"make x"}, {}},
      {"**Verify:**\n- `make x`\n- Unit tests:", {"make x"}, {"5: Unit tests:"}},
      {"**Verify:**\n- stack test\n- cargo run", {"stack test", "cargo run"}, {}},
      {"**Verify:** none (a person looks at it by hand)", {}, {}},
      // Titles that name no check.
      {"**Verify:**\n- Billing: `make billing`\n- Undo: `make undo`", {}, {"4: make billing", "5: make undo"}},
      {"**Verify:**\n\nFor the next step:\n\n- `make x`", {}, {"5: For the next step:", "7: make x"}},
      {"**Verify:**\n\nWhat the build system will run:\n\n```sh\nmake x\n```",
       {},
       {"5: What the build system will run:", "7: make x"}},
  };
  for (const auto& [body, verify, notes] : kSteps) {
    const PlanDocument plan = Parse(body);
    EXPECT_EQ(plan.steps.at(0).verify, verify) << body;
    EXPECT_EQ(NotRun(plan), notes) << body;
  }
}

// Found by readers who tried it: each of them was run once.
TEST(StepFields, NothingIsRunThatThePlanSaysNotToRun) {
  const std::string push = "```sh\ngit push\n```";
  const struct {
    std::string body;
    Texts verify;
  } kSteps[] = {
      // Lines without backticks.
      {"**Verify:**\n- `true`\n- make deploy must never be run\n- make deploy by hand only", {"true"}},
      {"**Verify:**\n- ./deploy.sh must not be run here\n- rm -rf build is forbidden", {}},
      {"**Verify:** make test, never make deploy", {}},
      // A denial behind.
      {"**Verify:**\n" + push + "\nDo not run this.", {}},
      {"**Verify:**\n" + push + "\n\nDo not run this.", {}},
      {"**Verify:**\n- `true`\n- Last:\n  ```sh\n  git push\n  ```\n  Do not run this.", {"true"}},
      {"**Verify:**\n- `true`\n- `git push`\n\nDo not run it.", {"true"}},
      {"**Verify:**\n- `make a`\n- `make b`\n\nDo not run these.", {}},
      {"**Verify:**\n- `make a`\n- `make b`\n\nNeither is run here.", {}},
      {"**Verify:**\n- `make a`\n- `make b`\n\nDo not change the API.", {"make a", "make b"}},
      {"**Verify:**\n- `make a`\n- Do not use mocks.", {"make a"}},
      // Comments.
      {"**Verify:**\n```sh\nmake\n\n# do not run:\ngit push\n\nmake test\n```", {"make", "make test"}},
      {"**Verify:**\n```sh\nmake # the whole\ngit push # CI only\n# two words\n./a 'b # c'\n```",
       {"make # the whole", "./a 'b # c'"}},
      // What a console printed, and other languages.
      {"**Verify:**\n```console\n$ make list\nrm -rf build\n```", {"make list"}},
      {"**Verify:**\n```text\nmake x\n```\n```json\n[1]\n```\n```diff\n+make\n```\n```python\nprint(1)\n```", {}},
      {"**Verify:**\n- `make list` must print this output:\n  ```\n  make x\n  ```", {"make list"}},
      {"**Verify:**\n- `make list` shows\n  ```sh\n  make x\n  ```", {"make list"}},
      // Who else runs it, and when.
      {"**Verify:**\n\nThe user runs:\n\n" + push, {}},
      {"**Verify:**\n\nLeft to the user:\n\n```sh\nmake x\n```", {}},
      {"**Verify:**\n\nAfter the release:\n\n```sh\nmake x\n```", {}},
      {"**Verify:**\n- For the maintainer:\n  - `make x`\n  - `make y`\n- `true`", {"true"}},
      {"**Verify:**\n- Things we never do\n  - `make x`\n- `true`", {"true"}},
      {"**Verify:**\n- Fridays\n  - `./pay.sh`\n  - `make x`", {}},
      {"**Verify:**\n\nBob starts it so:\n\n```sh\ncd sub\nmake x\n```", {}},
      // Not dropped.
      {"**Verify:**\n- `make`\n\nRun also:\n\n- `make b`", {"make", "make b"}},
      {"**Verify:**\n- `make`\n- Acceptance: `npm test`", {"make", "npm test"}},
      {"**Verify:**\n9. Unit tests: `make a`\n10. `./b`", {"make a", "./b"}},
  };
  for (const auto& [body, verify] : kSteps) EXPECT_EQ(Parse(body).steps.at(0).verify, verify) << body;
}

TEST(StepFields, WhatIsNotRunBelowVerifyIsToldOnce) {
  EXPECT_EQ(NotRun(Parse("**Verify:**\n- `make`\n\nBob says:\n\n- `make b`")), Texts{"8: `make b`"});
  EXPECT_EQ(NotRun(Parse("**Verify:**\n- make deploy by hand only")), Texts{"4: make deploy by hand only"});
  EXPECT_EQ(NotRun(Parse("**Verify:**\n```sh\ngit push\n```\n\nDo not run this.")),
            (Texts{"8: Do not run this.", "4: git push"}));
  EXPECT_EQ(NotRun(Parse("**Verify:**\n```text\nmake x\n```")), Texts{"4: make x"});
}

TEST(StepFields, ABlockBelowVeryManyLinesDoesNotCostTheSquare) {
  std::string body = "**Verify:**\n";
  for (int i = 0; i < 20'000; ++i) body += "`make a`\n";
  for (int i = 0; i < 5'000; ++i) body += "```sh\nmake b\n```\n";
  EXPECT_EQ(Parse(body).steps.at(0).verify.size(), 25'000U);
}

TEST(StepFields, ASentenceOverVeryManyLinesDoesNotCostTheSquare) {
  std::string body = "**Verify:** `make a` prints\n";
  for (int i = 0; i < 20'000; ++i) body += "`one` and\n";
  EXPECT_EQ(Parse(body).steps.at(0).verify, Texts{"make a"});
}

TEST(StepFields, ClaimsInABlockOfCodeAreReadOrToldAsClaims) {
  const StepSpec step = StepOf(
      "**Claims:**\n```\nfact: `zz` is here \xE2\x80\x94 `README.md:999`\n- fact: two "
      "\xE2\x80\x94 a.cc:2\n```");
  ASSERT_EQ(step.claims.size(), 2U);
  EXPECT_EQ(step.claims[0].citation, "README.md:999");
  EXPECT_EQ(step.claims[0].line, 5);
  EXPECT_EQ(step.claims[1].line, 6);
  for (const char* body : {"**Claims:**\n```\nthe reader is fast\n```", "**Claims:**\n```yaml\n- [\n```"}) {
    const PlanDocument plan = Parse(body);
    ASSERT_EQ(plan.problems.size(), 1U) << body;
    EXPECT_EQ(plan.problems[0].type, "claim") << body;
    EXPECT_GT(plan.problems[0].line, 3) << body;
  }
}

TEST(StepFields, ASectionOfClaimsIsAProblemWithItsLine) {
  const PlanDocument plan =
      ParsePlan("# Plan: C\n\n## Claims\n\n- fact: x \xE2\x80\x94 a.cc:1\n\n## Steps\n\n### a: A\nVerify: `x`\n");
  ASSERT_EQ(plan.problems.size(), 1U);
  EXPECT_EQ(plan.problems[0].line, 3);
  EXPECT_EQ(plan.problems[0].type, "claim");
  EXPECT_TRUE(ParsePlan("## Claims\n\nNone.\n\n## Steps\n\n### a: A\nVerify: `x`\n").problems.empty());
}

TEST(StepFields, ASectionOfOtherClaimsIsText) {
  const auto with = [](const std::string& body) {
    return ParsePlan("## Claims\n\n" + body + "\n\n## Steps\n\n### a: A\nVerify: `x`\n");
  };
  for (const char* body :
       {"The insured files a claim. A clerk pays it.", "- `sub`: the user's id\n- `exp`: when it ends",
        "| claim | meaning |\n|---|---|\n| iss | who issued the token |",
        "Tokens have claims ([RFC 7519](https://example.com/rfc7519#section-4))."}) {
    const PlanDocument plan = with(body);
    EXPECT_TRUE(plan.problems.empty()) << body;
    ASSERT_EQ(plan.notes.size(), 1U) << body;
    EXPECT_EQ(plan.notes[0].line, 1) << body;
    EXPECT_EQ(plan.notes[0].type, "claim") << body;
  }
  for (const char* body : {"- **Fact**: it is fast", "- Bet: 64 is enough", "- the reader is fast (`src/reader.cc:12`)",
                           "```\nfact: it is fast\n```", "Prose.\n\n1. strategic: no threads"}) {
    EXPECT_EQ(with(body).problems.size(), 1U) << body;
  }
}

TEST(StepFields, CommandsOfTestingProveTheWholeOfAPlanWithSteps) {
  const PlanDocument plan = ParsePlan(
      "## Testing\n\n- Run `make check`\n- `make e2e` must pass\n- `a.cc`\n\nThen `make all`.\n\n## Steps\n\n"
      "### a: A\nVerify: `x`\n");
  EXPECT_EQ(plan.testing, (Texts{"make check", "make e2e"}));
  EXPECT_EQ(plan.steps[0].verify, Texts{"x"});
  ASSERT_EQ(plan.notes.size(), 2U);
  EXPECT_EQ(plan.notes[0].line, 5);
  EXPECT_EQ(plan.notes[1].line, 7);
}

TEST(StepFields, AHeartbeatThatIsNoDurationIsNoted) {
  for (const char* word : {"soon", "every now and then"}) {
    const PlanDocument plan = ParsePlan("# Plan: X\n\n**Heartbeat:** " + std::string(word) + "\n");
    ASSERT_EQ(plan.notes.size(), 1U) << word;
    EXPECT_EQ(plan.notes[0].line, 3);
  }
  for (const char* word : {"2m", "90s", "2 minutes", "0.5s", "off", "Off", ""})
    EXPECT_TRUE(ParsePlan("# Plan: X\n\n**Heartbeat:** " + std::string(word) + "\n").notes.empty()) << word;
}

TEST(StepFields, CriteriaHaveKindsAndMayBeAdvisory) {
  StepSpec step = StepOf(R"(**Acceptance criteria:**
- static: `ninja lint` is quiet
- unit: `ninja test`
  - expected: all green,
    always
  - blocking: false
- e2e:
  - log in
  - log out
- it looks nice
)");
  ASSERT_EQ(step.acceptance.size(), 5U);
  EXPECT_EQ(step.acceptance[0], (Criterion{"static", "`ninja lint` is quiet", "", true}));
  EXPECT_EQ(step.acceptance[1], (Criterion{"unit", "`ninja test`", "all green, always", false}));
  EXPECT_EQ(step.acceptance[2], (Criterion{"e2e", "log in", "", true}));
  EXPECT_EQ(step.acceptance[3], (Criterion{"e2e", "log out", "", true}));
  EXPECT_EQ(step.acceptance[4], (Criterion{"", "it looks nice", "", true}));
  EXPECT_EQ(StepOf("Acceptance: tests pass").acceptance[0].check, "tests pass");
  EXPECT_EQ(StepOf("**Acceptance:**\n```json\n[{\"check\":\"x\\ny\",\"blocking\":false}]\n```").acceptance[0].check,
            "x\ny");
  EXPECT_EQ(FieldProblems("Acceptance:\n- x\n  - blocking: maybe"),
            Texts{"5: step a: blocking is true or false, not \"maybe\""});
}

TEST(StepFields, MustHavesAreYamlOrAList) {
  const char* const kForms[] = {
      "**Must-haves:**\n\n```yaml\ntruths: [it works]\nartifacts:\n    - path: a.cc\n      min_lines: 3\nkey_links: "
      "[]\n```",
      "**Must-haves:**\n- truths:\n  - it works\n- artifacts:\n  - path: a.cc\n    min_lines: 3\n",
      "- Must-haves:\n  ```yaml\n  must_haves:\n    truths:\n      - it works\n    artifacts: [{path: a.cc, min_lines: "
      "3}]\n  ```"};
  for (const char* form : kForms) {
    MustHaves read = StepOf(form).must_haves;
    EXPECT_EQ(read.truths, Texts{"it works"}) << form;
    ASSERT_EQ(read.artifacts.size(), 1U) << form;
    EXPECT_EQ(read.artifacts[0].path, "a.cc");
    EXPECT_EQ(read.artifacts[0].min_lines, 3);
  }
  EXPECT_EQ(StepOf("**Must-haves:**\n- one: x\n- `two`").must_haves.truths, (Texts{"one: x", "`two`"}));
  EXPECT_EQ(FieldProblems("**Must-haves:**\n```yaml\ntruths: [a\n```").size(), 1U);
  EXPECT_EQ(FieldProblems("**Must-haves:**\n```yaml\ntruth: [a]\nartifacts: [{path: /x, min_lines: many}]\n```"),
            (Texts{"4: step a: must-haves: unknown key \"truth\" (did you mean truths?)",
                   "4: step a: must_haves.artifacts[0]: artifact.min_lines: expected an integer, got string"}));
}

TEST(StepFields, WhatIsNoValueIsReported) {
  EXPECT_EQ(FieldProblems("Tier: huge"), Texts{"3: step a: the tier is light, standard, heavy or max, not \"huge\""});
  EXPECT_EQ(FieldProblems("Kind: fun"), Texts{"3: step a: the kind is read, implement or audit, not \"fun\""});
  EXPECT_EQ(FieldProblems("Checkpoint: later"), Texts{"3: step a: the checkpoint is true or false, not \"later\""});
  EXPECT_EQ(FieldProblems("Budget: little"),
            Texts{"3: step a: a budget is written \"max tokens 50000, max retries 2\""});
  EXPECT_EQ(FieldProblems("Max tokens: -1"), Texts{"3: step a: max tokens: \"-1\" is not a number above 0"});
  EXPECT_EQ(FieldProblems("Disallowed changes: ../x"),
            Texts{"3: step a: the path \"../x\" leads out of its directory with .."});
}

TEST(StepFields, BackticksMakeAWordLiteral) {
  PlanDocument plan =
      ParsePlan("## Steps\n### none: N\nFiles: `none`, `a,b`\n### b: B\nDepends: `none`\nVerify: `none`\n");
  EXPECT_TRUE(plan.problems.empty());
  EXPECT_EQ(plan.steps[0].files, (Texts{"none", "a,b"}));
  EXPECT_EQ(plan.steps[1].depends, std::vector<StepId>{{"none"}});
  EXPECT_EQ(plan.steps[1].verify, Texts{"none"});
}

TEST(StepFields, AStateIsNoContent) {
  const std::string plain = "## Steps\n### a: A\n\nwords\n\n### b: B\n    code\n";
  PlanDocument without = ParsePlan(plain);
  for (const char* with : {"## Steps\n### a: A\n\n**State:** done\n\nwords\n\n### b: B\n**State:** x\n\n    code\n",
                           "## Steps\n### a: A\n\nwords\n**State:** done\n\n\n### b: B\n    code\n"}) {
    PlanDocument plan = ParsePlan(with);
    EXPECT_EQ(plan.hash, without.hash) << with;
    EXPECT_EQ(plan.steps, without.steps) << with;
    EXPECT_EQ(plan.step_states[0], "done");
  }
  EXPECT_NE(ParsePlan(ReplaceAll(plain, "words", "State: words")).hash, without.hash);
  EXPECT_NE(ParsePlan("**State:** x\n\n" + plain).hash, without.hash);
}

}  // namespace
}  // namespace forge
