#include "service/host/mcp_validate.h"

#include <gtest/gtest.h>

#include <string>

#include "os/files/files.h"
#include "os/process/process.h"
#include "os/sandbox.h"
#include "service/host/git_place.h"

namespace forge {
namespace {

class ValidateModules : public ::testing::Test {
 protected:
  void SetUp() override {
    project_.root = MakeTempDirectory("validate-").value();
    project_.state = project_.root + "/.forge/state";
    project_.forge = project_.root + "/.forge";
    project_.is_git = true;
    machine_.cwd = project_.root;
    machine_.environment = {{"HOME", project_.root}, {"PATH", "/usr/bin:/bin"}};
    machine_.config_directory = machine_.data_directory = machine_.cache_directory = project_.root + "/.forge/user";
    Shell("git init -q . && printf '.forge\\n' > .gitignore");
  }
  void TearDown() override { ASSERT_TRUE(RemoveTree(project_.root)); }

  void Shell(const std::string& line) {
    ProcessSpec command = ShellCommand(line);
    command.cwd = project_.root;
    ASSERT_TRUE(RunProcess(command).value().ok()) << line;
  }
  Result<Json> Validate(ModuleCheck check, std::stop_token stop = {}) {
    check.module = check.module.empty() ? "m1" : check.module;
    return ValidateModule(project_, machine_, check, TimePoint{1000}, std::move(stop), [](auto, auto, const auto&) {});
  }
  static ModuleCheck Commands(std::vector<std::string> commands) {
    ModuleCheck check;
    check.commands = std::move(commands);
    return check;
  }
  Project project_;
  Machine machine_;
};

TEST_F(ValidateModules, TheScoreIsTheShareOfWhatPassed) {
  ModuleCheck check = Commands({"true", "echo broken; exit 3"});
  check.files = {".gitignore", "absent.txt"};
  const Json answer = Validate(check).value();
  EXPECT_FALSE(answer["passed"].AsBool());
  EXPECT_DOUBLE_EQ(answer["score"].AsDouble(), 0.5);
  EXPECT_EQ(answer["attempt"].AsInt(), 1);
  EXPECT_EQ(answer["recommendation"].AsString(), "RETRY_WITH_DEBUGGER");
  EXPECT_EQ(answer["results"].AsArray()[3]["exitCode"].AsInt(), 3);
}

TEST_F(ValidateModules, UnchangedFilesAreTheSameAttemptAndNoStagnation) {
  EXPECT_EQ(Validate(Commands({"false"})).value()["attempt"].AsInt(), 1);
  const Json again = Validate(Commands({"false"})).value();
  EXPECT_EQ(again["attempt"].AsInt(), 1);
  EXPECT_FALSE(again["stagnant"].AsBool());
  Shell("echo changed > file.txt");
  const Json next = Validate(Commands({"false"})).value();
  EXPECT_EQ(next["attempt"].AsInt(), 2);
  EXPECT_TRUE(next["stagnant"].AsBool());
  EXPECT_EQ(next["recommendation"].AsString(), "ESCALATE");
}

TEST_F(ValidateModules, WithoutGitUnchangedFilesAreTheSameAttemptToo) {
  Shell("rm -rf .git; mkdir sub; echo one > sub/file.txt");
  project_.is_git = false;
  EXPECT_EQ(Validate(Commands({"false"})).value()["attempt"].AsInt(), 1);
  // What a command writes anew is no change, nor is what a package manager installs.
  const Json again = Validate(Commands({"false", "echo one > sub/file.txt", "mkdir node_modules"})).value();
  EXPECT_EQ(again["attempt"].AsInt(), 1);
  EXPECT_FALSE(again["stagnant"].AsBool());
  Shell("echo two > sub/file.txt");
  EXPECT_EQ(Validate(Commands({"false"})).value()["attempt"].AsInt(), 2);
  Shell("chmod +x sub/file.txt");
  EXPECT_EQ(Validate(Commands({"false"})).value()["attempt"].AsInt(), 3);
}

TEST_F(ValidateModules, UnchangedFilesThatFailTooOftenEscalateWithinOneAttempt) {
  for (int i = 1; i <= 8; ++i) {
    const Json answer = Validate(Commands({"false"})).value();
    EXPECT_EQ(answer["attempt"].AsInt(), 1);
    EXPECT_EQ(answer["recommendation"].AsString(), i <= 4 ? "RETRY_WITH_DEBUGGER" : "ESCALATE") << i;
  }
  EXPECT_TRUE(Iterations(project_).Load("", "m1").value().stagnant());
  EXPECT_EQ(Validate(Commands({"true"})).value()["recommendation"].AsString(), "PASS");
  EXPECT_EQ(Validate(Commands({"false"})).value()["recommendation"].AsString(), "RETRY_WITH_DEBUGGER");
}

TEST_F(ValidateModules, TheIssueIsTheLineThatNamesTheError) {
  const Json answer =
      Validate(Commands({"printf 'Error: boom\\n    at f (a.js:1:7)\\n\\nNode.js v20.20.2\\n'; exit 1"})).value();
  EXPECT_TRUE(answer["issues"].AsArray()[0].AsString().ends_with("exit code 1: Error: boom")) << answer.Dump();
}

TEST_F(ValidateModules, AnAttemptThatIsNamedIsThatOne) {
  ModuleCheck check = Commands({"false"});
  check.attempt = 1;
  EXPECT_EQ(Validate(check).value()["attempt"].AsInt(), 1);
  check.attempt = 2;
  EXPECT_EQ(Validate(check).value()["attempt"].AsInt(), 2);
  EXPECT_EQ(Iterations(project_).Load("", "m1").value().attempts.size(), 2U);
}

TEST_F(ValidateModules, ADryRunLeavesNothingBehind) {
  ModuleCheck check = Commands({"true"});
  check.dry = true;
  EXPECT_TRUE(Validate(check).value()["passed"].AsBool());
  EXPECT_TRUE(Iterations(project_).Load("", "m1").value().attempts.empty());
}

TEST_F(ValidateModules, NamesAreCheckedBeforeAnythingRuns) {
  ModuleCheck check = Commands({"touch ran"});
  check.run = "../x";
  EXPECT_EQ(Validate(check).error().code, Code::kInvalid);
  EXPECT_FALSE(Exists(project_.root + "/ran"));
  EXPECT_FALSE(Validate(ModuleCheck{}));
}

TEST_F(ValidateModules, TheEndOfLongOutputIsKept) {
  const Json answer = Validate(Commands({"seq 1 100000; echo the error; false"})).value();
  EXPECT_NE(answer["results"].AsArray()[0]["output"].AsString().find("the error"), std::string::npos);
}

TEST_F(ValidateModules, GrepThatMustFindNonePassesWithANote) {
  const Json answer = Validate(Commands({"grep -c nothing .gitignore"})).value();
  EXPECT_TRUE(answer["passed"].AsBool());
  EXPECT_TRUE(answer["results"].AsArray()[0].Has("note"));
}

TEST_F(ValidateModules, WhatIsStoppedRecordsNothing) {
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(Validate(Commands({"true"}), source.get_token()).error().code, Code::kCancelled);
  EXPECT_TRUE(Iterations(project_).Load("", "m1").value().attempts.empty());
}

TEST_F(ValidateModules, AFileNameIsNeverAShellsToRead) {
  Shell("touch '$(touch pwned).js'");
  ModuleCheck check;
  check.files = {"$(touch pwned).js"};
  ASSERT_TRUE(Validate(check));
  EXPECT_FALSE(Exists(project_.root + "/pwned"));
}

TEST_F(ValidateModules, AContractThatIsNotLookedAtNeitherPassesNorFails) {
  Shell("echo 'def a; end' > c.rb; echo 'a' > u.rb");
  ModuleCheck check = Commands({"true", "false"});
  check.contracts = {{"c.rb", "u.rb"}};
  const Json answer = Validate(check).value();
  EXPECT_TRUE(answer["results"].AsArray()[0]["passed"].is_null());
  EXPECT_EQ(answer["results"].AsArray()[0]["notLookedAt"].AsArray().size(), 2U);
  EXPECT_DOUBLE_EQ(answer["score"].AsDouble(), 0.5);
  EXPECT_EQ(Iterations(project_).Load("", "m1").value().attempts.size(), 1U);
  check.commands = {};
  const Json nothing = Validate(check).value();
  EXPECT_FALSE(nothing["passed"].AsBool());
  EXPECT_EQ(nothing["recommendation"].AsString(), "ESCALATE");
  EXPECT_EQ(nothing["attempt"].AsInt(), 0);
  EXPECT_EQ(Iterations(project_).Load("", "m1").value().attempts.size(), 1U);
}

TEST_F(ValidateModules, NamesThatAreExportedFromElsewhereAreFollowedWithinTheDirectory) {
  Shell("mkdir in; echo 'export const z = 1' > z.mjs; echo 'export const y = 1' > in/y.mjs");
  Shell("echo \"export * from './y.mjs'; export * from '../z.mjs'\" > in/c.mjs");
  Shell("echo \"import {y} from './c.mjs'\" > in/u.mjs; echo \"import {z} from './c.mjs'\" > in/v.mjs");
  ModuleCheck check;
  check.cwd = "in";
  check.contracts = {{"c.mjs", "u.mjs"}, {"c.mjs", "v.mjs"}};
  const Json answer = Validate(check).value();
  EXPECT_TRUE(answer["results"].AsArray()[0]["passed"].AsBool());
  EXPECT_TRUE(answer["results"].AsArray()[1]["passed"].is_null());
  EXPECT_EQ(answer["results"].AsArray()[1]["notLookedAt"].AsArray()[0]["names"].AsArray()[0].AsString(), "z");
}

TEST_F(ValidateModules, NothingOutsideOfTheProjectIsLookedAt) {
  Shell("mkdir inside; ln -s /etc out; ln -s inside link; ln -s /etc/passwd file");
  for (const char* cwd : {"/etc", "..", "out", "inside/../..", "/nowhere"}) {
    ModuleCheck check = Commands({"touch ran"});
    check.cwd = cwd;
    EXPECT_EQ(Validate(check).error().code, Code::kInvalid) << cwd;
  }
  for (const std::string& cwd : {std::string("link"), project_.root + "/inside"}) {
    ModuleCheck check = Commands({"true"});
    check.cwd = cwd;
    EXPECT_TRUE(Validate(check).value()["passed"].AsBool()) << cwd;
  }
  ModuleCheck check = Commands({"true"});
  check.files = {"/etc/passwd", "file", "../x", std::string("inside\0x", 8)};
  check.contracts = {{"file", "inside"}};
  const Json answer = Validate(check).value();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_FALSE(answer["results"].AsArray()[i]["passed"].AsBool()) << i;
  EXPECT_EQ(answer["results"].AsArray()[4]["error"].AsString(), "file is not in the project");
}

TEST_F(ValidateModules, CommandsRunInTheSandboxOfVerifyCommands) {
  if (!FindSandboxPowers().refuses_writes()) GTEST_SKIP() << "this kernel has no Landlock";
  const std::string outside = MakeTempDirectory("outside-").value();
  const Json answer =
      Validate(Commands({"echo x > within", "echo x > " + outside + "/x", "echo x > \"$TMPDIR/x\""})).value();
  EXPECT_TRUE(answer["results"].AsArray()[0]["passed"].AsBool());
  EXPECT_FALSE(answer["results"].AsArray()[1]["passed"].AsBool());
  EXPECT_TRUE(answer["results"].AsArray()[2]["passed"].AsBool());
  EXPECT_FALSE(Exists(outside + "/x"));
  ASSERT_TRUE(RemoveTree(outside));
}

TEST_F(ValidateModules, ACommandChangesNoSettingsOfForgeOrGit) {
  if (!FindSandboxPowers().mounts || !FindSandboxPowers().refuses_writes()) GTEST_SKIP() << "no mounts here";
  ASSERT_FALSE(Exists(project_.forge)) << "a command must not be the first to make it either";
  const std::vector<std::string> refused = {"mkdir -p .forge; echo 'sandbox = \"off\"' > .forge/config.toml",
                                            "HOME=$PWD git config filter.e.clean cat",
                                            "mkdir -p .git/hooks; echo x > .git/hooks/post-index-change",
                                            "mv .forge away",
                                            "mv .git away",
                                            "rm -rf .git"};
  const Json answer = Validate(Commands(refused)).value();
  for (std::size_t i = 0; i < refused.size(); ++i) {
    EXPECT_FALSE(answer["results"].AsArray()[i]["passed"].AsBool()) << refused[i];
  }
  EXPECT_FALSE(Exists(project_.forge + "/config.toml"));
  EXPECT_TRUE(Exists(project_.root + "/.git/config"));
  const Json reads =
      Validate(Commands({"HOME=$PWD git status --short", "HOME=$PWD git diff --quiet", "echo x > new"})).value();
  EXPECT_TRUE(reads["passed"].AsBool()) << reads.Dump();
}

TEST_F(ValidateModules, ACommandMakesNoRepositoryOfADirectoryWithoutOne) {
  if (!FindSandboxPowers().mounts || !FindSandboxPowers().refuses_writes()) GTEST_SKIP() << "no mounts here";
  Shell("rm -rf .git");
  project_.is_git = false;
  const std::vector<std::string> refused = {"HOME=$PWD git init -q .", "mv .git away", "echo x > .git/config",
                                            "rmdir .git"};
  const Json answer = Validate(Commands(refused)).value();
  for (std::size_t i = 0; i < refused.size(); ++i) {
    EXPECT_FALSE(answer["results"].AsArray()[i]["passed"].AsBool()) << refused[i];
  }
  EXPECT_FALSE(Exists(project_.root + "/.git"));
  EXPECT_FALSE(Exists(project_.root + "/away"));
  EXPECT_TRUE(Validate(Commands({"mkdir sub && HOME=$PWD git init -q sub"})).value()["passed"].AsBool());
}

TEST_F(ValidateModules, ThePlaceOfARepositoryIsHeldUntilTheLastIsDone) {
  Shell("rm -rf .git; mkdir -p .forge/state/git-place; echo > .forge/state/git-place/of-a-dead-process");
  const std::string git = project_.root + "/.git";
  {
    const GitPlace first = GitPlace::Hold(project_).value();
    {
      const GitPlace second = GitPlace::Hold(project_).value();
      EXPECT_TRUE(IsDirectory(git));
    }
    EXPECT_TRUE(IsDirectory(git));
  }
  EXPECT_FALSE(Exists(git));
  EXPECT_TRUE(ListDirectory(project_.state + "/git-place").value().empty());
  const GitPlace before = GitPlace::Hold(project_).value();
  Shell("git init -q .");
  {
    const GitPlace theirs = GitPlace::Hold(project_).value();
  }
  EXPECT_TRUE(Exists(git + "/HEAD"));
}

TEST_F(ValidateModules, ForgeItselfRunsNoFilterOfTheRepository) {
  Shell("git config filter.e.clean 'touch ran; cat'; echo '*.txt filter=e' > .gitattributes; echo hi > new.txt");
  ASSERT_TRUE(Validate(Commands({"true"})));
  EXPECT_FALSE(Exists(project_.root + "/ran"));
}

TEST_F(ValidateModules, AnIssueOfASilentCommandEndsWithItsExitCode) {
  EXPECT_EQ(Validate(Commands({"exit 7"})).value()["issues"].AsArray()[0].AsString(), "exit 7: exit code 7");
}

TEST_F(ValidateModules, APipeOrADeviceIsNoSourceOfAContract) {
  Shell(
      "mkfifo f.ts; ln -s /dev/zero z.ts; echo \"import {a} from './f'\" > u.ts; echo \"export * from './f'\" > g.ts");
  Shell("echo \"import {a} from './g'\" > v.ts; truncate -s 17M large.ts");
  ModuleCheck check;
  check.contracts = {{"f.ts", "u.ts"}, {"u.ts", "f.ts"}, {"z.ts", "u.ts"}, {"g.ts", "v.ts"}, {"large.ts", "u.ts"}};
  const Json answer = Validate(check).value();
  for (const std::size_t i : {0U, 1U, 2U, 4U}) {
    EXPECT_FALSE(answer["results"].AsArray()[i]["passed"].AsBool());
    EXPECT_FALSE(answer["results"].AsArray()[i]["error"].AsString().empty()) << i;
  }
  EXPECT_NE(answer["results"].AsArray()[0]["error"].AsString().find("is not a regular file"), std::string::npos);
  EXPECT_TRUE(answer["results"].AsArray()[3]["passed"].is_null()) << "what it passes on cannot be read";
}

TEST_F(ValidateModules, ADirectoryThatIsNotThereIsSaid) {
  ModuleCheck check = Commands({"true"});
  check.cwd = "nowhere";
  const Json answer = Validate(check).value();
  EXPECT_EQ(answer["attempt"].AsInt(), 0);
  EXPECT_EQ(answer["results"].AsArray()[0]["type"].AsString(), "cwd_check");
}

}  // namespace
}  // namespace forge
