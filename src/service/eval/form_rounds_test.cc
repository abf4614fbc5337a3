#include "service/eval/form_rounds.h"

#include <gtest/gtest.h>

#include "engine/input.h"

namespace forge {
namespace {

// A run with a stage that checks the form of a plan, one that runs commands, and one that reviews.
class FormRounds : public testing::Test {
 protected:
  FormRounds() {
    Started started;
    Pipeline pipeline;
    pipeline.name = "p";
    pipeline.stages.resize(4);
    pipeline.stages[0].name = "form";
    pipeline.stages[0].kind = StageKind::kCheck;
    pipeline.stages[0].checks = {"structure", "graph"};
    pipeline.stages[1].name = "verify";
    pipeline.stages[1].kind = StageKind::kCheck;
    pipeline.stages[1].commands = {"project"};
    pipeline.stages[2].name = "claims";
    pipeline.stages[2].kind = StageKind::kCheck;
    pipeline.stages[2].checks = {"claims"};
    pipeline.stages[3].name = "review";
    started.pipelines.pipelines = {pipeline};
    Add(started);
  }

  void Add(const Input& input) {
    JournalRow row;
    row.is_input = true;
    row.kind = std::string(KindOf(input));
    row.data = ToJson(input).Dump();
    journal_.push_back(row);
  }

  void End(UnitKind kind, const std::string& stage, const UnitOutcome& outcome) {
    UnitRow unit;
    unit.id = UnitId{static_cast<std::int64_t>(units_.size()) + 1};
    unit.kind = kind;
    unit.stage = stage;
    units_.push_back(unit);
    Add(Ended{unit.id, outcome});
  }

  std::int64_t Count() const { return CountFormRounds(journal_, units_).value(); }

  std::vector<JournalRow> journal_;
  std::vector<UnitRow> units_;
};

UnitOutcome FailedCheck() {
  UnitOutcome outcome;
  outcome.passed = false;
  return outcome;
}

UnitOutcome Failed(ErrorClass error) {
  UnitOutcome outcome;
  outcome.status = UnitStatus::kFailed;
  outcome.error_class = error;
  return outcome;
}

TEST_F(FormRounds, AnswersThatCannotBeReadCount) {
  End(UnitKind::kAgent, "review", Failed(ErrorClass::kMalformed));
  UnitOutcome unreadable;
  unreadable.verdict = Verdict::kMalformed;
  End(UnitKind::kAgent, "review", unreadable);
  EXPECT_EQ(Count(), 2);
}

TEST_F(FormRounds, FailedChecksOfTheFormCount) {
  End(UnitKind::kCheck, "form", FailedCheck());
  End(UnitKind::kCheck, "form", UnitOutcome{});
  EXPECT_EQ(Count(), 1);
}

TEST_F(FormRounds, WhatWasWrongInSubstanceDoesNotCount) {
  End(UnitKind::kCheck, "verify", FailedCheck());
  End(UnitKind::kCheck, "claims", FailedCheck());
  UnitOutcome revision;
  revision.verdict = Verdict::kRevision;
  End(UnitKind::kAgent, "review", revision);
  End(UnitKind::kAgent, "review", Failed(ErrorClass::kNetwork));
  EXPECT_EQ(Count(), 0);
}

}  // namespace
}  // namespace forge
