#include "surface/hook/statusline.h"

#include <gtest/gtest.h>

#include "service/run_queries.h"
#include "surface/hook/summary.h"

namespace forge::hook {
namespace {

constexpr std::int64_t kMinute = 60'000;

RunView Sample() {
  RunView view;
  view.run.id = RunId{17};
  view.run.slug = "parser";
  view.run.stage = "review";
  view.run.steps_total = 10;
  view.run.steps_done = 4;
  view.run.created = TimePoint{0};
  view.steps.push_back({0, StepId{"s1"}, "the lexer", StepStatus::kRunning, "", 1, "", ""});
  view.steps.push_back({1, StepId{"s2"}, "the rest", StepStatus::kFailed, "", 1, "", ""});
  UnitRow skeptic;
  skeptic.stage = "review";
  skeptic.member = "skeptic";
  skeptic.iteration = 2;
  skeptic.status = UnitStatus::kDone;
  view.units.push_back(skeptic);
  return view;
}

TEST(StatusLines, EachFormatLooksAsPeopleKnowIt) {
  const RunView view = Sample();
  const TimePoint now{12 * kMinute};
  EXPECT_EQ(StatusLine(view, now, LineFormat::kForge, {}),
            "[forge] ████░░░░░░ 4/10 | review | the lexer | 1 failed | 12m00s | ~18m00s left");
  EXPECT_EQ(StatusLine(view, now, LineFormat::kRalph, {}), "ralph:2/13");
  EXPECT_EQ(StatusLine(view, now, LineFormat::kNotepad, {}), "[FORGE] REVIEW v2           | skeptic:PASS | 4/10 steps");
  Json host = Json::MakeObject().Set("context_window", Json::MakeObject().Set("used_percentage", 41.4));
  EXPECT_EQ(StatusLine(view, now, LineFormat::kAuto, host),
            "forge 17 active | review v2 | skeptic:PASS | ████░░░░░░ 4/10 | 12m00s ~18m00s left | context 41%");
}

TEST(StatusLines, TheShortOneHasRunStageGatesStepsAndBudget) {
  RunView view = Sample();
  UnitRow second = view.units.front();
  second.member = "second";
  second.status = UnitStatus::kFailed;
  UnitRow third = second;
  third.member = "third";
  third.status = UnitStatus::kRunning;
  view.units.push_back(second);
  view.units.push_back(third);
  view.run.usd = 0.32;
  view.run.tokens = 900;
  Budget limit;
  limit.usd = 2;
  EXPECT_EQ(StatusLine(view, {}, LineFormat::kShort, {}, {limit, {}, ""}),
            "forge:17 review·2 skeptic✓ second✗ third… 4/10 $0.32 of $2.00");
  limit.tokens = 1000;  // nearer to its end
  EXPECT_EQ(StatusLine(view, {}, LineFormat::kShort, {}, {limit, {}, ""}),
            "forge:17 review·2 skeptic✓ second✗ third… 4/10 900 of 1.0k tokens");
  view.run.status = RunStatus::kCompleted;
  EXPECT_EQ(StatusLine(view, {}, LineFormat::kShort, {}, {}), "forge:17 completed 4/10 $0.32");
}

TEST(StatusLines, TheWholeOneTellsSliceTaskTierBudgetAndAccount) {
  RunView view = Sample();
  view.units.clear();
  view.run.stage = "slices";
  view.run.steps_total = 3;
  view.run.steps_done = 1;
  view.run.usd = 0.5;
  LineNotes notes;
  notes.limit.usd = 20;
  notes.account = "work 62%";
  RunRow slice;
  slice.id = RunId{18};
  slice.parent_step = StepId{"S02"};
  slice.steps_total = 4;
  slice.steps_done = 2;
  notes.path = {{view.run, slice}, StepId{"T03"}, "execute", "heavy", 5000, 1.25};
  EXPECT_EQ(StatusLine(view, TimePoint{12 * kMinute}, LineFormat::kAuto, {}, notes),
            "forge 17 active | slices v1 | ███░░░░░░░ 1/3 | S02 2/4 > T03 execute (heavy) | 12m00s | $1.25 of $20.00 | "
            "work 62%");
  slice.status = RunStatus::kWaiting;
  notes.path = {{view.run, slice}, {}, "", "", 5000, 1.25};
  notes.limit = {};
  notes.account = "";
  EXPECT_EQ(StatusLine(view, TimePoint{12 * kMinute}, LineFormat::kAuto, {}, notes),
            "forge 17 active | slices v1 | ███░░░░░░░ 1/3 | S02 2/4 waiting | 12m00s | 5.0k tokens, $1.25");
}

TEST(StatusLines, WhatIsLeftIsToldFromTheSecondStepOn) {
  RunView view = Sample();
  view.run.steps_done = 1;
  EXPECT_EQ(StatusLine(view, TimePoint{kMinute}, LineFormat::kForge, {}).find("left"), std::string::npos);
}

TEST(Summaries, NothingIsSaidWhereNothingIsOpen) {
  RunRow done;
  done.status = RunStatus::kCompleted;
  EXPECT_EQ(SessionSummary({done}, TimePoint{0}), "");
}

TEST(Summaries, RunsThatWantAttentionAreNamed) {
  RunRow waiting, parked, fresh;
  waiting.id = RunId{1};
  waiting.slug = "a";
  waiting.status = RunStatus::kWaiting;
  parked.id = RunId{2};
  parked.slug = "b";
  parked.status = RunStatus::kParked;
  fresh.id = RunId{3};
  fresh.status = RunStatus::kParked;
  const TimePoint now{40LL * 24 * 60 * kMinute};
  fresh.updated = now;
  EXPECT_EQ(SessionSummary({waiting, parked, fresh}, now),
            "RUNS: 2 parked, 1 waiting\n"
            "  run 1 \"a\" waits for an answer: forge questions 1\n"
            "  run 2 \"b\" is stale, 40 days: forge abandon 2?");
}

}  // namespace
}  // namespace forge::hook
