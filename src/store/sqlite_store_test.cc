#include "store/sqlite_store.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "os/files/files.h"
#include "store/row_fields.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

class SqliteStoreTest : public testing::Test {
 protected:
  RunId MustCreate(const NewRun& run = SampleRun()) {
    auto id = store_->CreateRun(run);
    EXPECT_TRUE(id) << Describe(id.error());
    return id.value_or(RunId{});
  }
  std::int64_t MustLast(RunId run) { return store_->LastSeq(run).value_or(-1); }
  void Reopen() {
    store_.reset();
    store_ = MustOpen(directory_ / "store.db");
  }
  void MustRecord(const Batch& batch) {
    const Status status = store_->Record(batch);
    ASSERT_TRUE(status) << Describe(status.error());
  }
  // Ends the run, or moves it to another status.
  Batch MoveTo(RunId run, RunStatus status) {
    Batch batch = SampleBatch(run, MustLast(run), 1);
    batch.run_row.status = status;
    return batch;
  }
  Batch BlockedOn(RunId run, std::set<RunId> others) {
    Batch batch = SampleBatch(run, MustLast(run), 1);
    batch.blockers = std::move(others);
    return batch;
  }
  std::vector<InboxMessage> MustPoll(RunId run) {
    auto messages = store_->Poll(run);
    EXPECT_TRUE(messages) << Describe(messages.error());
    return messages.value_or(std::vector<InboxMessage>{});
  }

  TempDirectory directory_;
  std::unique_ptr<Store> store_ = MustOpen(directory_ / "store.db");
};

TEST_F(SqliteStoreTest, ANewRunHasItsStartAsFirstRowAndItsProjections) {
  const RunId run = MustCreate();
  EXPECT_EQ(run, RunId{1});
  const auto rows = store_->ReadJournal(run, {}).value();
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0].seq, 1);
  EXPECT_EQ(rows[0].kind, "started");
  EXPECT_TRUE(rows[0].is_input);
  EXPECT_EQ(rows[0].at, TimePoint{1000});
  EXPECT_EQ(MustLast(run), static_cast<std::int64_t>(rows.size()));
  const auto row = store_->FindRun(run).value();
  ASSERT_TRUE(row);
  EXPECT_EQ(row->slug, "mend-the-roof");
  EXPECT_EQ(row->objective, "mend the roof");
  EXPECT_EQ(row->pipeline, "sample");
  EXPECT_EQ(row->stage, "work");
  EXPECT_EQ(row->status, RunStatus::kActive);
  const auto units = store_->ListUnits(run).value();
  const auto newest = store_->ListNewestUnits(run, 1).value();
  ASSERT_EQ(newest.size(), 1u);
  EXPECT_EQ(newest[0].id, units.back().id);
  EXPECT_EQ(store_->ListNewestUnits(run, 1000).value().size(), units.size());
  ASSERT_EQ(units.size(), 1U);
  EXPECT_EQ(units[0].stage, "work");
}

TEST_F(SqliteStoreTest, ARunThatTheCoreRefusesIsNotMade) {
  NewRun run = SampleRun();
  run.start.pipelines.pipelines.clear();
  const auto made = store_->CreateRun(run);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, Code::kInvalid);
  EXPECT_TRUE(store_->ListRuns().value().empty());
  EXPECT_EQ(MustCreate(), RunId{1});
}

