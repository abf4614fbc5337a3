#include "text/plan/plan_print.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/strings.h"
#include "base/testing/seed.h"
#include "text/testing/random_plan.h"
#include "text/testing/same_plan.h"

namespace forge {
namespace {

// What differs, for the message of a failing test.
std::string Difference(const PlanDocument& a, const PlanDocument& b) {
  std::string all;
  auto show = [&all](std::string_view what, const std::string& left, const std::string& right) {
    if (left != right) all += std::string(what) + ":\n<<<\n" + left + "\n>>>\n" + right + "\n";
  };
  show("title", a.title, b.title);
  show("preamble", a.preamble, b.preamble);
  show("objective", a.objective, b.objective);
  show("intro", a.steps_intro, b.steps_intro);
  show("front matter", a.front_matter.Dump(), b.front_matter.Dump());
  show("id", a.header.id, b.header.id);
  auto parts = [](const PlanDocument& plan) {
    std::string text;
    for (const PlanPart& part : plan.sections)
      if (part.name != "Steps") text += "[" + part.name + "]\n" + part.body + "\n";
    return text;
  };
  show("sections", parts(a), parts(b));
  show("states", Join(a.step_states, "|"), Join(b.step_states, "|"));
  for (std::size_t i = 0; i < std::max(a.steps.size(), b.steps.size()); ++i) {
    Json left = i < a.steps.size() ? ToJson(a.steps[i]) : Json::MakeObject();
    Json right = i < b.steps.size() ? ToJson(b.steps[i]) : Json::MakeObject();
    if (a.steps.size() == b.steps.size() && a.steps[i].claims.size() == b.steps[i].claims.size()) {
      for (std::size_t k = 0; k < a.steps[i].claims.size(); ++k) {
        Claim claim = b.steps[i].claims[k];
        claim.line = a.steps[i].claims[k].line;
        show("claim", ToJson(a.steps[i].claims[k]).Dump(), ToJson(claim).Dump());
      }
      left.Set("claims", nullptr);
      right.Set("claims", nullptr);
    }
    for (const auto& [key, value] : left.AsObject()) show(key, value.Dump(), right[key].Dump());
    for (const auto& [key, value] : right.AsObject()) show(key, left[key].Dump(), value.Dump());
  }
  return all;
}

// `#tag` is not a heading, though the rule below makes it one to Markdown.
TEST(PlanPrint, ALineOfATagAboveARuleReadsBack) {
  const PlanDocument plan = ParsePlan("#tag, #other\nmore\n---\n\n## Objective\n\nx\n");
  ASSERT_EQ(plan.sections.size(), 1U);
  EXPECT_EQ(plan.sections[0].name, "Objective");
  EXPECT_TRUE(SamePlan(ParsePlan(PrintPlan(plan)), plan)) << PrintPlan(plan);
}

TEST(PlanPrint, IsReadableWhereTheTextIsPlain) {
  const std::string text = R"(---
must_haves:
  truths:
    - it works
---

# Plan: Count words

**ID:** plan-017
**Task:** t-1
**Status:** APPROVED
**Owner:** me

---

Some words.

## Objective

Count them.

## Steps

In order.

### Step reader: Read in pieces

**State:** done

**Do:** Read 64 KiB.

- keep the state
- close the file

**Files:** `count.c`, `count.h`
**Writes:** `count.c`
**Complexity:** simple
**Estimate:** 1h 30m

**Verify:** `make test`

**Acceptance criteria:**

- unit: `make test`
  - expected: green
  - blocking: false

**Must-haves:**

```yaml
artifacts:
  - path: count.c
    min_lines: 20
```

**Claims:**

- fact: it is slow — `count.c:12`

### Step bench: Measure it

**Depends:** reader

---

## Audit Log

### Review 1

fine
)";
  PlanDocument plan = ParsePlan(text);
  EXPECT_TRUE(plan.problems.empty()) << plan.problems[0].what;
  EXPECT_EQ(PrintPlan(plan), text);
}

TEST(PlanPrint, WhatIsPrintedReadsBackAsTheSamePlan) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE("FORGE_SEED=" + std::to_string(seed));
  RandomPlan random(seed);
  for (int i = 0; i < 300; ++i) {
    PlanDocument plan = random.Next();
    std::string text = PrintPlan(plan);
    PlanDocument back = ParsePlan(text);
    // A value that no document can hold is what it reads back as; that must then stay.
    ASSERT_TRUE(SamePlan(back, plan)) << Difference(plan, back) << "\n=====\n" << text;
    ASSERT_EQ(PrintPlan(back), text);
  }
}

TEST(PlanPrint, ReadingAnyTextAndPrintingItLosesNothingThatWasRead) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE("FORGE_SEED=" + std::to_string(seed));
  RandomPlan random(seed);
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (int lines = 20; lines > 0; --lines) text += (random.Below(4) == 0 ? random.Line() : random.Text()) + "\n";
    if (random.Below(2) == 0) text = "## Steps\n\n### Step a: A\n\n" + text;
    PlanDocument plan = ParsePlan(text);
    if (std::ranges::any_of(plan.problems, [](const PlanProblem& problem) { return problem.type == "heading"; }))
      continue;
    PlanDocument back = ParsePlan(PrintPlan(plan));
    ASSERT_TRUE(SamePlan(back, plan)) << Difference(plan, back) << "\n=====\n"
                                      << text << "\n=====\n"
                                      << PrintPlan(plan);
  }
}

TEST(PlanPrint, TheHashOfAPrintedPlanIsThatOfItsContent) {
  PlanDocument plan = ParsePlan("# P\n\n**Status:** DRAFT\n\n## Steps\n\n### a: A\n\nwords\n");
  PlanDocument done = plan;
  done.header.status = PlanStatus::kDone;
  done.step_states = {"done"};
  done.sections.push_back({"Audit Log", 0, "x", 2});
  EXPECT_EQ(ParsePlan(PrintPlan(done)).hash, ParsePlan(PrintPlan(plan)).hash);
}

}  // namespace
}  // namespace forge
