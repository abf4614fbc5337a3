// The check `evidence` in a real run: a repository, a scripted agent that lies, commands that are really run.
#include <gtest/gtest.h>

#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "service/drive_run.h"
#include "service/forge.h"
#include "service/run_queries.h"
#include "service/start_run.h"

namespace forge {
namespace {

constexpr const char* kPipeline = R"(name = "proven"
about = "plan, build, prove"
[[stage]]
name = "plan"
role = "planner"
produces = "plan"
[[stage]]
name = "build"
kind = "each"
pipeline = "proven-step"
[[stage]]
name = "repair"
role = "engineer"
when = "after evidence = revision"
sees = ["failures"]
[[stage]]
name = "evidence"
kind = "check"
checks = ["evidence"]
on_revision = "repair"
[[stage]]
name = "commit"
kind = "integrate"
)";

constexpr const char* kStepPipeline = R"(name = "proven-step"
about = "do it"
[[stage]]
name = "do"
role = "engineer"
[[stage]]
name = "commit"
kind = "integrate"
how = "commit"
message = "{title}"
)";

constexpr const char* kAgent = R"([[turn]]
stage = "plan"
text = """
# Plan: one file

## Objective
Write it.

## Steps

### Step one: write one
- Do: write one.txt
- Writes: `one.txt`
- Verify: `true`
- Acceptance criteria:
  - e2e: `cat one.txt`
    - expected: `right`
  - unit: `test -s one.txt`
  - unit: it reads well
    - blocking: false
"""
[[turn]]
stage = "do"
text = "Written, and all tests pass."
  [[turn.write]]
  path = "one.txt"
  content = "wrong\n"
[[turn]]
stage = "repair"
text = "Now it is."
  [[turn.write]]
  path = "one.txt"
  content = "right\n"
)";

class EvidenceUnit : public testing::Test {
 protected:
  void SetUp() override {
    root_ = MakeTempDirectory("forge-evidence-").value();
    machine_.cwd = root_ + "/repo";
    machine_.config_directory = root_ + "/config";
    machine_.data_directory = root_ + "/data";
    machine_.cache_directory = root_ + "/cache";
    machine_.environment = {{"HOME", root_}, {"PATH", Environment("PATH").value_or("/usr/bin:/bin")}};
    ASSERT_TRUE(MakeDirectories(machine_.cwd + "/.forge/pipelines"));
    Write(".forge/pipelines/proven.toml", kPipeline);
    Write(".forge/pipelines/proven-step.toml", kStepPipeline);
    Write("agent.toml", kAgent);
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

  std::string root_;
  Machine machine_;
};

TEST_F(EvidenceUnit, FindsTheLieSendsItBackAndIsContentWithTheTruth) {
  const Project project = FindProject(machine_).value();
  auto forge = Forge::Open(machine_, Settings::Load(machine_, project).value(), project, true);
  ASSERT_TRUE(forge) << Describe(forge.error());
  StartRequest request;
  request.objective = "write it";
  request.pipeline = "proven";
  request.agent = "replay:" + machine_.cwd + "/agent.toml";
  const auto run = StartRun(**forge, request);
  ASSERT_TRUE(run) << Describe(run.error());
  const auto status = DriveRun(**forge, *run, {});
  ASSERT_TRUE(status) << Describe(status.error());
  EXPECT_EQ(*status, RunStatus::kCompleted);
  std::vector<std::string> said;
  const RunView view = ViewRun(**forge, *run).value();
  for (const UnitRow& unit : view.units) {
    if (unit.stage == "evidence") said.push_back(unit.summary);
  }
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0], "0 gaps, 1 failed, 0 false proofs of 4 criteria; one (e2e): `cat one.txt`: exit 0");
  EXPECT_EQ(said[1], "verified: 4 criteria, 3 of them twice");
  const std::string page = ReadFile(project.run_directory(run->value) + "/artifacts/run/EVIDENCE.md").value_or("");
  EXPECT_TRUE(page.starts_with("# Evidence: VERIFIED")) << page;
  EXPECT_NE(page.find("    right\n"), std::string::npos) << page;
}

}  // namespace
}  // namespace forge
