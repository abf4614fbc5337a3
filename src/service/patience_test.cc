#include "service/patience.h"

#include <gtest/gtest.h>

#include "store/testing/samples.h"
#include "store/testing/store_twin.h"

namespace forge {
namespace {

const Error kFull{Code::kExhausted, "write to the store x: no space left on the disk", ""};

struct Bench {
  int interrupts = 0;
  bool must_end = false;
  int slept_ms = 0;
  Status beaten;
  std::vector<std::string> said;
  std::function<void()> on_sleep;
  Patience patience{RunId{1},
                    {.interrupts = [this] { return interrupts; },
                     .must_end = [this] { return must_end; },
                     .say = [this](const std::string& line) { said.push_back(line); },
                     .beat = [this] { return beaten; },
                     .sleep =
                         [this](int ms) {
                           slept_ms += ms;
                           if (on_sleep) on_sleep();
                         }}};
};

TEST(Patience, RepeatsUntilTheMachineHasRoomAgainAndSaysItOnce) {
  Bench bench;
  int tries = 0;
  const Status done = bench.patience.Outlast([&]() -> Status {
    if (++tries < 6) return std::unexpected(kFull);
    return {};
  });
  EXPECT_TRUE(done);
  EXPECT_EQ(tries, 6);
  EXPECT_EQ(bench.slept_ms, 50 + 100 + 200 + 400 + 800);
  ASSERT_EQ(bench.said.size(), 2U);
  EXPECT_NE(bench.said[0].find("no space left on the disk: waiting; nothing is lost"), std::string::npos);
  EXPECT_NE(bench.said[1].find("room again"), std::string::npos);
}

TEST(Patience, AnyOtherFailureIsPassedOn) {
  Bench bench;
  EXPECT_EQ(bench.patience.Outlast([] { return Status(Fail(Code::kIo, "the disk is broken")); }).error().code,
            Code::kIo);
  EXPECT_TRUE(bench.said.empty());
  EXPECT_EQ(bench.slept_ms, 0);
}

TEST(Patience, APersonOrTheSystemCanEndIt) {
  const auto full = [] { return Status(std::unexpected(kFull)); };
  Bench pressed;
  pressed.on_sleep = [&] { ++pressed.interrupts; };
  const Status stopped = pressed.patience.Outlast(full);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Code::kExhausted);
  EXPECT_NE(stopped.error().hint.find("forge resume 1"), std::string::npos) << stopped.error().hint;
  Bench terminated;
  terminated.on_sleep = [&] { terminated.must_end = true; };
  EXPECT_FALSE(terminated.patience.Outlast(full));
  // The unit of a child run was told to stop before the disk was full.
  Bench before;
  before.interrupts = 2;
  EXPECT_FALSE(before.patience.Outlast(full));
  EXPECT_EQ(before.slept_ms, 0);
}

TEST(Patience, AnEngineThatLosesItsRunMeanwhileEnds) {
  Bench bench;
  bench.on_sleep = [&] { bench.beaten = Fail(Code::kConflict, "run 1 was taken over"); };
  const Status done = bench.patience.Outlast([] { return Status(std::unexpected(kFull)); });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Code::kConflict);
}

TEST(Patience, AHeartbeatThatFindsNoRoomEndsNothing) {
  Bench bench;
  bench.beaten = std::unexpected(kFull);
  int tries = 0;
  EXPECT_TRUE(bench.patience.Outlast([&]() -> Status {
    if (++tries < 3) return std::unexpected(kFull);
    return {};
  }));
  EXPECT_TRUE(bench.patience.Excuse(std::unexpected(kFull)));
  EXPECT_FALSE(bench.patience.Excuse(Fail(Code::kConflict, "taken over")));
}

TEST(Patience, ABatchThatFoundNoRoomIsRecordedOnce) {
  Bench bench;
  StoreTwin store;
  const RunId run = store.CreateRun(SampleRun()).value();
  const std::int64_t last = store.LastSeq(run).value();
  PatientStore patient(store, store, bench.patience);
  store.FailNextRecord(kFull);
  ASSERT_TRUE(patient.Record(SampleBatch(run, last, 2)));
  EXPECT_EQ(store.LastSeq(run).value(), last + 2);
  EXPECT_EQ(bench.said.size(), 2U);
}

}  // namespace
}  // namespace forge
