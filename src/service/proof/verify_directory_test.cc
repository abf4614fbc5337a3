#include "service/proof/verify_directory.h"

#include <gtest/gtest.h>

#include <string>

#include "os/files/files.h"
#include "os/process/process.h"
#include "service/proof/verify_evidence.h"
#include "service/proof/verify_tree.h"

namespace forge {
namespace {

class VerifyService : public testing::Test {
 protected:
  void SetUp() override {
    root_ = RealPath(MakeTempDirectory("forge-verify-service-").value()).value();
    machine_.cwd = root_;
    machine_.config_directory = root_ + "/config";
    machine_.cache_directory = root_ + "/cache";
    machine_.environment = {{"HOME", root_}, {"PATH", "/usr/bin:/bin"}};
    repository_ = root_ + "/repo";
    ASSERT_TRUE(MakeDirectories(repository_));
  }
  void TearDown() override { EXPECT_TRUE(RemoveTree(root_)); }

  std::string Shell(const std::string& line) const {
    ProcessSpec command = ShellCommand(line);
    command.cwd = repository_;
    command.env = {{"GIT_AUTHOR_NAME", "a"},
                   {"GIT_AUTHOR_EMAIL", "a@b"},
                   {"GIT_COMMITTER_NAME", "a"},
                   {"GIT_COMMITTER_EMAIL", "a@b"},
                   {"HOME", root_},
                   {"GIT_CONFIG_NOSYSTEM", "1"}};
    auto result = RunProcess(command);
    EXPECT_TRUE(result && result->ok()) << line << (result ? result->err : "");
    std::string out = result ? result->out : "";
    if (out.ends_with('\n')) out.pop_back();
    return out;
  }

  Result<Verified> Verify(std::vector<std::string> commands, const std::string& directory) const {
    VerifyWish wish;
    wish.commands = std::move(commands);
    wish.directory = directory;
    Settings settings = Settings::Load(machine_, std::nullopt).value();
    return VerifyDirectory(machine_, settings, wish, {});
  }

  std::string root_, repository_;
  Machine machine_;
};

TEST_F(VerifyService, TheTreeIsWhatACommitOfEverythingWouldHave) {
  Shell("git init -q . && echo a > a && echo '*.o' > .gitignore && git add . && git commit -qm x");
  Shell("echo b > b && rm a && echo o > x.o && mkdir d && ln -s ../b d/l");
  const auto before = WorkingTreeHash(repository_ + "/d");
  ASSERT_TRUE(before && *before);
  EXPECT_EQ(Shell("git status --porcelain"), " D a\n?? b\n?? d/");
  EXPECT_EQ(Shell("git add -A && git write-tree"), **before);
}

TEST_F(VerifyService, FindingTheTreeLeavesNoObjectBehind) {
  Shell("git init -q . && echo a > a");
  const std::string objects = Shell("find .git | sort");
  EXPECT_TRUE(WorkingTreeHash(repository_)->has_value());  // also where there is no commit yet
  EXPECT_EQ(Shell("find .git | sort"), objects);
  EXPECT_FALSE(WorkingTreeHash(root_)->has_value());
}

TEST_F(VerifyService, SaysWhenTheCommandsChangedTheTree) {
  Shell("git init -q . && echo '*.o' > .gitignore && git add . && git commit -qm x");
  auto untouched = Verify({"touch x.o"}, repository_);
  ASSERT_TRUE(untouched);
  EXPECT_FALSE(untouched->tree_changed);
  auto changed = Verify({"echo x > new"}, repository_);
  ASSERT_TRUE(changed);
  EXPECT_TRUE(changed->tree_changed);
  EXPECT_TRUE(ToJson(*changed)["tree_changed"].AsBool());
}

TEST_F(VerifyService, ADirectoryThatIsTakenAwayEndsInAClearState) {
  Shell("git init -q . && echo a > a && git add . && git commit -qm x");
  machine_.environment["FORGE_SANDBOX"] = "off";  // a sandbox would keep the directory itself
  auto gone = Verify({"rm -rf \"$PWD\"", "true"}, repository_);
  ASSERT_TRUE(gone) << gone.error().message;
  EXPECT_FALSE(gone->report.passed);
  EXPECT_TRUE(gone->tree_changed);
  EXPECT_EQ(gone->report.results[1].exit_code, 127);
}

TEST_F(VerifyService, DetectsCommandsWhenNoneAreSet) {
  auto nothing = Verify({}, repository_);
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, Code::kNotFound);
  ASSERT_TRUE(WriteFileAtomic(repository_ + "/Makefile", "test:\n\t@echo made\n"));
  // Its program is a file of the project: it is there on every machine.
  ASSERT_TRUE(WriteFileAtomic(repository_ + "/build.gradle", ""));
  ASSERT_TRUE(WriteFileAtomic(repository_ + "/gradlew", ""));
  auto made = Verify({}, repository_);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->report.results[0].output, "made\n");
  EXPECT_EQ(made->from, "detected: Make, because Makefile has the target `test`; passed over: Gradle");
}

