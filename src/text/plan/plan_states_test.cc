#include "text/plan/plan_states.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(PlanStates, OnlyWhatAnImportMarkedIsSettled) {
  EXPECT_EQ(SettledByImport(AsImported("done")), StepStatus::kDone);
  EXPECT_EQ(SettledByImport(" Skipped (imported) "), StepStatus::kSkipped);
  for (const char* state : {"", "done", "skipped", "running (imported)", "(imported)", "done imported"})
    EXPECT_FALSE(SettledByImport(state).has_value()) << state;
}

TEST(PlanStates, AMarkIsReadAndWritten) {
  EXPECT_EQ(AsImported("done"), "done (imported)");
  EXPECT_EQ(AsImported("done (imported)"), "done (imported)");
  EXPECT_EQ(AsImported("running"), "running");
  EXPECT_EQ(AsImported(""), "");
  EXPECT_EQ(StateWord("done (imported)"), "done");
  EXPECT_EQ(StateWord("Failed"), "failed");
}

}  // namespace
}  // namespace forge
