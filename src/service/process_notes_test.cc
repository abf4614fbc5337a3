#include "service/process_notes.h"

#include <gtest/gtest.h>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

TEST(ProcessNotes, TheNextEngineReadsWhatTheLastOneNoted) {
  const TempDirectory run;
  EXPECT_TRUE(ReadProcessNotes(run.path()).empty());
  const ProcessNotes notes(run.path());
  EXPECT_TRUE(ReadProcessNotes(run.path()).empty());
  notes.Add({4711, 99});
  notes.Add({4712, 100});
  EXPECT_EQ(ReadProcessNotes(run.path()), (std::vector<ProcessId>{{4711, 99}, {4712, 100}}));
  const ProcessNotes next(run.path());
  EXPECT_TRUE(ReadProcessNotes(run.path()).empty());
}

TEST(ProcessNotes, NumbersOfAnotherBootOrContainerAreNotTakenForOurs) {
  const TempDirectory run;
  ASSERT_TRUE(WriteFileAtomic(run / "processes", "another-boot pid:[1]\n4711 99\n"));
  EXPECT_TRUE(ReadProcessNotes(run.path()).empty());
}

TEST(ProcessNotes, ALineThatWasCutIsLeftOut) {
  const TempDirectory run;
  const ProcessNotes notes(run.path());
  ASSERT_TRUE(AppendFile(run / "processes", "4711 99\n47"));
  EXPECT_EQ(ReadProcessNotes(run.path()), (std::vector<ProcessId>{{4711, 99}}));
}

}  // namespace
}  // namespace forge
