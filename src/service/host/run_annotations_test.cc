#include "service/host/run_annotations.h"

#include <gtest/gtest.h>

#include "engine/input.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

TEST(Annotations, SayWhereTheRunStoodAndWhichGatesPassed) {
  Annotation annotation;
  annotation.stage = "review";
  annotation.round = 2;
  annotation.steps_done = 4;
  annotation.steps_total = 10;
  annotation.gates = {{"tests", true}, {"review/skeptic", false}};
  EXPECT_EQ(ToText(annotation), "review, round 2, 4 of 10 steps; passed: tests; failed: review/skeptic");
}

TEST(Annotations, AStageThatWasSkippedPassedNothing) {
  std::vector<UnitRow> units;
  std::vector<JournalRow> rows;
  const auto ends = [&](UnitKind kind, const std::string& stage, UnitOutcome outcome) {
    UnitRow unit;
    unit.id = UnitId{static_cast<std::int64_t>(units.size()) + 1};
    unit.kind = kind;
    unit.stage = stage;
    Ended ended;
    ended.unit = unit.id;
    ended.outcome = std::move(outcome);
    JournalRow row;
    row.kind = KindOf(Input(ended));
    row.data = ToJson(Input(ended)).Dump();
    units.push_back(unit);
    rows.push_back(row);
  };
  UnitOutcome gate;
  gate.passed = true;
  gate.holds = true;
  gate.applies = false;
  ends(UnitKind::kGate, "clarify", gate);
  gate.applies = true;
  ends(UnitKind::kGate, "plan", gate);
  UnitOutcome failed;
  failed.status = UnitStatus::kFailed;
  ends(UnitKind::kAgent, "plan", failed);
  UnitOutcome review;
  review.verdict = Verdict::kRevision;
  ends(UnitKind::kAgent, "review", review);
  UnitOutcome check;
  check.passed = true;
  ends(UnitKind::kCheck, "tests", check);
  const std::vector<GateStanding> gates = GatesIn(rows, units);
  ASSERT_EQ(gates.size(), 2U);
  EXPECT_EQ(gates[0].gate, "review");
  EXPECT_FALSE(gates[0].passed);
  EXPECT_EQ(gates[1].gate, "tests");
  EXPECT_TRUE(gates[1].passed);
}

TEST(Annotations, AreReadBackAndABrokenLineIsPassedOver) {
  const TempDirectory directory;
  Project project;
  project.root = directory.path();
  project.state = directory.path();
  Annotation annotation{TimePoint{5}, "compaction", "s1", "active", "plan", 1, 0, 0, {{"form", true}}};
  ASSERT_TRUE(Annotate(project, RunId{17}, annotation));
  ASSERT_TRUE(AppendFile(directory.path() + "/runs/017/annotations.jsonl", "{broken\n"));
  annotation.event = "session-end";
  ASSERT_TRUE(Annotate(project, RunId{17}, annotation));
  const auto read = ReadAnnotations(project, RunId{17});
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].event, "compaction");
  EXPECT_EQ(read[1].event, "session-end");
  EXPECT_EQ(read[1].at.ms, 5);
  EXPECT_TRUE(read[1].gates.at(0).passed);
}

}  // namespace
}  // namespace forge
