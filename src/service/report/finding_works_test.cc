#include "service/report/finding_works.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

// A unit that changes files and ended at that time.
void NoteWork(FindingWorks& works, std::int64_t at, const std::string& step, const std::string& snapshot,
              std::vector<std::string> touched) {
  UnitRow unit;
  unit.kind = UnitKind::kAgent;
  unit.step = StepId{step};
  UnitOutcome outcome;
  outcome.snapshot = snapshot;
  outcome.unmerged = true;
  outcome.touched = std::move(touched);
  works.Note(unit, outcome, TimePoint{at});
}

TEST(FindingWorks, AFileIsTouchedByWhoChangedItSince) {
  FindingWorks works;
  NoteWork(works, 1, "s1", "a", {"old.c"});
  NoteWork(works, 3, "s1", "b", {"README.md"});
  const auto touched = [&](const char* file, const char* step) {
    return works.MayHaveTouched(file, StepId{step}, TimePoint{2}, TimePoint{4});
  };
  EXPECT_TRUE(touched("README.md", "s1"));
  EXPECT_TRUE(touched("README.md", "")) << "the run's reviewer has seen the work of every step";
  EXPECT_FALSE(touched("old.c", "s1")) << "that was before";
  EXPECT_TRUE(touched("", "s1")) << "it may be anywhere";
  EXPECT_TRUE(touched("old.c", "s2")) << "nothing is known of that step";
  NoteWork(works, 4, "s2", "c", {});
  EXPECT_FALSE(touched("old.c", "s1")) << "another step's work";
  NoteWork(works, 4, "s1", "d", {});
  EXPECT_TRUE(touched("old.c", "s1")) << "not known which files it changed";
}

TEST(FindingWorks, WhoChangedNothingTouchedNothing) {
  FindingWorks works;
  NoteWork(works, 1, "s1", "a", {});
  NoteWork(works, 3, "s1", "a", {});
  EXPECT_TRUE(works.NothingChanged(TimePoint{2}, TimePoint{4}));
  EXPECT_FALSE(works.MayHaveTouched("old.c", StepId{"s1"}, TimePoint{2}, TimePoint{4}));
}

}  // namespace
}  // namespace forge
