#include "service/unit/commit_message.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

Job AfterSteps(std::vector<WorkDone> work) {
  Job job;
  job.run = RunId{7};
  job.objective = "Count words faster";
  job.stage.message = "{title}";
  job.after_steps = true;
  job.work_done = std::move(work);
  return job;
}

WorkDone Work(const char* stage, const char* said) {
  return {stage, said, std::string("Fix what ") + stage + " found"};
}

TEST(CommitMessages, NameWhatTheFirstUnitChangedAndThenTheOthers) {
  EXPECT_EQ(CommitMessage(AfterSteps({Work("fix", "A file without permission counts as none.")}), {}),
            "A file without permission counts as none.");
  EXPECT_EQ(
      CommitMessage(AfterSteps({Work("fix", "An empty list is refused."), Work("repair", "The test\nis new.")}), {}),
      "An empty list is refused; The test is new.");
}

TEST(CommitMessages, HaveBelowWhatTheTitleHasNoRoomFor) {
  const std::string said = "A file without permission counts as none, and so does a home that another user owns.";
  EXPECT_EQ(CommitMessage(AfterSteps({Work("fix", said.c_str())}), {}),
            "A file without permission counts as none\n\n- fix: " + said + "\n");
}

TEST(CommitMessages, EndATitleWithASentenceAndHaveNoNumbersOfFindings) {
  EXPECT_EQ(CommitMessage(AfterSteps({Work("fix",
                                           "F1: the test looks at stderr and the exit status. F2: the month and "
                                           "day of a date are checked. F3 and F4 stay.")}),
                          {}),
            "the test looks at stderr and the exit status\n\n- fix: the test looks at stderr and the exit status. the "
            "month and day of a date are checked. F3 and F4 stay.\n");
  EXPECT_EQ(CommitMessage(AfterSteps({Work("fix", "R1, R2: the list is read once")}), {}), "the list is read once");
  EXPECT_EQ(CommitMessage(AfterSteps({Work("fix", "R1 is mended, R: too")}), {}), "R1 is mended, R: too");
}

// A fix at the end gave all of it its name.
TEST(CommitMessages, NameAllThatTheCommitHolds) {
  EXPECT_EQ(CommitMessage(AfterSteps({Work("docs", ""), Work("fix", "It is right now.")}), {}),
            "Fix what docs found; It is right now.");
  EXPECT_EQ(CommitMessage(AfterSteps({Work("fix", "It is right now."), Work("fix", "It is right now.")}), {}),
            "It is right now.");
  const std::string docs = "The page of the counter and its examples say what the options do now.";
  EXPECT_EQ(CommitMessage(AfterSteps({Work("docs", docs.c_str()), Work("repair", "One."), Work("fix", "Two.")}), {}),
            "The page of the counter and its examples say what...; and 2 more\n\n- docs: " + docs +
                "\n- repair: One.\n- fix: Two.\n");
  EXPECT_EQ(CommitMessage(AfterSteps({Work("fix", "")}), {}), "Fix what fix found");
}

TEST(CommitMessages, HaveAWholeTitleThatFits) {
  Job job;
  job.objective =
      "Refuse lists that are longer than the limit of the protocol that the oldest of the supported clients speaks";
  EXPECT_EQ(TitleOfAll(job, {}), "Refuse lists that are longer than the limit of the protocol...");
  EXPECT_EQ(CommitMessage(job, {}), TitleOfAll(job, {}) + "\n\n" + job.objective + "\n");
  job.objective = "Refuse lists that are too long; say so in the page of the\nprotocol and in the log of changes.";
  EXPECT_EQ(TitleOfAll(job, {}), "Refuse lists that are too long");
  job.objective = "Refuse lists\nthat are too long.\n\nThey cost memory.";
  EXPECT_EQ(TitleOfAll(job, {}), "Refuse lists that are too long.");
  job.step = StepSpec{};
  job.step->id = StepId{"read"};
  job.step->title = "Read the list of clients, and refuse each one that names a protocol of the future";
  job.stage.message = "{step}: {title}";
  EXPECT_EQ(CommitMessage(job, {}), "read: Read the list of clients\n\n" + job.step->title + "\n");
}

TEST(CommitMessages, OfAStepHaveItsTitle) {
  Job job = AfterSteps({Work("implement", "Done."), Work("repair", "The bound was off by one.")});
  job.after_steps = false;
  job.step = StepSpec{};
  job.step->id = StepId{"read"};
  job.step->title = "Read it";
  job.stage.message = "{step}: {title}";
  EXPECT_EQ(CommitMessage(job, {}), "read: Read it\n\n- repair: The bound was off by one.\n");
  job.work_done.resize(1);
  EXPECT_EQ(CommitMessage(job, {}), "read: Read it") << "what was done is what the step says";
  EXPECT_EQ(TitleOfAll(job, {}), "read: Read it");
}

TEST(CommitMessages, WithoutStepsHaveTheObjective) {
  Job job = AfterSteps({Work("patch", "Done."), Work("patch", "Now it passes.")});
  job.after_steps = false;
  EXPECT_EQ(CommitMessage(job, {}), "Count words faster\n\n- patch: Now it passes.\n");
  job.work_done.clear();
  EXPECT_EQ(CommitMessage(job, {}), "Count words faster");
}

TEST(CommitMessages, WhoseTitleThePipelineFixesSayBelowWhatWasDone) {
  Job job = AfterSteps({Work("fix", "It is right now.")});
  job.stage.message = "release review";
  EXPECT_EQ(CommitMessage(job, {}), "release review\n\n- fix: It is right now.\n");
}

TEST(CommitMessages, HoldNoSecretAlsoNotAPieceOfOne) {
  SecretMask mask;
  mask.HideValue("correct-horse-battery");
  const std::string token = "sk-ant-api03-" + std::string(48, 'k');
  const std::string said = "The key " + token + " and correct-horse-battery are gone.";
  const std::string late = std::string(60, 'x') + " " + token;
  for (const std::string& message :
       {CommitMessage(AfterSteps({Work("fix", said.c_str()), Work("repair", said.c_str())}), mask),
        CommitMessage(AfterSteps({Work("fix", late.c_str())}), mask)}) {
    EXPECT_FALSE(message.contains("sk-ant")) << message;
    EXPECT_FALSE(message.contains("kkkk")) << message;
    EXPECT_FALSE(message.contains("horse")) << message;
  }
  Job job;
  job.objective = late;
  EXPECT_FALSE(TitleOfAll(job, mask).contains("sk-ant")) << TitleOfAll(job, mask);
}

}  // namespace
}  // namespace forge
