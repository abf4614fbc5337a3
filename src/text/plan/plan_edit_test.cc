#include "text/plan/plan_edit.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/strings.h"
#include "base/testing/seed.h"
#include "text/plan/plan.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_reviews.h"
#include "text/testing/random_plan.h"

namespace forge {
namespace {

const std::string kEditedPlan = R"(# Plan: Count

**ID:** plan-1
**Status:** DRAFT

---

## Objective

Count.

## Steps

### Step a: A

Do it.

### b: B
    code

---

## Audit Log

_none yet_

---

## Implementation Notes
)";

std::string Value(Result<std::string> result) { return result ? *result : "error: " + result.error().message; }

TEST(PlanEdit, AStatusIsReplacedInTheHeaderOnly) {
  EXPECT_EQ(Value(SetPlanStatus(kEditedPlan, PlanStatus::kApproved)), ReplaceAll(kEditedPlan, "DRAFT", "APPROVED"));
  EXPECT_EQ(Value(SetPlanStatus("# P\n\n## Audit Log\n\n### Review 1\n**Status:** COMPLETE\n", PlanStatus::kDone)),
            "# P\n\n**Status:** DONE\n\n## Audit Log\n\n### Review 1\n**Status:** COMPLETE\n");
  EXPECT_EQ(Value(SetPlanStatus("# P\r\n**ID:** 1\r\n## X\r\n", PlanStatus::kDone)),
            "# P\r\n**ID:** 1\r\n**Status:** DONE\r\n## X\r\n");
  EXPECT_EQ(Value(SetPlanStatus("# P\n```\n**Status:** x\n```\n", PlanStatus::kDone)),
            "# P\n**Status:** DONE\n```\n**Status:** x\n```\n");
  EXPECT_EQ(Value(SetPlanStatus("", PlanStatus::kDone)), "**Status:** DONE\n");
  EXPECT_EQ(Value(SetPlanStatus("---\na: 1\n---\n# P", PlanStatus::kDone)), "---\na: 1\n---\n# P\n**Status:** DONE\n");
}

TEST(PlanEdit, AReviewGoesToTheEndOfTheLog) {
  std::string once =
      Value(AppendReview(kEditedPlan, {"2026-01-31", "COMPLETE", "# Bad\n\n## Audit Log\ntext\n**Verdict:** no\n"}));
  EXPECT_EQ(once, ReplaceAll(kEditedPlan, "_none yet_\n",
                             "_none yet_\n\n### Review 1 \xE2\x80\x94 2026-01-31\n**Status:** COMPLETE\n\n#### Bad\n\n"
                             "##### Audit Log\ntext\n**Verdict:** no\n"));
  std::string twice = Value(AppendReview(once, {"2026-02-01", "COMPLETE", "```\nopen"}));
  ASSERT_TRUE(LatestReview(twice));
  EXPECT_EQ(LatestReview(twice)->round, 2);
  EXPECT_EQ(LatestReview(twice)->date, "2026-02-01");
  EXPECT_EQ(LatestReview(twice)->status, "COMPLETE");
  EXPECT_EQ(LatestReview(once)->verdict, "no");
  EXPECT_EQ(FindReviews(twice).size(), 2U);
  EXPECT_EQ(ParsePlan(twice).hash, ParsePlan(kEditedPlan).hash);
  EXPECT_NE(FindPart(ParsePlan(twice), "Implementation Notes"), nullptr);
}

TEST(PlanEdit, TheLogIsMadeWhenMissing) {
  EXPECT_EQ(Value(AppendReview("# P\n\n## Objective\n\nx", {"", "COMPLETE", "ok"})),
            "# P\n\n## Objective\n\nx\n\n---\n\n## Audit Log\n\n### Review 1\n**Status:** COMPLETE\n\nok\n");
  EXPECT_EQ(
      Value(AppendReview("# P\n\nx\n\n---\n\n## Implementation Notes\n", {"", "COMPLETE", ""})),
      "# P\n\nx\n\n---\n\n## Audit Log\n\n### Review 1\n**Status:** COMPLETE\n\n---\n\n## Implementation Notes\n");
}

TEST(PlanEdit, ALineInTheLogBelongsToTheLastReview) {
  const std::string text = "# Plan: P\n\n## Objective\n\nX.\n\n---\n\n## Audit Log\n\n## Implementation Notes\n";
  const std::string reviewed = AppendReview(text, {"2026-01-31", "COMPLETE", "**Verdict:** Needs revision"}).value();
  const std::string after = AppendToLog(reviewed, "VERDICT: CAP_REACHED").value();
  const auto latest = LatestReview(after);
  ASSERT_TRUE(latest);
  EXPECT_EQ(latest->round, 1);
  EXPECT_EQ(latest->verdict, "Needs revision");
  EXPECT_NE(latest->body.find("VERDICT: CAP_REACHED"), std::string::npos);
  EXPECT_EQ(ParsePlan(after).hash, ParsePlan(text).hash);
}

TEST(PlanEdit, AStateIsWrittenInItsStep) {
  std::string a = Value(SetStepStates(kEditedPlan, {{{"a"}, "running"}}));
  EXPECT_EQ(a, ReplaceAll(kEditedPlan, "Do it.", "**State:** running\n\nDo it."));
  std::string b = Value(SetStepStates(a, {{{"b"}, "done"}}));
  EXPECT_EQ(b, ReplaceAll(a, "    code", "**State:** done\n\n    code"));
  EXPECT_EQ(Value(SetStepStates(a, {{{"a"}, "done"}})), ReplaceAll(a, "running", "done"));
  EXPECT_EQ(ParsePlan(b).step_states, (std::vector<std::string>{"running", "done"}));
  EXPECT_EQ(ParsePlan(b).hash, ParsePlan(kEditedPlan).hash);
  EXPECT_EQ(SetStepStates(kEditedPlan, {{{"c"}, "x"}}).error().code, Code::kNotFound);
}

TEST(PlanEdit, ANewBodyBringsItsHeartbeat) {
  const std::string draft = "# Plan: Count\n\n**ID:** other\n**Heartbeat:** 2m\n\n## Objective\n\nFaster.\n";
  const std::string merged = Value(ReplaceBody(kEditedPlan, draft));
  EXPECT_EQ(ParsePlan(merged).header.heartbeat, "2m");
  EXPECT_EQ(ParsePlan(merged).header.id, "plan-1");
  EXPECT_EQ(ParsePlan(Value(ReplaceBody(merged, ReplaceAll(draft, "2m", "off")))).header.heartbeat, "off");
  const std::string silent = ReplaceAll(draft, "**Heartbeat:** 2m\n", "");
  EXPECT_EQ(ParsePlan(Value(ReplaceBody(merged, silent))).header.heartbeat, "2m")
      << "what says nothing changes nothing";
}

TEST(PlanEdit, ANewBodyKeepsHeaderLogAndNotes) {
  std::string old = Value(AppendReview(kEditedPlan, {"d", "COMPLETE", "**Verdict:** no"}));
  std::string merged =
      Value(ReplaceBody(old,
                        "Sure, here it is:\n\n# Plan: Count faster\n\n**ID:** other\n\n## Objective\n\n"
                        "Faster.\n\n## Audit Log\n\nlies\n\n## Changes\n\n- `a.cc`\n"));
  EXPECT_EQ(
      merged,
      "# Plan: Count faster\n\n**ID:** plan-1\n**Status:** DRAFT\n\n---\n\n## Objective\n\nFaster.\n\n## Changes\n\n- "
      "`a.cc`\n\n---\n\n## Audit Log\n\n_none yet_\n\n### Review 1 \xE2\x80\x94 d\n**Status:** "
      "COMPLETE\n\n**Verdict:** "
      "no\n\n## Implementation Notes\n\n");
  EXPECT_FALSE(ReplaceBody(old, "no sections"));
  EXPECT_FALSE(ReplaceBody(old, "## Objective\n\n```\nopen"));
}

// How many bytes of `before` are not in `after`, outside of what both begin and end with.
std::string_view LostBytes(std::string_view before, std::string_view after) {
  std::size_t front = 0, back = 0, most = std::min(before.size(), after.size());
  while (front < most && before[front] == after[front]) ++front;
  while (back < most - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  return before.substr(front, before.size() - front - back);
}

TEST(PlanEdit, EditsTouchNothingElseAndKeepTheHash) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE("FORGE_SEED=" + std::to_string(seed));
  RandomPlan random(seed);
  int refused = 0;
  for (int i = 0; i < 150; ++i) {
    PlanDocument plan = random.Next();
    std::string text = PrintPlan(plan);
    bool raw = random.Below(3) == 0;
    for (int lines = raw ? 15 : 0; lines > 0; --lines) text += random.Text() + "\n";
    if (random.Below(3) == 0) text.pop_back();
    if (random.Below(3) == 0) text = ReplaceAll(text, "\n", "\r\n");
    PlanDocument before = ParsePlan(text);
    bool open = FindPart(ParsePlan(text + "\n\n## Zz\n"), "Zz") == nullptr;
    auto check = [&](Result<std::string> edit, bool inserts, std::string_view what) {
      if (!edit) {
        ++refused;
        EXPECT_TRUE(raw || open) << what << ": " << edit.error().message << "\n" << text;
        return;
      }
      PlanDocument after = ParsePlan(*edit);
      EXPECT_EQ(after.hash, before.hash) << what << "\n" << text << "\n=====\n" << *edit;
      EXPECT_EQ(after.steps.size(), before.steps.size());
      std::string_view gone = LostBytes(text, *edit);
      EXPECT_EQ(gone.find('\n'), std::string_view::npos) << what << ": " << gone;
      EXPECT_TRUE(!inserts || gone.empty()) << what << ": " << gone;
    };
    check(SetPlanStatus(text, static_cast<PlanStatus>(random.Below(8))), false, "status");
    check(AppendReview(text, {random.Line(), "COMPLETE", random.Text()}), true, "review");
    check(AppendToLog(text, random.Text()), true, "log");
    for (std::size_t k = 0; k < before.steps.size(); ++k) {
      if (before.step_lines[k] > 0) check(SetStepStates(text, {{before.steps[k].id, random.Line()}}), false, "state");
    }
    std::string merged = ReplaceBody(text, PrintPlan(random.Next())).value_or("");
    EXPECT_TRUE(merged.empty() || FindReviews(merged).size() == FindReviews(text).size());
  }
  EXPECT_LT(refused, 200);
}

TEST(PlanEdit, AStateTakesThePlaceOfItsWordOnly) {
  const std::string plan =
      "## Steps\n\n### a: A\n\n**State:** done **Verify:** `make x`\n\n### b: B\n\n**Files:** `b`; **State:** done "
      "<!-- ? -->\n";
  EXPECT_EQ(SetStepStates(plan, {{StepId{"a"}, "done (imported)"}, {StepId{"b"}, "failed"}}).value(),
            "## Steps\n\n### a: A\n\n**State:** done (imported) **Verify:** `make x`\n\n### b: B\n\n**Files:** `b`; "
            "**State:** failed <!-- ? -->\n");
}

}  // namespace
}  // namespace forge