TEST_F(SqliteStoreTest, WhatWasRecordedIsReadBackAfterReopening) {
  const RunId run = MustCreate();
  Batch batch = SampleBatch(run, MustLast(run), 3);
  batch.rows[1].data = std::string("{\"t\":\"a'b\\u0000\xc3\xa4\"}");
  batch.run_row.status = RunStatus::kPaused;
  batch.run_row.reason = "asked to";
  batch.run_row.tokens = 1234567890123;
  batch.run_row.usd = 0.1;
  batch.run_row.plan_path = ".forge/plans/x.md";
  StepRow step;
  step.place = 1;
  step.id = {"s2"};
  step.title = "Second";
  step.status = StepStatus::kRunning;
  step.stage = "build";
  step.attempts = 2;
  step.reason = "because";
  step.snapshot = "abc";
  batch.steps = {step};
  UnitRow& unit = batch.units[0];
  unit.kind = UnitKind::kCheck;
  unit.step = {"s2"};
  unit.member = "m";
  unit.iteration = 4;
  unit.attempt = 5;
  unit.status = UnitStatus::kFailed;
  unit.error_class = "network";
  unit.summary = "line\nbreak";
  unit.usage = {.input_tokens = 1, .output_tokens = 2, .cache_read_tokens = 3, .cache_write_tokens = 4, .usd = 0.3};
  unit.pid = 77;
  unit.pid_start = 78;
  unit.ended = {99};
  Question question;
  question.id = {1};
  question.kind = QuestionKind::kEscalation;
  question.lane = LaneId::OfStep(3);
  question.step = {"s2"};
  question.stage = "build";
  question.text = "What now?";
  question.options = {"retry", "skip \"it\""};
  question.shows = "plan";
  question.hash = "beef";
  question.asked = {5};
  batch.questions = {question};
  MustRecord(batch);
  Reopen();

  const auto rows = store_->ReadJournal(run, {.after = batch.rows[0].seq - 1}).value();
  ASSERT_EQ(rows.size(), 3U);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(Difference(FieldsOf(rows[i]), FieldsOf(batch.rows[i])), "");
  const RunRow row = store_->FindRun(run).value().value();
  EXPECT_EQ(row.status, RunStatus::kPaused);
  EXPECT_EQ(row.reason, "asked to");
  EXPECT_EQ(row.tokens, 1234567890123);
  EXPECT_EQ(row.usd, 0.1);
  EXPECT_EQ(row.plan_path, ".forge/plans/x.md");
  EXPECT_EQ(row.slug, "mend-the-roof") << "a batch does not rename the run";
  EXPECT_EQ(row.created, TimePoint{1000});
  const auto steps = store_->ListSteps(run).value();
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(Difference(FieldsOf(steps[0]), FieldsOf(step)), "");
  const auto units = store_->ListUnits(run).value();
  ASSERT_EQ(units.size(), 4U);
  EXPECT_EQ(Difference(FieldsOf(units[1]), FieldsOf(unit)), "");
  const auto questions = store_->ListQuestions(run, true).value();
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_EQ(questions[0].run, run);
  EXPECT_EQ(questions[0].question, question);
}

TEST_F(SqliteStoreTest, TheJournalIsReadInPartsAndInputsAlone) {
  const RunId run = MustCreate();
  const std::int64_t last = MustLast(run);
  Batch batch = SampleBatch(run, last, 6);
  batch.rows[2].is_input = true;
  batch.rows[4].is_input = true;
  MustRecord(batch);
  const auto part = store_->ReadJournal(run, {.after = last + 1, .limit = 2}).value();
  ASSERT_EQ(part.size(), 2U);
  EXPECT_EQ(part[0].seq, last + 2);
  EXPECT_EQ(part[1].seq, last + 3);
  const auto inputs = store_->ReadJournal(run, {.after = last, .inputs_only = true}).value();
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_EQ(inputs[0].seq, last + 3);
  EXPECT_EQ(inputs[1].seq, last + 5);
  EXPECT_TRUE(store_->ReadJournal({99}, {}).value().empty());
  EXPECT_EQ(store_->LastSeq({99}).value(), 0);
}

TEST_F(SqliteStoreTest, ReplacingStepsDropsThoseThatAreGone) {
  const RunId run = MustCreate();
  Batch batch = SampleBatch(run, MustLast(run), 1);
  for (int place = 0; place < 3; ++place) {
    StepRow step;
    step.place = place;
    step.id = {"s" + std::to_string(place)};
    batch.steps.push_back(step);
  }
  MustRecord(batch);
  Batch touched = SampleBatch(run, MustLast(run), 1);
  touched.steps = {batch.steps[1]};
  touched.steps[0].status = StepStatus::kDone;
  MustRecord(touched);
  EXPECT_EQ(store_->ListSteps(run).value().size(), 3U);
  Batch changed = SampleBatch(run, MustLast(run), 1);
  changed.replace_steps = true;
  changed.steps = {batch.steps[0]};
  MustRecord(changed);
  const auto steps = store_->ListSteps(run).value();
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].id, StepId{"s0"});
}