TEST_F(VerifyService, APlanMayLetCommandsRunSideBySide) {
  StepSpec step;
  EXPECT_FALSE(DeclaredParallel(step));
  step.extra = Json::MakeObject().Set("Verify parallel", " 3 ");
  EXPECT_EQ(DeclaredParallel(step), 3u);
  step.extra = Json::MakeObject().Set("verify_parallel", 4);
  EXPECT_EQ(DeclaredParallel(step), 4u);
  step.extra = Json::MakeObject().Set("verifyParallel", "many");
  EXPECT_FALSE(DeclaredParallel(step));
}

VerifyResult ResultOf(const std::string& command, bool passed) {
  VerifyResult result;
  result.command = command;
  result.passed = passed;
  result.output = "out";
  result.duration_ms = 7;
  result.tests.emplace();
  result.tests->passed = 3;
  return result;
}

TEST_F(VerifyService, EvidenceHoldsForItsTreeItsCommandAndItsSurroundings) {
  const EvidenceFiles files(root_, "tree1", "here");
  ASSERT_TRUE(files.Keep(ResultOf("make", true), UnitId{23}));
  auto found = files.FindPass("make");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->passed);
  EXPECT_EQ(found->output, "out");
  EXPECT_EQ(found->reused_from, 23);
  EXPECT_EQ(found->tests->passed, 3);
  EXPECT_FALSE(files.FindPass("make test"));
  EXPECT_FALSE(EvidenceFiles(root_, "tree2", "here").FindPass("make"));
  EXPECT_FALSE(EvidenceFiles(root_, "tree1", "there").FindPass("make"));
  EXPECT_FALSE(EvidenceFiles(root_ + "/other", "tree1", "here").FindPass("make"));
}

TEST_F(VerifyService, FailuresAndNamelessTreesAreNoEvidence) {
  const EvidenceFiles files(root_, "tree1", "here");
  ASSERT_TRUE(files.Keep(ResultOf("make", true), UnitId{23}));
  ASSERT_TRUE(files.Keep(ResultOf("make", false), UnitId{24}));
  EXPECT_FALSE(files.FindPass("make"));
  const EvidenceFiles nameless(root_, "", "here");
  ASSERT_TRUE(nameless.Keep(ResultOf("make", true), UnitId{25}));
  EXPECT_FALSE(nameless.FindPass("make"));
}

TEST_F(VerifyService, BrokenEvidenceIsNone) {
  const EvidenceFiles files(root_, "tree1", "here");
  ASSERT_TRUE(files.Keep(ResultOf("make", true), UnitId{23}));
  const std::string name = ListDirectory(root_ + "/evidence").value()[0];
  ASSERT_TRUE(WriteFileAtomic(root_ + "/evidence/" + name, "{\"passed\":tr"));
  EXPECT_FALSE(files.FindPass("make"));
}

TEST(Surroundings, AreWhatMayChangeAResult) {
  const std::string one = Surroundings({{"PATH", "/bin"}, {"TERM", "xterm"}, {"SSH_TTY", "1"}, {"FORGE_UNIT", "3"}});
  EXPECT_EQ(one, Surroundings({{"PATH", "/bin"}, {"PWD", "/x"}}));
  EXPECT_NE(one, Surroundings({{"PATH", "/usr/bin"}}));
  EXPECT_NE(one, Surroundings({{"PATH", "/bin"}, {"CFLAGS", "-O2"}}));
}

}  // namespace
}  // namespace forge
