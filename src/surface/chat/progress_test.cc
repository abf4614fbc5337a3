#include "surface/chat/progress.h"

#include <gtest/gtest.h>

#include "surface/chat/live_message.h"

namespace forge::chat {
namespace {

State PlanState(const std::vector<StepStatus>& statuses) {
  State state;
  state.plan.emplace();
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    StepSpec step;
    step.id = StepId{"phase-" + std::to_string(i + 1)};
    step.title = "Implement " + std::string(1, static_cast<char>('a' + i)) + ".ts";
    state.plan->steps.push_back(step);
    state.steps.emplace_back();
    state.steps.back().status = statuses[i];
  }
  return state;
}

constexpr auto kPending = StepStatus::kPending;
constexpr auto kRunning = StepStatus::kRunning;
constexpr auto kDone = StepStatus::kDone;

TEST(PlanProgress, TellsWhatRunsAndWhatIsDone) {
  PlanProgress progress("plan-017", false);
  progress.Follow(PlanState({kRunning, kPending}), {1000});
  EXPECT_EQ(progress.text(), "Running all phases for **plan-017** — starting phase-1: Implement a.ts...");
  progress.Follow(PlanState({kDone, kRunning}), {33'000});
  EXPECT_EQ(
      progress.text(),
      "Running all phases for **plan-017**\n[x] phase-1: Implement a.ts (32s)\nRunning phase-2: Implement b.ts...");
  progress.Follow(PlanState({kDone, kDone}), {88'000});
  EXPECT_EQ(progress.text(), "") << "between steps there is nothing to tell";
  EXPECT_EQ(progress.EndText(RunStatus::kCompleted, "", ""),
            "Plan run complete for **plan-017**: 2 phases executed (87s)\n[x] phase-1: Implement a.ts (32s)\n"
            "[x] phase-2: Implement b.ts (55s)");
}

TEST(PlanProgress, AStepThatWaitsForAnAnswerIsNotRunning) {
  PlanProgress progress("plan-017", false);
  progress.Follow(PlanState({StepStatus::kWaiting, kPending}), {1000});
  EXPECT_EQ(progress.text(), "");
  progress.Follow(PlanState({StepStatus::kWaiting, kRunning}), {2000});
  EXPECT_EQ(progress.text(), "Running all phases for **plan-017** — starting phase-2: Implement b.ts...");
  EXPECT_EQ(progress.EndText(RunStatus::kWaiting, "", "Go on? Say `x`."),
            "Plan run stopped: it asks: Go on? Say `x`. 0/2 phases completed.");
}

TEST(PlanProgress, WhatWasDoneBeforeIsNotCounted) {
  PlanProgress progress("plan-017", false);
  progress.Follow(PlanState({kDone, kRunning}), {1000});
  progress.Follow(PlanState({kDone, kDone}), {2000});
  EXPECT_TRUE(
      progress.EndText(RunStatus::kCompleted, "", "").starts_with("Plan run complete for **plan-017**: 1 phase "));
}

TEST(PlanProgress, AStepAloneIsToldByItself) {
  PlanProgress progress("plan-017", true);
  progress.Follow(PlanState({kRunning, kPending}), {1000});
  EXPECT_EQ(progress.text(), "Running phase-1: Implement a.ts...");
  progress.Follow(PlanState({kDone, kPending}), {2000});
  EXPECT_EQ(progress.EndText(RunStatus::kPaused, "", ""), "Phase **phase-1** done: Implement a.ts");
}

TEST(PlanProgress, AFailureSaysHowToGoOn) {
  State failed = PlanState({kDone, StepStatus::kFailed});
  failed.steps[1].reason = "Build error";
  for (const bool one : {true, false}) {
    PlanProgress progress("plan-017", one);
    progress.Follow(PlanState({one ? kDone : kRunning, kRunning}), {1000});
    progress.Follow(failed, {2000});
    const std::string text =
        "Phase **phase-2** failed: Build error. Use `!plan run plan-017` to retry or `!plan skip plan-017` to skip.";
    EXPECT_EQ(progress.EndText(RunStatus::kFailed, "", ""),
              one ? text : "Plan run stopped: " + text + " 1/2 phases completed.");
  }
}

TEST(PlanProgress, EveryRestHasItsWords) {
  PlanProgress progress("plan-017", false);
  progress.Follow(PlanState({kRunning}), {1000});
  EXPECT_EQ(progress.EndText(RunStatus::kCancelled, "", ""), "Plan run stopped: cancelled. 0/1 phases completed.");
  EXPECT_EQ(progress.EndText(RunStatus::kPaused, "", ""), "Plan run stopped: paused. 0/1 phases completed.");
  EXPECT_EQ(progress.EndText(RunStatus::kWaiting, "", "Go on? Say `x`."),
            "Plan run stopped: it asks: Go on? Say `x`. 0/1 phases completed.");
}

TEST(PlanProgress, AStageIsToldWhenItsGateHasLetItThrough) {
  State state = PlanState({kDone});
  Pipeline pipeline;
  for (const char* name : {"build", "contracts"}) pipeline.stages.emplace_back().name = name;
  pipeline.stages[1].kind = StageKind::kCheck;
  state.start.pipelines.pipelines.push_back(pipeline);
  state.lane.memos.resize(2);
  state.each_stage = 0;
  state.lane.stage = 1;
  state.lane.units = {UnitId{5}};
  state.units[UnitId{5}].kind = UnitKind::kGate;
  PlanProgress progress("plan-017", true);
  progress.Follow(state, {1000});
  EXPECT_EQ(progress.text(), "") << "it may be skipped";
  state.units[UnitId{5}].kind = UnitKind::kCheck;
  progress.Follow(state, {1000});
  EXPECT_EQ(progress.text(), "Verifying the whole (contracts)...");
}

// `sent_back`: by this stage.
State ForgeState(const std::string& at, int audits, const std::string& sent_back = "") {
  State state;
  Pipeline pipeline;
  for (const char* name : {"draft", "revise", "structure", "audit", "approve", "rework"}) {
    Stage stage;
    stage.name = name;
    stage.max_iterations = 5;
    if (stage.name == at) state.lane.stage = static_cast<int>(pipeline.stages.size());
    pipeline.stages.push_back(stage);
  }
  state.lane.memos.resize(pipeline.stages.size());
  state.lane.memos[3].entered = audits;
  state.lane.memos[sent_back == "approve" ? 4 : 3].sent_back = !sent_back.empty();
  state.start.pipelines.pipelines.push_back(pipeline);
  return state;
}

TEST(ForgeProgress, TellsEveryRound) {
  ForgeProgress progress("plan-018");
  auto at = [&](const char* stage, int audits, std::int64_t ms, const char* severity = "") {
    const char* sent_back = *severity == '\0' ? "" : "audit";
    progress.Follow(ForgeState(stage, audits, sent_back), {ms}, severity);
    return progress.text();
  };
  EXPECT_EQ(at("draft", 0, 1000), "Forging plan-018... Drafting (reading codebase)");
  EXPECT_EQ(at("revise", 0, 1200), "Forging plan-018... Drafting (reading codebase)") << "it is only passed over";
  EXPECT_EQ(at("structure", 0, 1500), "Forging plan-018... Drafting (reading codebase)");
  EXPECT_EQ(at("audit", 1, 2000), "Forging plan-018... Draft complete. Audit round 1/5...");
  EXPECT_EQ(at("revise", 1, 3000, "medium"), "Forging plan-018... Audit round 1 found medium concerns. Revising...");
  EXPECT_EQ(at("audit", 2, 4000), "Forging plan-018... Revision complete. Audit round 2/5...");
  EXPECT_EQ(at("audit", 6, 5000), "Forging plan-018... Revision complete. Audit round 6...") << "beyond the limit";
  at("approve", 2, 88'000);
  EXPECT_EQ(progress.EndText(RunStatus::kWaiting, "", false),
            "Forge complete. Plan plan-018 ready for review (2 rounds, 87s)");
  EXPECT_EQ(progress.EndText(RunStatus::kWaiting, "", true),
            "Forge stopped after 2 audit rounds — concerns remain. Review manually: `!plan show plan-018`");
  EXPECT_EQ(
      progress.EndText(RunStatus::kFailed, "no agent", false, false),
      "Forge failed during plan-018: no agent. Nothing was drafted yet. Try again with `!forge plan-018`, or cancel it "
      "with `!plan cancel plan-018`.");
  EXPECT_EQ(progress.EndText(RunStatus::kFailed, "no agent", false),
            "Forge failed during plan-018: no agent. Partial plan saved: `!plan show plan-018`");
}

TEST(ForgeProgress, SaysWhoAskedForChanges) {
  ForgeProgress progress("plan-018");
  progress.Follow(ForgeState("rework", 1, "approve"), {1000}, "low");
  EXPECT_EQ(progress.text(), "Forging plan-018... Revising it as you asked...");
  progress.Follow(ForgeState("revise", 1, "approve"), {2000}, "low");
  EXPECT_EQ(progress.text(), "Forging plan-018... Revising it as you asked...") << "the audit asked for nothing";
}

TEST(ForgeProgress, SaysNothingOfRoundsThatItDidNotSee) {
  ForgeProgress progress("plan-018");
  EXPECT_EQ(progress.EndText(RunStatus::kWaiting, "", false), "Plan plan-018 is ready for review.");
  progress.CountRounds(ForgeState("approve", 2));
  EXPECT_EQ(progress.EndText(RunStatus::kWaiting, "", true),
            "Forge stopped after 2 audit rounds — concerns remain. Review manually: `!plan show plan-018`");
}

class Recorder : public Transport {
 public:
  std::int64_t Send(const std::string& text) override {
    said.push_back("new " + text);
    return 7;
  }
  void Edit(std::int64_t id, const std::string& text) override { said.push_back(std::to_string(id) + " " + text); }
  std::vector<std::string> said;
};

TEST(LiveMessage, IsOneMessageAndItsLastWordIsAlwaysSaid) {
  Recorder recorder;
  TimePoint now{0};
  LiveMessage message(recorder, 3000, [&] { return now; });
  message.Show("a");
  message.Show("b");
  now.ms = 3000;
  message.Tick();
  message.Show("c");
  message.Show("d");
  message.End("e");
  message.Tick();
  EXPECT_EQ(recorder.said, (std::vector<std::string>{"new a", "7 b", "7 e"}));
}

}  // namespace
}  // namespace forge::chat
