#include "service/retention.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

constexpr std::int64_t kKeepDay = 24LL * 60 * 60 * 1000;

RunRecords Kept(std::int64_t run, std::int64_t day, std::int64_t bytes, RunStatus status = RunStatus::kCompleted) {
  RunRecords records;
  records.run.id = RunId{run};
  records.run.status = status;
  records.run.updated = TimePoint{day * kKeepDay};
  records.bytes = bytes;
  records.paths = {"x"};
  return records;
}

std::vector<std::int64_t> Chosen(std::vector<RunRecords> all, RetentionRule rule) {
  std::vector<std::int64_t> runs;
  for (const RunRecords& records : ChooseRecords(std::move(all), rule, TimePoint{100 * kKeepDay}))
    runs.push_back(records.run.id.value);
  return runs;
}

using Runs = std::vector<std::int64_t>;

TEST(Retention, OldRecordsOfEndedRunsGo) {
  const std::vector<RunRecords> all = {Kept(1, 10, 5), Kept(2, 69, 5), Kept(3, 70, 5), Kept(4, 71, 5),
                                       Kept(5, 1, 5, RunStatus::kParked)};
  EXPECT_EQ(Chosen(all, {.days = 30, .bytes = {}}), (Runs{1, 2, 3}));
}

TEST(Retention, TheOldestGoUntilTheRestFits) {
  const std::vector<RunRecords> all = {Kept(1, 30, 5), Kept(2, 10, 5), Kept(3, 20, 5),
                                       Kept(4, 5, 5, RunStatus::kActive)};
  EXPECT_EQ(Chosen(all, {.days = {}, .bytes = 20}), (Runs{}));
  EXPECT_EQ(Chosen(all, {.days = {}, .bytes = 12}), (Runs{2, 3}));
  EXPECT_EQ(Chosen(all, {.days = {}, .bytes = 0}), (Runs{2, 3, 1}));
}

TEST(Retention, AgeAndSizeTogetherTakeWhatEitherTakes) {
  const std::vector<RunRecords> all = {Kept(1, 10, 5), Kept(2, 90, 5), Kept(3, 95, 5)};
  EXPECT_EQ(Chosen(all, {.days = 30, .bytes = 5}), (Runs{1, 2}));
}

TEST(Retention, WhatAnEngineMayStillWriteStaysAndCounts) {
  std::vector<RunRecords> all = {Kept(1, 10, 5), Kept(2, 20, 5)};
  all[0].driven = true;
  EXPECT_EQ(Chosen(all, {.days = 30, .bytes = {}}), (Runs{2}));
  EXPECT_EQ(Chosen(all, {.days = {}, .bytes = 5}), (Runs{2}));
}

TEST(Retention, ARunWithoutRecordsIsNotListed) {
  RunRecords none = Kept(1, 1, 0);
  none.paths.clear();
  EXPECT_EQ(Chosen({none}, {.days = 1, .bytes = {}}), (Runs{}));
}

}  // namespace
}  // namespace forge
