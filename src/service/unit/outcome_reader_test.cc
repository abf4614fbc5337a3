#include "service/unit/outcome_reader.h"

#include <gtest/gtest.h>

#include "agent/runtime.h"
#include "os/files/files.h"
#include "pipeline/roles.h"
#include "service/unit/job.h"

namespace forge {
namespace {

class OutcomeReaderTest : public ::testing::Test {
 protected:
  OutcomeReaderTest() {
    Project project;
    project.root = directory_;
    project.state = directory_ + "/.forge/state";
    files_.emplace(project, RunId{7}, "slug");
  }
  ~OutcomeReaderTest() override { EXPECT_TRUE(RemoveTree(directory_)); }

  // As a member of the panel, or as the stage itself.
  UnitOutcome Say(const std::string& member, const std::string& text) {
    Job job;
    job.lane = "run";
    job.stage = stage_;
    for (const Member& one : stage_.members) {
      if (one.name == member) job.member = one;
    }
    AgentAnswer answer;
    answer.text = text;
    return OutcomeReader(*files_).Read(job, Role{}, answer).value();
  }

  std::string Page(const std::string& name) { return files_->ReadArtifact("run", name).value().value_or("(none)"); }

  const std::string directory_ = MakeTempDirectory("forge-outcome").value();
  std::optional<RunFiles> files_;
  Stage stage_;
};

TEST_F(OutcomeReaderTest, AnAnswerToAnEarlierRoundIsNoneToThisOne) {
  stage_.name = "debate";
  stage_.produces = "DEBATE.md";
  stage_.kind = StageKind::kPanel;
  stage_.aggregate = Aggregate::kDialectic;
  stage_.stops_early = true;
  stage_.members.resize(3);
  stage_.members[0].name = "challenge";
  stage_.members[1].name = "defence";
  stage_.members[1].after = {"challenge"};
  stage_.members[2].name = "rebuttal";
  stage_.members[2].after = {"defence"};
  Say("challenge", "it is slow");
  Say("defence", "it is fast");
  Say("rebuttal", "it is not");
  EXPECT_EQ(Page("DEBATE.md"), "# challenge\n\nit is slow\n\n# defence\n\nit is fast\n\n# rebuttal\n\nit is not");
  const UnitOutcome last = Say("challenge", "nothing to say");
  EXPECT_EQ(Page("DEBATE.md"), "# challenge\n\nnothing to say");
  EXPECT_EQ(Page("debate.rebuttal.md"), "");
  EXPECT_EQ(last.artifacts.size(), 4U) << "the run knows that they are empty";
}

TEST_F(OutcomeReaderTest, APlanIsToldEveryFaultOfItsFormAtOnce) {
  stage_.name = "plan";
  stage_.produces = "plan";
  const UnitOutcome none = Say("", "# Plan: x\n\n**Status:** ODD\n\n## Objective\n\nx\n");
  EXPECT_EQ(none.status, UnitStatus::kFailed);
  EXPECT_NE(none.error.find("ODD"), std::string::npos) << none.error;
  EXPECT_NE(none.error.find("`## Steps`"), std::string::npos) << none.error;
  const UnitOutcome odd = Say("", "# Plan: x\n\n## Steps\n\n### Step a: b\n\n**Do:** x\n**Verfy:** `true`\n");
  EXPECT_EQ(odd.status, UnitStatus::kFailed);
  EXPECT_NE(odd.error.find("\"Verfy\" is not a field"), std::string::npos) << odd.error;
}

}  // namespace
}  // namespace forge
