#include "store/blocking.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Control BlockOn(std::int64_t run) {
  Control control;
  control.kind = ControlKind::kBlockOn;
  control.other = RunId{run};
  return control;
}

TEST(Blocking, ARunShowsWhatItWaitsForBeforeItsEngineHasReadIt) {
  RunRow row;
  row.status = RunStatus::kActive;
  std::set<RunId> blockers;
  EXPECT_TRUE(ApplyBlocking(BlockOn(3), false, row, blockers));
  EXPECT_TRUE(ApplyBlocking(BlockOn(4), false, row, blockers));
  EXPECT_EQ(row.status, RunStatus::kBlocked);
  EXPECT_EQ(row.reason, "waits for run 3, 4");
  EXPECT_TRUE(ApplyBlocking(BlockerEnded{RunId{3}, RunStatus::kCompleted}, false, row, blockers));
  EXPECT_EQ(row.reason, "waits for run 4");
  EXPECT_FALSE(ApplyBlocking(BlockerEnded{RunId{3}, RunStatus::kCompleted}, false, row, blockers)) << "told twice";
  EXPECT_TRUE(ApplyBlocking(BlockerEnded{RunId{4}, RunStatus::kAbandoned}, false, row, blockers));
  EXPECT_EQ(row.status, RunStatus::kActive);
  EXPECT_EQ(row.reason, "");
}

TEST(Blocking, AQuestionStaysOpenAndARunThatIsSetAsideStaysThere) {
  RunRow row;
  row.status = RunStatus::kWaiting;
  std::set<RunId> blockers;
  EXPECT_TRUE(ApplyBlocking(BlockOn(3), true, row, blockers));
  EXPECT_EQ(row.status, RunStatus::kBlocked);
  EXPECT_TRUE(ApplyBlocking(BlockerEnded{RunId{3}, RunStatus::kCompleted}, true, row, blockers));
  EXPECT_EQ(row.status, RunStatus::kWaiting);
  row.status = RunStatus::kParked;
  EXPECT_TRUE(ApplyBlocking(BlockOn(3), false, row, blockers));
  EXPECT_EQ(row.status, RunStatus::kParked);
  EXPECT_EQ(blockers, std::set<RunId>{RunId{3}});
  row.status = RunStatus::kCompleted;
  EXPECT_FALSE(ApplyBlocking(BlockOn(5), false, row, blockers));
  Control pause;
  EXPECT_FALSE(ApplyBlocking(pause, false, row, blockers));
}

}  // namespace
}  // namespace forge
