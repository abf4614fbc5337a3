#include "store/projections.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/words.h"
#include "os/testing/temp_directory.h"
#include "store/open.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

// A store in which most runs have ended, and every tenth is a child of the first.
class Views : public testing::Test {
 protected:
  Database Filled(int runs) {
    const std::string path = directory_ / std::to_string(runs);
    Database database = OpenDatabase(path, {}).value();
    Transaction transaction = Transaction::Begin(database).value();
    for (int i = 1; i <= runs; ++i) {
      RunRow row;
      row.slug = "run-" + std::to_string(i);
      row.parent = {i % 10 == 0 && i <= 50 ? 1 : 0};
      row.updated = {100 - (runs - i)};  // the newest of every store are of the same time
      row.status = i > runs - 5 ? RunStatus::kWaiting : RunStatus::kCompleted;
      EXPECT_TRUE(InsertRun(database, row));
      Question question;
      question.id = {1};
      question.status = i > runs - 5 ? QuestionStatus::kOpen : QuestionStatus::kAnswered;
      EXPECT_TRUE(WriteQuestions(database, {i}, {question}));
    }
    EXPECT_TRUE(transaction.Commit());
    return database;
  }

  // The steps of a query in a store of 100 runs and in one of 1,000.
  std::vector<std::int64_t> Steps(auto query) {
    std::vector<std::int64_t> steps;
    for (Database* database : {&small_, &large_}) {
      const std::int64_t before = database->steps();
      EXPECT_TRUE(query(*database));
      steps.push_back(database->steps() - before);
      EXPECT_GT(steps.back(), 0);
    }
    return steps;
  }

  TempDirectory directory_;
  Database small_ = Filled(100);
  Database large_ = Filled(1000);
};

TEST_F(Views, CostWhatTheyShowAndNotWhatTheStoreHolds) {
  const std::vector<RunFilter> filters = {{.which = RunChoice::kOpen},
                                          {.which = RunChoice::kOpen, .limit = 1},
                                          {.which = RunChoice::kEnded, .limit = 1},
                                          {.limit = 20},
                                          {.parent = RunId{1}},
                                          {.which = RunChoice::kOpen, .parent = RunId{1}},
                                          {.slug = "run-7"},
                                          {.ended_since = TimePoint{90}}};
  for (const RunFilter& filter : filters) {
    const auto steps = Steps([&](Database& database) { return FindRuns(database, filter); });
    EXPECT_EQ(steps[0], steps[1]);
  }
  const auto questions = Steps([](Database& database) { return ReadQuestions(database, std::nullopt, true); });
  EXPECT_EQ(questions[0], questions[1]);
}

TEST_F(Views, AFilterTakesTheNewestAndGivesThemByNumber) {
  const auto ids = [&](const RunFilter& filter) {
    std::vector<std::int64_t> numbers;
    const auto rows = FindRuns(small_, filter).value();
    for (const RunRow& row : rows) numbers.push_back(row.id.value);
    return numbers;
  };
  using Numbers = std::vector<std::int64_t>;
  EXPECT_EQ(ids({.which = RunChoice::kOpen}), (Numbers{96, 97, 98, 99, 100}));
  EXPECT_EQ(ids({.which = RunChoice::kEnded, .limit = 2}), (Numbers{94, 95}));
  EXPECT_EQ(ids({.limit = 2}), (Numbers{99, 100}));
  EXPECT_EQ(ids({.parent = RunId{1}}), (Numbers{10, 20, 30, 40, 50}));
  EXPECT_EQ(ids({.parent = RunId{1}, .limit = 1}), (Numbers{50}));
  EXPECT_EQ(ids({.which = RunChoice::kOpen, .parent = RunId{1}}), Numbers{});
  EXPECT_EQ(ids({.parent = RunId{0}}), Numbers{}) << "0 is no run";
  EXPECT_EQ(ids({.slug = "run-7"}), Numbers{7});
  EXPECT_EQ(ids({.slug = "run"}), Numbers{});
  EXPECT_EQ(ids({.ended_since = TimePoint{93}}), (Numbers{93, 94, 95})) << "96 and later have not ended";
  EXPECT_EQ(ids({}).size(), 100U);
}

// To say that a run goes on as before must not cost the pages of the indexes that hold its status.
TEST_F(Views, ARunWhoseStatusStaysCostsOnePage) {
  RunRow row = FindRunById(small_, {100}).value().value();
  const auto pages = [&] {
    EXPECT_TRUE(small_.Script("PRAGMA wal_checkpoint(TRUNCATE)"));
    row.units += 1;
    EXPECT_TRUE(UpdateRun(small_, row));
    Query log = small_.Ask("PRAGMA wal_checkpoint(PASSIVE)").value();
    EXPECT_TRUE(log.Next().value());
    return log.Int(1);
  };
  EXPECT_EQ(pages(), 1);
  EXPECT_EQ(FindRunById(small_, {100}).value()->units, row.units);
  row.status = RunStatus::kCompleted;
  EXPECT_GT(pages(), 1);
  EXPECT_EQ(FindRunById(small_, {100}).value()->status, RunStatus::kCompleted);
  row.id = {101};
  EXPECT_EQ(UpdateRun(small_, row).error().code, Code::kNotFound);
}

// The index and the queries name the ends of a run: a new one must be added there (store_schema.cc).
TEST_F(Views, EveryStatusOfARunIsOpenOrEnded) {
  for (const RunStatus status :
       {RunStatus::kActive, RunStatus::kWaiting, RunStatus::kPaused, RunStatus::kParked, RunStatus::kBlocked,
        RunStatus::kFailed, RunStatus::kCompleted, RunStatus::kCancelled, RunStatus::kAbandoned}) {
    RunRow row = FindRunById(small_, {100}).value().value();
    row.status = status;
    ASSERT_OK(UpdateRun(small_, row));
    const auto newest = FindRuns(small_, {.which = IsEnd(status) ? RunChoice::kEnded : RunChoice::kOpen, .limit = 1});
    ASSERT_OK(newest);
    EXPECT_EQ(newest->front().id.value, 100) << Name(status);
  }
}

}  // namespace
}  // namespace forge