TEST_F(SqliteStoreTest, NumbersTakenElsewhereAreNotGivenAgain) {
  NewRun run = SampleRun();
  run.number_after = 41;
  EXPECT_EQ(MustCreate(run).value, 42);
  run.number_after = 7;
  EXPECT_EQ(MustCreate(run).value, 43);
  EXPECT_EQ(MustCreate().value, 44);
}

TEST_F(SqliteStoreTest, ARunMayTakeTheNumberThatItsPlanHas) {
  NewRun run = SampleRun();
  run.number = 17;
  EXPECT_EQ(MustCreate(run).value, 17);
  EXPECT_EQ(store_->CreateRun(run).error().code, Code::kConflict);
  EXPECT_EQ(MustCreate().value, 18);
  run.number = 3;
  EXPECT_EQ(MustCreate(run).value, 3) << "a plan may wait long for its run";
  EXPECT_EQ(MustCreate().value, 19);
}

TEST_F(SqliteStoreTest, ARunIsFoundByItsNewestSlug) {
  MustCreate(SampleRun("same"));
  const RunId second = MustCreate(SampleRun("same"));
  MustCreate(SampleRun("other"));
  EXPECT_EQ(store_->FindRunBySlug("same").value().value().id, second);
  EXPECT_FALSE(store_->FindRunBySlug("nobody").value());
  EXPECT_FALSE(store_->FindRun({99}).value());
  EXPECT_EQ(store_->ListRuns().value().size(), 3U);
}

TEST_F(SqliteStoreTest, TwoOwnersOfARunCannotBothWrite) {
  const RunId run = MustCreate();
  const std::int64_t last = MustLast(run);
  auto other = MustOpen(directory_ / "store.db");
  MustRecord(SampleBatch(run, last, 2));
  Batch late = SampleBatch(run, last, 1);
  late.run_row.status = RunStatus::kCancelled;
  const Status status = other->Record(late);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::kConflict);
  EXPECT_EQ(MustLast(run), last + 2);
  EXPECT_EQ(store_->FindRun(run).value()->status, RunStatus::kActive);
}

TEST_F(SqliteStoreTest, AGapInTheJournalIsRefused) {
  const RunId run = MustCreate();
  const Status status = store_->Record(SampleBatch(run, MustLast(run) + 1, 1));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::kConflict);
}

TEST_F(SqliteStoreTest, AfterAConflictTheRunIsRefusedUntilItsLeaseIsTakenAgain) {
  const RunId run = MustCreate();
  const RunId neighbour = MustCreate();
  ASSERT_FALSE(store_->Record(SampleBatch(run, MustLast(run) + 1, 1)));
  const Status again = store_->Record(SampleBatch(run, MustLast(run), 1));
  ASSERT_FALSE(again) << "what its owner has in memory may be ahead of the disk";
  EXPECT_EQ(again.error().code, Code::kConflict);
  MustRecord(SampleBatch(neighbour, MustLast(neighbour), 1));
  ASSERT_OK(store_->TakeLease(run, SampleOwner(1), {1}, 1, {}));
  MustRecord(SampleBatch(run, MustLast(run), 1));
}

TEST_F(SqliteStoreTest, ABatchForNoRunIsRefused) {
  const Status status = store_->Record(SampleBatch({7}, 0, 1));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Code::kNotFound);
}

TEST_F(SqliteStoreTest, ABatchWithoutRowsLeavesTheProjectionsAlone) {
  const RunId run = MustCreate();
  Batch batch = SampleBatch(run, MustLast(run), 0);
  batch.run_row.status = RunStatus::kCancelled;
  MustRecord(batch);
  EXPECT_EQ(store_->FindRun(run).value()->status, RunStatus::kActive);
}

