#include "service/reopen.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

RunRow Completed() {
  RunRow run;
  run.id = RunId{17};
  run.status = RunStatus::kCompleted;
  return run;
}

TEST(Reopen, TheObjectiveTellsWhatWasDoneAndWhyItIsTakenUpAgain) {
  StepRow step;
  step.id = StepId{"s1"};
  step.title = "the lexer";
  step.status = StepStatus::kDone;
  RunFinding found;
  found.id = "F1";
  found.finding.file = "a.cc";
  found.finding.line = 7;
  found.finding.title = "leaks";
  EXPECT_EQ(ReopenedObjective(Completed(), "write a parser", "it is slow", {step}, {found}),
            "write a parser\n\nReopened from run 17 (completed): it is slow\n\n"
            "What became of its steps:\n- s1 (done): the lexer\n\n"
            "What its reviews and checks found:\n- F1 (open) a.cc:7: leaks");
}

TEST(Reopen, HistoryIsNotRepeatedWhenARunIsReopenedTwice) {
  const std::string once = ReopenedObjective(Completed(), "write a parser", "one", {}, {});
  RunRow second = Completed();
  second.id = RunId{18};
  EXPECT_EQ(ReopenedObjective(second, once, "two", {}, {}), "write a parser\n\nReopened from run 18 (completed): two");
}

}  // namespace
}  // namespace forge
