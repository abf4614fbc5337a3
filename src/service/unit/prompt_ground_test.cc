#include "service/unit/prompt_ground.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(PromptGround, TellsWhoOnlyReadsThatNoFileMayChange) {
  EXPECT_EQ(GroundRules(Job{}, {false, true}, {"make test"}), "It lets you change no file.");
}

TEST(PromptGround, TellsWhoWouldAskThatNoPersonAnswers) {
  Job job;
  job.decides_alone = true;
  EXPECT_EQ(GroundRules(job, {false, false}, {}),
            "It lets you change no file. It asks no person in this run: where your task has you ask one, decide as you "
            "would recommend, say why, and list no question.");
}

TEST(PromptGround, TellsWhoReviewsThePlanWhatItsChecksFound) {
  Job job;
  job.stage.sees = {"plan"};
  job.checks_passed = {"structure", "claims"};
  EXPECT_EQ(GroundRules(job, {false, true}, {}),
            "It lets you change no file. The plan has passed its checks: structure, claims.");
  job.remarks_reach_steps = true;
  EXPECT_EQ(GroundRules(job, {false, true}, {}),
            "It lets you change no file. The plan has passed its checks: structure, claims. What you remark and let "
            "pass is told to those who do the steps that it names, by id or by a file; what names no step is told to "
            "all.");
  job.remarks_reach_steps = false;
  job.proved_today = {"one", "two"};
  EXPECT_TRUE(GroundRules(job, {false, true}, {})
                  .ends_with("Every verify command of one, two passes before the work, and the plan does not say why: "
                             "what passes today proves nothing of the work."));
  job.stage.sees = {"plan", "diff"};
  EXPECT_EQ(GroundRules(job, {false, true}, {}), "It lets you change no file.") << "it judges the work";
}

TEST(PromptGround, TellsWhoWritesWhatIsCommittedAndRun) {
  EXPECT_EQ(
      GroundRules(Job{}, {true, false}, {"make test"}),
      "It takes your changes from the working directory and commits them: commit nothing yourself. After you it runs "
      "`make test`.");
}

TEST(PromptGround, TellsTheAuthorOfAStepWhatIsEnforcedAndWhatIsThere) {
  Job job;
  job.step.emplace();
  job.step->writes = {"src/a.c"};
  job.dependencies = {{{"one"}, "", "", {}}, {{"two"}, "", "", {}}};
  const std::string told = GroundRules(job, {true, false}, {});
  EXPECT_NE(told.find("rejects the step if another file than those of Writes changes."), std::string::npos) << told;
  EXPECT_NE(told.find("the steps that yours depends on (one, two) is in the working directory"), std::string::npos)
      << told;
  job.step->disallowed = {"src/b.c"};
  EXPECT_NE(GroundRules(job, {true, false}, {}).find("or one of Disallowed changes."), std::string::npos);
  job.step->writes.clear();
  EXPECT_NE(GroundRules(job, {true, false}, {}).find("a file of Disallowed changes changes"), std::string::npos);
}

TEST(PromptGround, AStepThatChangesNothingLeavesItsAnswerAndNoWork) {
  Job job;
  job.step.emplace();
  job.changes_nothing = true;
  EXPECT_EQ(
      GroundRules(job, {false, false}, {}),
      "It lets you change no file. It keeps your whole answer: the steps that depend on yours, and who judges the "
      "whole work, are shown it.");
  job.changes_nothing = false;
  job.dependencies = {{{"one"}, "", "", {}, true}, {{"two"}, "", "", {}}};
  const std::string told = GroundRules(job, {true, false}, {});
  EXPECT_NE(told.find("the step that yours depends on (two) is in the working directory"), std::string::npos) << told;
}

}  // namespace
}  // namespace forge