TEST_F(SqliteStoreTest, AChildIsFoundAgainByItsParentsUnit) {
  const RunId parent = MustCreate();
  NewRun child = SampleRun("child");
  child.parent = parent;
  child.parent_unit = {5};
  const RunId first = MustCreate(child);
  EXPECT_EQ(MustCreate(child), first);
  EXPECT_EQ(store_->ListRuns().value().size(), 2U);
  EXPECT_EQ(store_->FindChild(parent, {5}).value()->id, first);
  EXPECT_EQ(store_->FindRun(first).value()->parent, parent);
  EXPECT_FALSE(store_->FindChild(parent, {6}).value());
  child.parent_unit = {};
  EXPECT_NE(MustCreate(child), MustCreate(child)) << "without a unit, every spawn is a run of its own";
  EXPECT_FALSE(store_->FindChild(parent, {}).value());
}

TEST_F(SqliteStoreTest, AChildOfAMissingRunIsRefused) {
  NewRun child = SampleRun("child");
  child.parent = {42};
  const auto made = store_->CreateRun(child);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, Code::kNotFound);
}

TEST_F(SqliteStoreTest, AParentIsToldOfAChildThatBlocksIt) {
  const RunId parent = MustCreate();
  NewRun child = SampleRun("child");
  child.parent = parent;
  child.blocks_parent = true;
  const RunId run = MustCreate(child);
  EXPECT_EQ(store_->ListOpenBlockers(parent).value(), std::vector<RunId>{run});
  const auto messages = MustPoll(parent);
  ASSERT_EQ(messages.size(), 1U);
  const auto& control = std::get<Control>(messages[0].input);
  EXPECT_EQ(control.kind, ControlKind::kBlockOn);
  EXPECT_EQ(control.other, run);
  MustRecord(MoveTo(run, RunStatus::kCancelled));
  EXPECT_TRUE(store_->ListOpenBlockers(parent).value().empty()) << "it has ended, whatever its parent has read";
}

TEST_F(SqliteStoreTest, TheEndOfARunIsToldOnceToAllThatWaitForIt) {
  const RunId blocker = MustCreate();
  const RunId first = MustCreate();
  const RunId second = MustCreate();
  MustRecord(BlockedOn(first, {blocker}));
  MustRecord(BlockedOn(second, {blocker}));
  EXPECT_EQ(store_->ListBlockers(first).value(), std::vector<RunId>{blocker});
  MustRecord(MoveTo(blocker, RunStatus::kFailed));
  EXPECT_TRUE(MustPoll(first).empty()) << "a failed run may still be retried";
  MustRecord(MoveTo(blocker, RunStatus::kAbandoned));
  MustRecord(MoveTo(blocker, RunStatus::kAbandoned));
  for (const RunId run : {first, second}) {
    const auto messages = MustPoll(run);
    ASSERT_EQ(messages.size(), 1U);
    const auto& ended = std::get<BlockerEnded>(messages[0].input);
    EXPECT_EQ(ended.run, blocker);
    EXPECT_EQ(ended.status, RunStatus::kAbandoned);
  }
}

TEST_F(SqliteStoreTest, WhoWaitsForARunThatHasEndedIsToldAtOnce) {
  const RunId ended = MustCreate();
  const RunId run = MustCreate();
  MustRecord(MoveTo(ended, RunStatus::kCompleted));
  MustRecord(BlockedOn(run, {ended, RunId{99}}));
  const auto messages = MustPoll(run);
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(std::get<BlockerEnded>(messages[0].input).status, RunStatus::kCompleted);
  EXPECT_EQ(std::get<BlockerEnded>(messages[1].input).run, RunId{99}) << "no run waits for ever for a missing run";
  MustRecord(BlockedOn(run, {ended}));
  EXPECT_TRUE(MustPoll(run).empty()) << "it is in the set already, and was told";
  EXPECT_EQ(store_->ListBlockers(run).value(), std::vector<RunId>{ended});
}

