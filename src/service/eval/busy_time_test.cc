#include "service/eval/busy_time.h"

#include <gtest/gtest.h>

#include "engine/input.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

class BusyTime : public testing::Test {
 protected:
  BusyTime() { Add(0, SampleStart()); }

  void Add(std::int64_t at, const Input& input) {
    JournalRow row;
    row.is_input = true;
    row.at = TimePoint{at};
    row.kind = std::string(KindOf(input));
    row.data = ToJson(input).Dump();
    journal_.push_back(row);
  }

  void Pause(std::int64_t at) {
    Control pause;
    pause.kind = ControlKind::kPause;
    Add(at, pause);
  }

  std::vector<JournalRow> journal_;
};

TEST_F(BusyTime, CountsTheUnitThatFinishesAfterThePause) {
  Pause(100);
  Add(4100, Ended{UnitId{1}, UnitOutcome{}});
  EXPECT_EQ(BusyMs(journal_).value(), 4100);
  Control resume;
  resume.kind = ControlKind::kResume;
  Add(60'000, resume);
  EXPECT_EQ(BusyMs(journal_).value(), 4100) << "at rest nothing is counted";
}

TEST_F(BusyTime, DoesNotCountTheTimeWithoutAnEngine) {
  Pause(100);
  Add(50'000, Attached{});
  EXPECT_EQ(BusyMs(journal_).value(), 100);
}

}  // namespace
}  // namespace forge
