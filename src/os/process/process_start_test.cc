#include "os/process/process_start.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>

#include "os/process/process.h"
#include "os/process/process_input.h"
#include "os/process/process_table.h"

namespace forge {
namespace {

// It is worked out from the clock most of the time. A process that is told by another start would not be found again.
TEST(ProcessStart, EveryProcessIsToldByTheStartThatProcShows) {
  constexpr int kEnoughToMeetAllCases = 60;
  for (int i = 0; i < kEnoughToMeetAllCases; ++i) {
    ProcessSpec command;
    command.argv = {"cat"};
    command.input = ProcessInput::Make().value();
    command.on_start = [&](const ProcessId& told) {
      EXPECT_EQ(FindProcess(told.pid), told);
      command.input->Close();
    };
    ASSERT_TRUE(RunProcess(command));
  }
}

TEST(ProcessStart, AProgramThatCannotBeLoadedIsToldWithItsReason) {
  const char* argv[] = {"missing", nullptr};
  char* environment[] = {nullptr};
  for (const int within_ms : {0, 60'000}) {
    StartPlan plan;
    plan.program = "/nonexistent/missing";
    plan.argv = const_cast<char**>(argv);
    plan.environment = environment;
    plan.out = plan.err = 2;
    plan.within = std::chrono::milliseconds(within_ms);
    const StartOutcome outcome = StartProcess(plan);
    EXPECT_EQ(outcome.stage, StartOutcome::Stage::kExec) << within_ms;
    EXPECT_EQ(outcome.error, ENOENT) << within_ms;
    EXPECT_EQ(outcome.pid, 0);
  }
}

}  // namespace
}  // namespace forge
