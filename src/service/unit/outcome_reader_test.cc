#include "service/unit/outcome_reader.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <thread>

#include "agent/runtime.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "pipeline/roles.h"
#include "service/plan/plans.h"
#include "service/unit/job.h"

namespace forge {
namespace {

class OutcomeReaderTest : public ::testing::Test {
 protected:
  OutcomeReaderTest() {
    Project project;
    project.root = directory_;
    project.forge = directory_ + "/.forge";
    project.state = directory_ + "/.forge/state";
    files_.emplace(project, RunId{7}, "slug");
  }
  ~OutcomeReaderTest() override { EXPECT_TRUE(RemoveTree(directory_)); }

  // As a member of the panel, or as the stage itself.
  UnitOutcome Say(const std::string& member, const std::string& text) {
    Job job;
    job.lane = "run";
    job.stage = stage_;
    job.least_bytes = least_bytes_;
    for (const Member& one : stage_.members) {
      if (one.name == member) job.member = one;
    }
    AgentAnswer answer;
    answer.text = text;
    return OutcomeReader(*files_).Read(job, role_, answer).value();
  }

  std::string Page(const std::string& name) { return files_->ReadArtifact("run", name).value().value_or("(none)"); }

  const std::string directory_ = MakeTempDirectory("forge-outcome").value();
  std::optional<RunFiles> files_;
  Stage stage_;
  Role role_;
  std::int64_t least_bytes_ = 0;
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

TEST_F(OutcomeReaderTest, AReviewIsNotReadWithoutKnowingWhatAPersonDecided) {
  Job job;
  job.lane = "run";
  job.stage.name = "review";
  job.stage.verdict = "REVIEW.md";
  AgentAnswer answer;
  answer.text =
      "**Verdict:** Revision Required\n\n```json\n{\"findings\": [{\"severity\": \"high\", \"title\": \"x\"}]}\n```\n";
  const auto read = OutcomeReader(*files_, [](const Job&, const UnitOutcome&) -> Result<std::vector<bool>> {
                      return Fail(Code::kIo, "the disk is gone");
                    }).Read(job, role_, answer);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "the disk is gone");
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

// The engine shows the states of the steps in the document at any time.
TEST_F(OutcomeReaderTest, APlanIsNotLostToAnEditThatBeganBefore) {
  stage_.name = "plan";
  stage_.produces = "plan";
  const auto plan = [](int round) {
    return fmt::format(
        "# Plan: x\n\n## Objective\n\nRound {}.\n\n## Steps\n\n### Step a: A\n\n**Do:** x\n**Writes:** "
        "`a`\n**Verify:** `true`\n",
        round);
  };
  PlanEntry entry;
  entry.path = files_->plan_path();
  const auto show = [&] {
    EXPECT_TRUE(Plans(files_->project()).Edit(entry, [](const std::string& text) -> Result<std::string> {
      const bool first = text.find("**Do:** x") != std::string::npos;
      return first ? ReplaceAll(text, "**Do:** x", "**Do:** y") : ReplaceAll(text, "**Do:** y", "**Do:** x");
    }));
  };
  Say("", plan(0));
  for (int round = 1; round <= 200; ++round) {
    {
      const std::jthread engine(show);
      ASSERT_TRUE(Say("", plan(round)).plan.has_value());
    }
    const std::string now = files_->ReadPlan().value().value_or("");
    ASSERT_NE(now.find(fmt::format("Round {}.", round)), std::string::npos) << round;
  }
}

TEST_F(OutcomeReaderTest, APlanInABlockOfCodeIsRead) {
  stage_.name = "plan";
  stage_.produces = "plan";
  const std::string plan =
      "# Plan: x\n\n## Objective\n\nOne file is there.\n\n## Steps\n\n### Step one: One\n\n**Do:** write\n**Writes:** "
      "`one.txt`\n**Verify:** `test -s one.txt`\n";
  for (const std::string& answer :
       {"```markdown\n" + plan + "```\n", "Here it is:\n\n````md\n" + plan + "\n```sh\ntrue\n```\n````\n\nDone.\n",
        "```\n\n" + plan + "```"}) {
    const UnitOutcome outcome = Say("", answer);
    ASSERT_TRUE(outcome.plan.has_value()) << outcome.summary;
    EXPECT_EQ(outcome.plan->steps.size(), 1U) << answer;
    EXPECT_EQ(outcome.plan->steps[0].verify[0], "test -s one.txt") << answer;
  }
}

TEST_F(OutcomeReaderTest, APlanWithoutASectionOfTheProjectsTemplateIsToldSo) {
  ASSERT_TRUE(MakeDirectories(directory_ + "/.forge/plans"));
  ASSERT_TRUE(WriteFileAtomic(directory_ + "/.forge/plans/.plan-template.md",
                              "# Plan: {{TITLE}}\n\n## Objective\n\n## Rollback\n\nHow to undo it.\n\n## Audit Log\n"));
  stage_.name = "plan";
  stage_.produces = "plan";
  const std::string plan =
      "# Plan: x\n\n## Objective\n\nx\n\n## Steps\n\n### Step a: b\n\n**Do:** x\n**Verify:** `true`\n";
  const UnitOutcome without = Say("", plan);
  EXPECT_EQ(without.error_class, ErrorClass::kMalformed);
  EXPECT_NE(without.error.find("the section `## Rollback` is missing, which the project's template has"),
            std::string::npos)
      << without.error;
  EXPECT_EQ(without.error.find("Audit Log"), std::string::npos) << "Forge writes that one itself";
  EXPECT_EQ(Say("", ReplaceAll(plan, "## Steps", "## rollback\n\nRevert it.\n\n## Steps")).status, UnitStatus::kDone);
}

TEST_F(OutcomeReaderTest, ADocumentThatIsTooShortForTheGateBehindItIsNoAnswer) {
  stage_.name = "intake";
  stage_.produces = "NEEDS.md";
  least_bytes_ = 20;
  const UnitOutcome stub = Say("", "Fine.");
  EXPECT_EQ(stub.error_class, ErrorClass::kMalformed);
  EXPECT_EQ(stub.error, "the document `NEEDS.md` is too short: it has 5 characters of the 20 that it needs at least");
  EXPECT_EQ(Say("", "1. It says hello to all.").status, UnitStatus::kDone);
}

TEST_F(OutcomeReaderTest, TheResultOfADocumentStandsInItsLines) {
  stage_.name = "triage";
  stage_.produces = "TRIAGE.md";
  stage_.result = true;
  role_.result_schema =
      ParseJson(R"({"type": "object", "required": ["route"], "properties": {"route": {"enum": ["A", "B"]}}})").value();
  const UnitOutcome lines = Say("", "# Triage\n\n**Route:** B\n\nThe lock.\n");
  EXPECT_EQ(lines.status, UnitStatus::kDone) << lines.error;
  EXPECT_EQ(lines.result["route"].AsString(), "B");
  EXPECT_EQ(Page("TRIAGE.md"), "# Triage\n\n**Route:** B\n\nThe lock.\n");
  EXPECT_EQ(Say("", "The lock.\n\n```json\n{\"route\": \"A\"}\n```\n").result["route"].AsString(), "A")
      << "who ends it in the object has said it too";
  EXPECT_EQ(Page("TRIAGE.md"), "The lock.");
  EXPECT_EQ(Say("", "The lock.").error, "the document has no line `**Route:** `A` or `B``");
}

TEST_F(OutcomeReaderTest, ADocumentOfListsIsMadeFromTheObject) {
  stage_.name = "digest";
  stage_.produces = "OPEN.md";
  stage_.result = true;
  role_.result_schema = ParseJson(R"({"type": "object", "required": ["findings"], "properties": {
      "findings": {"type": "array", "items": {"type": "object"}}}})")
                            .value();
  const UnitOutcome open = Say("", R"({"findings": [{"title": "no test", "severity": "low"}]})");
  EXPECT_EQ(Page("OPEN.md"), "## Findings\n\n- title: no test\n  severity: low\n");
  EXPECT_FALSE(open.result["approved"].AsBool(true));
  EXPECT_TRUE(Say("", R"({"findings": []})").result["approved"].AsBool());
  EXPECT_EQ(Page("OPEN.md"), "");
}

}  // namespace
}  // namespace forge