TEST_F(SqliteStoreTest, AMessageIsHandedOutOnceAndStaysUntilItIsAnswered) {
  const RunId run = MustCreate();
  auto other = MustOpen(directory_ / "store.db");
  EXPECT_TRUE(MustPoll(run).empty());
  Control pause;
  pause.reason = "lunch";
  const std::int64_t message = other->Post(run, pause, {5}).value();
  EXPECT_FALSE(other->FindPosted(message).value().answered);
  const auto messages = MustPoll(run);
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].id, message);
  EXPECT_EQ(std::get<Control>(messages[0].input).reason, "lunch");
  EXPECT_TRUE(MustPoll(run).empty());
  (void)other->SetMeta("a", "b");
  EXPECT_TRUE(MustPoll(run).empty()) << "others' writes make it look again, not hand out again";
  Reopen();
  ASSERT_EQ(MustPoll(run).size(), 1U) << "its owner died before it was recorded";
  Batch batch = SampleBatch(run, MustLast(run), 1);
  batch.replies = {{message, false, "not now"}};
  MustRecord(batch);
  const PostedMessage posted = other->FindPosted(message).value();
  EXPECT_TRUE(posted.answered);
  EXPECT_FALSE(posted.accepted);
  EXPECT_EQ(posted.text, "not now");
  Reopen();
  EXPECT_TRUE(MustPoll(run).empty());
}

TEST_F(SqliteStoreTest, MessagesComeInOrderAndOnlyToTheirRun) {
  const RunId run = MustCreate();
  const RunId other = MustCreate();
  const std::int64_t first = store_->Post(run, TimerFired{1}, {5}).value();
  const std::int64_t second = store_->Post(run, TimerFired{2}, {4}).value();
  EXPECT_TRUE(MustPoll(other).empty());
  const auto messages = MustPoll(run);
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].id, first);
  EXPECT_EQ(messages[1].id, second);
  const std::int64_t third = store_->Post(run, TimerFired{3}, {6}).value();
  ASSERT_EQ(MustPoll(run).size(), 1U) << "what this very connection posted is seen too";
  EXPECT_FALSE(store_->FindPosted(third).value().answered);
}

TEST_F(SqliteStoreTest, ANewOwnerInTheSameProcessGetsTheMessagesAgain) {
  const RunId run = MustCreate();
  (void)store_->Post(run, TimerFired{1}, {5});
  ASSERT_EQ(MustPoll(run).size(), 1U);
  ASSERT_OK(store_->TakeLease(run, SampleOwner(1), {1}, 1, {}));
  EXPECT_EQ(MustPoll(run).size(), 1U);
}

TEST_F(SqliteStoreTest, TheFirstAnswerStandsAndOnlyTheRunItselfAnswers) {
  const RunId run = MustCreate();
  const RunId stranger = MustCreate();
  const std::int64_t message = store_->Post(run, TimerFired{1}, {5}).value();
  Batch wrong = SampleBatch(stranger, MustLast(stranger), 0);
  wrong.replies = {{message, true, ""}};
  MustRecord(wrong);
  EXPECT_FALSE(store_->FindPosted(message).value().answered);
  Batch batch = SampleBatch(run, MustLast(run), 0);
  batch.replies = {{message, false, "no"}, {message, true, "yes"}};
  MustRecord(batch);
  EXPECT_EQ(store_->FindPosted(message).value().text, "no");
}

TEST_F(SqliteStoreTest, AMessageToAMissingRunIsRefused) {
  const auto posted = store_->Post({9}, TimerFired{1}, {5});
  ASSERT_FALSE(posted);
  EXPECT_EQ(posted.error().code, Code::kNotFound);
  EXPECT_EQ(store_->FindPosted(1).error().code, Code::kNotFound);
}

