#include "store/examine.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>

#include "engine/queue.h"
#include "engine/run_loop.h"
#include "store/row_fields.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

// Units begin and end at once, some badly.
class QuickExecutor final : public Executor {
 public:
  explicit QuickExecutor(InputQueue& queue) : queue_(queue) {}

  void Start(const State&, const Unit& unit) override {
    queue_.Post(Began{unit.id, 1000 + unit.id.value, 5});
    UnitOutcome outcome;
    outcome.summary = "unit " + std::to_string(unit.id.value);
    outcome.usage = {.input_tokens = 10, .output_tokens = 3, .usd = 0.01};
    outcome.snapshot = "commit-" + std::to_string(unit.id.value);
    if (unit.id.value % 3 == 0 && unit.attempt == 1) {
      outcome.status = UnitStatus::kFailed;
      outcome.error_class = ErrorClass::kEmpty;
      outcome.error = "no answer";
    }
    queue_.Post(Ended{unit.id, outcome});
  }
  void Stop(UnitId) override {}

 private:
  InputQueue& queue_;
};

class TickingClock final : public Clock {
 public:
  TimePoint Now() override { return {now_ += 20'000}; }

 private:
  std::int64_t now_ = 5000;
};

Started PlannedStart() {
  Started start = SampleStart("build three things");
  Pipeline inner;
  inner.name = "inner";
  Stage work;
  work.name = "work";
  work.role = "engineer";
  Stage check;
  check.name = "verify";
  check.kind = StageKind::kCheck;
  check.commands = {"true"};
  inner.stages = {work, check};
  Stage each;
  each.name = "build";
  each.kind = StageKind::kEach;
  each.pipeline = "inner";
  each.pipeline_index = 1;
  each.max_concurrent = 2;
  Pipeline& outer = start.pipelines.pipelines[0];
  outer.stages.insert(outer.stages.begin(), each);
  start.pipelines.pipelines.push_back(inner);
  PlanRef plan{.hash = "h", .path = "plan.md", .steps = {}};
  for (const char* id : {"s1", "s2", "s3"}) {
    StepSpec step;
    step.id = {id};
    step.title = std::string("Step ") + id;
    plan.steps.push_back(step);
  }
  plan.steps[2].depends = {{"s1"}};
  start.plan = plan;
  return start;
}

class ExamineTest : public testing::Test {
 protected:
  ExamineTest() {
    NewRun planned = SampleRun("three-things");
    planned.start = PlannedStart();
    run_ = store_->CreateRun(planned).value();
    other_ = store_->CreateRun(SampleRun()).value();
    Drive();
  }

  // The real loop, until the run waits for its answer.
  void Drive() {
    const auto rows = store_->ReadJournal(run_, {}).value();
    State state = Fold(rows).value();
    RunLoop loop({run_, "three-things", {}, {1000}}, std::move(state), store_->LastSeq(run_).value() + 1,
                 {*store_, *store_, executor_, clock_, queue_});
    const auto status = loop.Run();
    ASSERT_TRUE(status) << Describe(status.error());
    ASSERT_EQ(*status, RunStatus::kWaiting);
    Control block;
    block.kind = ControlKind::kBlockOn;
    block.other = other_;
    const Status blocked = loop.Apply(block);
    ASSERT_TRUE(blocked) << Describe(blocked.error());
  }

  // Everything the projections say, as text.
  std::string Everything() {
    std::string text;
    const auto add = [&](const RowFields& fields) {
      for (const auto& [name, value] : fields) text += std::string(name) + "=" + value + " ";
      text += "\n";
    };
    const auto runs = store_->ListRuns().value();
    for (const RunRow& row : runs) {
      add(FieldsOf(row));
      for (const auto& step : store_->ListSteps(row.id).value_or(std::vector<StepRow>{})) add(FieldsOf(step));
      for (UnitRow& unit : store_->ListUnits(row.id).value_or(std::vector<UnitRow>{})) {
        unit.pid = unit.pid_start = 0;  // the journal may know more of a process that is gone
        add(FieldsOf(unit));
      }
      for (const RunId blocker : store_->ListBlockers(row.id).value_or(std::vector<RunId>{})) {
        text += "waits for " + std::to_string(blocker.value) + "\n";
      }
    }
    const auto questions = store_->ListQuestions(std::nullopt, false).value();
    for (const StoredQuestion& question : questions) add(FieldsOf(question.question));
    return text;
  }

  void Spoil(const std::string& sql) {
    Database database = OpenDatabase(path_, {}).value();
    ASSERT_OK(database.Script("PRAGMA foreign_keys = OFF; " + sql));
  }

  std::string Findings(bool repair) {
    const auto findings = store_->Examine(repair);
    EXPECT_TRUE(findings) << Describe(findings.error());
    std::string text;
    for (const Store::Finding& finding : findings.value_or(std::vector<Store::Finding>{})) {
      text += finding.what + (finding.repairable ? " [can be repaired]" : "") + (finding.repaired ? " [repaired]" : "");
      text += "\n";
    }
    return text;
  }

  TempDirectory directory_;
  std::string path_ = directory_ / "store.db";
  std::unique_ptr<Store> store_ = MustOpen(path_);
  InputQueue queue_;
  QuickExecutor executor_{queue_};
  TickingClock clock_;
  RunId run_, other_;
};

TEST_F(ExamineTest, AStoreThatTheEngineWroteIsSound) {
  EXPECT_EQ(store_->ListSteps(run_).value().size(), 3U);
  EXPECT_GE(store_->ListUnits(run_).value().size(), 6U);
  EXPECT_EQ(store_->ListQuestions(run_, true).value().size(), 1U);
  EXPECT_EQ(store_->ListBlockers(run_).value(), std::vector<RunId>{other_});
  EXPECT_EQ(Findings(false), "");
}

TEST_F(ExamineTest, WhatTheJournalTellsIsRepaired) {
  const std::string right = Everything();
  for (const char* sql : {
           "UPDATE run SET status = 'completed', units = 999 WHERE id = 1",
           "UPDATE run SET status = 'no such word' WHERE id = 1",
           "UPDATE step SET status = 'pending' WHERE run = 1 AND place = 1",
           "DELETE FROM step WHERE run = 1",
           "INSERT INTO step VALUES (1, 17, 'ghost', '', 'done', '', 0, '', '')",
           "DELETE FROM unit WHERE run = 1 AND id = 2",
           "UPDATE unit SET status = 'running', usd = 5 WHERE run = 1 AND id = 3",
           "UPDATE unit SET kind = 'elephant' WHERE run = 1",
           "UPDATE question SET answer = 'yes', status = 'answered'",
           "UPDATE question SET options = '{{{'",
           "DELETE FROM question",
           "DELETE FROM blocker",
           "INSERT INTO blocker VALUES (2, 1)",
       }) {
    Spoil(sql);
    const std::string found = Findings(false);
    EXPECT_NE(found.find("[can be repaired]"), std::string::npos) << sql;
    EXPECT_EQ(found.find("[repaired]"), std::string::npos) << sql;
    EXPECT_EQ(Findings(false), found) << "looking changes nothing";
    EXPECT_NE(Findings(true).find("[repaired]"), std::string::npos) << sql;
    EXPECT_EQ(Findings(false), "") << sql;
    EXPECT_EQ(Everything(), right) << sql;
  }
}

TEST_F(ExamineTest, ALostRunRowIsMadeAgainFromItsStart) {
  const RunStatus status = store_->FindRun(run_).value()->status;
  Spoil("DELETE FROM run WHERE id = 1");
  EXPECT_NE(Findings(true).find("run 1"), std::string::npos);
  EXPECT_EQ(Findings(false), "");
  const auto row = store_->FindRun(run_).value();
  ASSERT_TRUE(row);
  EXPECT_EQ(row->slug, "build-three-things");
  EXPECT_EQ(row->objective, "build three things");
  EXPECT_EQ(row->created, TimePoint{1000});
  EXPECT_EQ(row->status, status);
}

TEST_F(ExamineTest, RowsOfRunsThatNeverWereAreSwept) {
  Spoil(
      "INSERT INTO lease VALUES (77, 1, 1, '', '', 1, 1, ''); INSERT INTO inbox (run, at, kind, data) VALUES (78, 1, "
      "'', "
      "'')");
  EXPECT_NE(Findings(false).find("table lease"), std::string::npos);
  EXPECT_NE(Findings(true).find("table inbox"), std::string::npos);
  EXPECT_EQ(Findings(false), "");
}

TEST_F(ExamineTest, AJournalWithHolesIsReportedAndNothingIsDerivedFromIt) {
  const std::string before = Everything();
  Spoil("DELETE FROM journal WHERE run = 1 AND seq IN (4, 5)");
  const std::string found = Findings(true);
  EXPECT_NE(found.find("journal rows 4 to 5 are missing"), std::string::npos) << found;
  EXPECT_EQ(found.find("[can be repaired]"), std::string::npos) << found;
  EXPECT_EQ(Everything(), before);
}

TEST_F(ExamineTest, JournalRowsThatCannotBeReadAreNamed) {
  Spoil("UPDATE journal SET data = '{oops' WHERE run = 1 AND seq = 3");
  EXPECT_NE(Findings(true).find("run 1, journal row 3"), std::string::npos);
  Spoil("UPDATE journal SET data = '{}', kind = 'sneezed', input = 1 WHERE run = 1 AND seq = 3");
  EXPECT_NE(Findings(true).find("run 1, journal row 3 (sneezed)"), std::string::npos);
  Spoil("DELETE FROM journal WHERE run = 2");
  EXPECT_NE(Findings(true).find("run 2 has no journal"), std::string::npos);
}

TEST_F(ExamineTest, WhoWaitsForAnEndedRunIsToldByTheRepair) {
  Batch end = SampleBatch(other_, store_->LastSeq(other_).value(), 1);
  end.run_row.status = RunStatus::kCompleted;
  ASSERT_OK(store_->Record(end));
  Spoil("DELETE FROM inbox");
  (void)Findings(true);  // the sample batch was not the engine's: run 2 is put right, which makes it active again
  EXPECT_EQ(store_->Poll(run_).value().size(), 0U);
  Spoil("UPDATE blocker SET blocked_by = 99");
  Spoil("UPDATE journal SET data = replace(data, '\"other\":2', '\"other\":99') WHERE run = 1");
  const std::string found = Findings(true);
  EXPECT_NE(found.find("run 1 waits for run 99"), std::string::npos) << found;
  const auto messages = store_->Poll(run_).value();
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(std::get<BlockerEnded>(messages[0].input).run, RunId{99});
  EXPECT_EQ(Findings(false), "");
}

TEST_F(ExamineTest, ABrokenIndexIsMadeAnew) {
  const std::string right = Everything();
  store_.reset();
  // Around our own connection, which would refuse: leaves an index whose entries are not those of its table.
  sqlite3* handle = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &handle), SQLITE_OK);
  const char* sql =
      "PRAGMA writable_schema = ON;"
      "UPDATE sqlite_schema SET sql = 'CREATE INDEX run_by_slug ON run (reason)' WHERE name = 'run_by_slug'";
  EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(handle);
  store_ = MustOpen(path_);
  EXPECT_NE(Findings(false).find("index run_by_slug"), std::string::npos);
  EXPECT_NE(Findings(true).find("[repaired]"), std::string::npos);
  EXPECT_EQ(Findings(false), "");
  EXPECT_EQ(Everything(), right);
}

}  // namespace
}  // namespace forge
