// What a reviewer is shown in a later round, in a real run: a repository, and two steps that change the same line.
#include "service/unit/review_delta.h"

#include <gtest/gtest.h>

#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "service/drive_run.h"
#include "service/forge.h"
#include "service/run_queries.h"
#include "service/start_run.h"
#include "service/unit/asked.h"
#include "service/unit/run_files.h"
#include "store/store.h"

namespace forge {
namespace {

constexpr const char* kBothPipeline = R"(name = "both"
about = "two steps at once"
[[stage]]
name = "plan"
role = "planner"
produces = "plan"
[[stage]]
name = "build"
kind = "each"
pipeline = "both-step"
max_concurrent = 2
[[stage]]
name = "commit"
kind = "integrate"
)";

constexpr const char* kBothStep = R"(name = "both-step"
about = "do it, review it, merge it"
[[stage]]
name = "do"
role = "engineer"
[[stage]]
name = "review"
role = "reviewer"
sees = ["diff"]
verdict = "REVIEW.md"
  [stage.on_revision]
  name = "rework"
  role = "engineer"
[[stage]]
name = "commit"
kind = "integrate"
how = "commit"
message = "{title}"
  [stage.on_revision]
  name = "reconcile"
  role = "engineer"
  then = "review"
)";

constexpr const char* kBothPlan = R"([[turn]]
stage = "plan"
text = """
# Plan: two words

## Objective
Write them.

## Steps

### Step one: write one
- Do: write one
- Writes: `one.txt`
- Verify: `true`

### Step two: write two
- Do: write two
- Writes: `two.txt`
- Verify: `true`
"""
)";

std::string Turn(const std::string& where, const std::string& file, const std::string& content) {
  return "[[turn]]\n" + where + "repeat = true\ntext = \"Written.\"\n  [[turn.write]]\n  path = \"" + file +
         "\"\n  content = \"" + content + "\"\n";
}

std::string Judges(const std::string& where, const std::string& verdict) {
  return "[[turn]]\nstage = \"review\"\n" + where + "text = \"Said.\\n\\n**Verdict:** " + verdict + "\"\n";
}

class ReviewDelta : public testing::Test {
 protected:
  void SetUp() override {
    root_ = MakeTempDirectory("forge-delta-").value();
    machine_.cwd = root_ + "/repo";
    machine_.config_directory = root_ + "/config";
    machine_.data_directory = root_ + "/data";
    machine_.cache_directory = root_ + "/cache";
    machine_.environment = {{"HOME", root_}, {"PATH", Environment("PATH").value_or("/usr/bin:/bin")}};
    ASSERT_TRUE(MakeDirectories(machine_.cwd + "/.forge/pipelines"));
    Write(".forge/pipelines/both.toml", kBothPipeline);
    Write(".forge/pipelines/both-step.toml", kBothStep);
    for (const char* line : {"git init -q -b main .", "git config user.name Ada",
                             "git config user.email ada@example.org", "git add -A", "git commit -q -m first"}) {
      ProcessSpec command;
      command.argv = {"/bin/sh", "-c", line};
      command.cwd = machine_.cwd;
      auto done = RunProcess(command);
      ASSERT_TRUE(done && done->ok()) << line;
    }
  }
  void TearDown() override { (void)RemoveTree(root_); }

  void Write(const std::string& path, std::string_view text) {
    ASSERT_TRUE(WriteFileAtomic(machine_.cwd + "/" + path, text)) << path;
  }

  // The prompts of the second rounds of `review`.
  std::vector<std::string> SecondLooks(const std::string& agent) {
    Write("agent.toml", kBothPlan + agent);
    const Project project = FindProject(machine_).value();
    auto forge = Forge::Open(machine_, Settings::Load(machine_, project).value(), project, true);
    if (!forge) return {Describe(forge.error())};
    StartRequest request;
    request.objective = "write both";
    request.pipeline = "both";
    request.agent = "replay:" + machine_.cwd + "/agent.toml";
    const auto run = StartRun(**forge, request);
    if (!run) return {Describe(run.error())};
    const auto status = DriveRun(**forge, *run, {});
    EXPECT_TRUE(status && *status == RunStatus::kCompleted);
    std::vector<std::string> prompts;
    const RunView view = ViewRun(**forge, *run).value();
    for (const UnitRow& unit : view.units) {
      if (unit.stage != "review" || unit.iteration != 2) continue;
      const RunFiles files(project, *run, view.run.slug);
      prompts.push_back(ReadPrompt((*forge)->store(), files, unit.id).value().value_or("no prompt"));
    }
    return prompts;
  }

  std::string root_;
  Machine machine_;
};

TEST_F(ReviewDelta, IsTheNewPartOfTheDiffWhereTheWorkStandsOnTheSameCommit) {
  const auto looks = SecondLooks(Turn("stage = \"do\"\nstep = \"one\"\n", "one.txt", "first word\\n") +
                                 Turn("stage = \"do\"\nstep = \"two\"\n", "two.txt", "other\\n") +
                                 Turn("stage = \"rework\"\n", "one.txt", "first word\\nsecond word\\n") +
                                 Judges("step = \"one\"\niteration = 1\n", "Revision Required") +
                                 Judges("repeat = true\n", "Approved"));
  ASSERT_EQ(looks.size(), 1U);
  EXPECT_NE(looks[0].find("The diff since you looked"), std::string::npos) << looks[0];
  EXPECT_NE(looks[0].find("+second word"), std::string::npos) << looks[0];
  EXPECT_EQ(looks[0].find("+first word"), std::string::npos) << looks[0];
  EXPECT_NE(looks[0].find("of the diff you are shown what is new"), std::string::npos) << looks[0];
}

TEST_F(ReviewDelta, IsTheWholeDiffWhereTheWorkWasMovedToAnotherCommit) {
  const auto looks = SecondLooks(Turn("stage = \"do\"\nstep = \"one\"\n", "shared.txt", "one\\n") +
                                 Turn("stage = \"do\"\nstep = \"two\"\n", "shared.txt", "two\\n") +
                                 Turn("stage = \"reconcile\"\n", "shared.txt", "one\\ntwo\\n") +
                                 Judges("repeat = true\n", "Approved"));
  ASSERT_EQ(looks.size(), 1U);
  EXPECT_EQ(looks[0].find("The diff since you looked"), std::string::npos) << looks[0];
  EXPECT_NE(looks[0].find("The diff:"), std::string::npos) << looks[0];
}

}  // namespace
}  // namespace forge