TEST_F(SqliteStoreTest, AMessageThatCannotBeReadIsAnsweredAndNotHandedOut) {
  const RunId run = MustCreate();
  const std::int64_t message = store_->Post(run, TimerFired{1}, {5}).value();
  (void)store_->Post(run, TimerFired{2}, {5});
  {
    Database database = OpenDatabase(directory_ / "store.db", {}).value();
    ASSERT_OK(database.Run("UPDATE inbox SET kind = 'from the future' WHERE id = ?", {message}));
  }
  const auto messages = MustPoll(run);
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(std::get<TimerFired>(messages[0].input).timer, 2);
  EXPECT_TRUE(store_->FindPosted(message).value().answered);
  EXPECT_FALSE(store_->FindPosted(message).value().accepted);
}

TEST_F(SqliteStoreTest, OneOwnerAtATimeDrivesARun) {
  const RunId run = MustCreate();
  const Owner me = SampleOwner(10);
  const Owner other = SampleOwner(20);
  ASSERT_OK(store_->TakeLease(run, me, {100}, 50, {}));
  ASSERT_OK(store_->TakeLease(run, me, {101}, 50, {}));
  const auto refused = store_->TakeLease(run, other, {102}, 50, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kConflict);
  EXPECT_NE(refused.error().message.find("10"), std::string::npos) << refused.error().message;
  EXPECT_EQ(store_->FindLease(run).value()->owner, me);
  ASSERT_OK(store_->ReleaseLease(run, other));
  EXPECT_TRUE(store_->FindLease(run).value()) << "not the other's to release";
  ASSERT_OK(store_->ReleaseLease(run, me));
  EXPECT_FALSE(store_->FindLease(run).value());
  EXPECT_TRUE(store_->TakeLease(run, other, {103}, 50, {}));
}

TEST_F(SqliteStoreTest, ADeadOwnerIsTakenOverAtOnceAndASilentOneAfterItsLease) {
  const RunId run = MustCreate();
  ASSERT_OK(store_->TakeLease(run, SampleOwner(1), {100}, 100, {}));
  Owner same_pid = SampleOwner(1);
  same_pid.pid_start = 5;
  EXPECT_FALSE(store_->TakeLease(run, SampleOwner(2), {101}, 101, {same_pid})) << "another process of that number";
  EXPECT_TRUE(store_->TakeLease(run, SampleOwner(2), {102}, 98, {SampleOwner(1)}));
  EXPECT_FALSE(store_->TakeLease(run, SampleOwner(3), {200}, 98, {})) << "it beat just then";
  EXPECT_TRUE(store_->TakeLease(run, SampleOwner(3), {201}, 98, {}));
}

TEST_F(SqliteStoreTest, AnOwnerIsJudgedByItsOwnTermAndNotByThatOfItsJudge) {
  const RunId run = MustCreate();
  ASSERT_OK(store_->TakeLease(run, SampleOwner(1), {100}, 1000, {}));
  ASSERT_OK(store_->Beat(run, SampleOwner(1), {200}));
  EXPECT_FALSE(store_->TakeLease(run, SampleOwner(2), {1200}, 10, {})) << "the setting is shorter now";
  ASSERT_OK(store_->TakeLease(run, SampleOwner(2), {1201}, 10, {}));
  EXPECT_TRUE(store_->TakeLease(run, SampleOwner(3), {1212}, 1000, {})) << "the setting is longer now";
}

TEST_F(SqliteStoreTest, WhoLostTheRunLearnsItAtTheNextBeat) {
  const RunId run = MustCreate();
  ASSERT_OK(store_->TakeLease(run, SampleOwner(1), {100}, 100, {}));
  ASSERT_OK(store_->Beat(run, SampleOwner(1), {150}));
  EXPECT_EQ(store_->FindLease(run).value()->heartbeat, TimePoint{150});
  ASSERT_OK(store_->TakeLease(run, SampleOwner(2), {200}, 200, {SampleOwner(1)}));
  EXPECT_EQ(store_->Beat(run, SampleOwner(1), {201}).error().code, Code::kConflict);
  ASSERT_OK(store_->ReleaseLease(run, SampleOwner(2)));
  EXPECT_EQ(store_->Beat(run, SampleOwner(2), {202}).error().code, Code::kConflict);
  EXPECT_EQ(store_->TakeLease({77}, SampleOwner(1), {1}, 1, {}).error().code, Code::kNotFound);
}

