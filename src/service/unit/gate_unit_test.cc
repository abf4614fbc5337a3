#include "service/unit/gate_unit.h"

#include <gtest/gtest.h>

#include "os/fault.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"
#include "service/unit/job.h"
#include "service/unit/unit_context.h"

namespace forge {
namespace {

TEST(GateUnitTest, AFileThatCannotBeLookedAtIsNotAMissingOne) {
  TempDirectory directory;
  Project project;
  project.root = directory.path();
  project.state = directory / "state";
  const UnitContext context{{}, project, RunId{1}, RunId{1}, {}, RunFiles(project, RunId{1}, "slug"), ""};
  ASSERT_TRUE(context.files.WriteArtifact("run", "NOTES.md", "text"));
  Job job;
  job.run = RunId{1};
  job.lane = "run";
  job.stage.name = "build";
  job.stage.gate = "artifact NOTES.md";
  const GateUnit gate(context);
  EXPECT_TRUE(gate.CarryOut(job).holds);
  ASSERT_TRUE(ArmFaults("look:1-:EIO"));
  const UnitOutcome outcome = gate.CarryOut(job);
  DisarmFaults();
  EXPECT_EQ(outcome.status, UnitStatus::kFailed);
  EXPECT_NE(outcome.error.find("NOTES.md"), std::string::npos) << outcome.error;
}

}  // namespace
}  // namespace forge