TEST_F(SqliteStoreTest, AnEngineThatLostTheRunWritesNothingMore) {
  const RunId run = MustCreate();
  ASSERT_OK(store_->TakeLease(run, SampleOwner(1), {100}, 50, {}));
  ASSERT_OK(store_->Record(SampleBatch(run, store_->LastSeq(run).value(), 1)));
  const std::int64_t last = store_->LastSeq(run).value();
  auto other = MustOpen(store_->Location());
  ASSERT_OK(other->TakeLease(run, SampleOwner(2), {200}, 50, {}));
  // The other engine has written nothing yet: the row would follow the last one.
  const auto refused = store_->Record(SampleBatch(run, last, 1));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("was taken over by process"), std::string::npos) << refused.error().message;
  EXPECT_EQ(other->LastSeq(run).value(), last);
  ASSERT_OK(other->Record(SampleBatch(run, last, 1)));
}

TEST_F(SqliteStoreTest, AStoreWhoseFileIsGoneSaysSoAndCanBeWrittenAgain) {
  const RunId run = MustCreate();
  EXPECT_FALSE(store_->IsLost());
  EXPECT_TRUE(store_->Poll(run));
  const std::string path = store_->Location();
  ASSERT_OK(RemoveFile(path));
  EXPECT_TRUE(store_->IsLost());
  EXPECT_FALSE(store_->Poll(run));
  ASSERT_OK(store_->Record(SampleBatch(run, store_->LastSeq(run).value(), 1)));
  ASSERT_OK(store_->CopyTo(path + ".again"));
  auto again = MustOpen(path + ".again");
  EXPECT_EQ(again->LastSeq(run).value(), store_->LastSeq(run).value());
  EXPECT_EQ(again->ListRuns().value().size(), 1u);
  ASSERT_OK(WriteFileAtomic(path, "another"));
  EXPECT_TRUE(store_->IsLost());
}

TEST_F(SqliteStoreTest, SmallSettingsAreKept) {
  EXPECT_FALSE(store_->GetMeta("current").value());
  ASSERT_OK(store_->SetMeta("current", "3"));
  ASSERT_OK(store_->SetMeta("current", ""));
  Reopen();
  EXPECT_EQ(store_->GetMeta("current").value(), "");
  EXPECT_EQ(store_->Location(), directory_ / "store.db");
}

TEST_F(SqliteStoreTest, SettingsAreFoundByTheBeginningOfTheirNames) {
  for (const char* key : {"priority-1", "priority-20", "priority-\xC3\xA4", "priority", "priority.", "current"})
    ASSERT_OK(store_->SetMeta(key, std::string("of ") + key));
  const auto found = store_->FindMeta("priority-").value();
  EXPECT_EQ(found.size(), 3u);
  EXPECT_EQ(found.at("priority-20"), "of priority-20");
  EXPECT_EQ(store_->FindMeta("").value().size(), 6u);
  EXPECT_TRUE(store_->FindMeta("z").value().empty());
}

TEST_F(SqliteStoreTest, OpenQuestionsOfAllRunsAreListed) {
  for (int i = 0; i < 2; ++i) {
    const RunId run = MustCreate();
    Batch batch = SampleBatch(run, MustLast(run), 1);
    Question open;
    open.id = {1};
    Question answered;
    answered.id = {2};
    answered.status = QuestionStatus::kAnswered;
    batch.questions = {open, answered};
    MustRecord(batch);
  }
  EXPECT_EQ(store_->ListQuestions(std::nullopt, true).value().size(), 2U);
  EXPECT_EQ(store_->ListQuestions(std::nullopt, false).value().size(), 4U);
  EXPECT_EQ(store_->ListQuestions(RunId{2}, true).value().size(), 1U);
  EXPECT_EQ(store_->ListQuestions(RunId{3}, false).value().size(), 0U);
}

}  // namespace
}  // namespace forge
