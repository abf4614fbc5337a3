#include "service/unit/unit_sandbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "os/files/files.h"
#include "os/process/process.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

struct SandboxWorld {
  SandboxWorld() {
    for (const char* file :
         {"home/.ssh/id_key", "home/.cargo/bin/tool", "home/.cargo/credentials.toml", "home/.claude/login",
          "home/.cache/forge/worktrees/p/a/file", "home/.cache/forge/worktrees/p/b/file", "home/.config/git/config",
          "home/.config/git/credentials", "home/.cache/git/credential/socket", "home/.cache/huggingface/token",
          "home/.cache/pip/wheel", "home/.gradle/daemon/8.5/registry.bin", "home/.config/forge/config.toml",
          "home/project/src/main.c", "home/project/.git/config", "home/project/.forge/state/forge.db",
          "home/project/.forge/config.toml", "home/other-project/secret", "temp/x"}) {
      EXPECT_TRUE(MakeDirectories(DirName(base / file)));
      EXPECT_TRUE(WriteFileAtomic(base / file, "text\n"));
    }
    machine.environment = {{"HOME", base / "home"}, {"PATH", (base / "home") + ":/usr/bin:/bin"}};
    machine.cache_directory = base / "home/.cache/forge";
    machine.config_directory = base / "home/.config/forge";
    machine.data_directory = base / "home/.local/share/forge";
    project.root = base / "home/project";
    project.forge = project.root + "/.forge";
    project.state = project.root + "/.forge/state";
    places.workspace = base / "home/.cache/forge/worktrees/p/a";
    places.worktrees = base / "home/.cache/forge/worktrees";
    places.temp = base / "temp";
    wish.mode = "auto";
  }

  std::optional<Sandbox> Rules(const RuntimeNeeds& needs = {}) const {
    auto sandbox = UnitSandbox(wish, places, machine, project, needs);
    EXPECT_TRUE(sandbox) << (sandbox ? "" : Describe(sandbox.error()));
    return sandbox ? *sandbox : std::nullopt;
  }
  bool Succeeds(const std::string& line, const RuntimeNeeds& needs = {}) const {
    ProcessSpec command = ShellCommand(line);
    command.cwd = places.workspace;
    command.sandbox = Rules(needs);
    command.timeout = std::chrono::seconds(30);
    auto result = RunProcess(command);
    EXPECT_TRUE(result) << (result ? "" : Describe(result.error()));
    return result && result->ok();
  }

  TempDirectory base;
  Machine machine;
  Project project;
  SandboxPlaces places;
  SandboxWish wish;
};

TEST(UnitSandbox, OffIsNone) {
  SandboxWorld world;
  world.wish.mode = "off";
  EXPECT_EQ(world.Rules(), std::nullopt);
}

TEST(UnitSandbox, AWriterWritesItsWorkspaceAndTempAndNothingElse) {
  if (FindSandboxPowers().landlock == 0) GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  SandboxWorld world;
  world.places.may_write = true;
  const std::string home = world.base / "home/";
  EXPECT_TRUE(world.Succeeds("echo x > new && cat file && echo y > " + (world.base / "temp/y")));
  for (const char* file :
       {"project/src/main.c", "project/.git/config", ".cargo/bin/tool", ".config/git/config", ".cache/pip/wheel"}) {
    EXPECT_TRUE(world.Succeeds("cat " + home + file)) << file;
    EXPECT_FALSE(world.Succeeds("echo x >> " + home + file)) << file;
  }
  for (const char* file : {".ssh/id_key", ".cargo/credentials.toml", ".claude/login", ".config/forge/config.toml",
                           ".config/git/credentials", ".cache/git/credential/socket", ".cache/huggingface/token",
                           ".gradle/daemon/8.5/registry.bin", ".cache/forge/worktrees/p/b/file",
                           "project/.forge/state/forge.db", "other-project/secret"}) {
    EXPECT_FALSE(world.Succeeds("cat " + home + file)) << file;
  }
}

TEST(UnitSandbox, ALinkInTheCheckoutOpensNothing) {
  if (FindSandboxPowers().landlock == 0) GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  SandboxWorld world;
  const std::string home = world.base / "home";
  // To itself, to what is above it, and to what is hidden: none of these may crash us or widen the sandbox.
  for (const auto& [name, target] : std::vector<std::pair<std::string, std::string>>{
           {"self", "."}, {"up", ".."}, {"root", "/"}, {"keys", home + "/.ssh"}, {"other", home + "/other-project"}}) {
    ASSERT_TRUE(RunProcess(ShellCommand("ln -s " + target + " " + world.project.root + "/" + name)));
  }
  EXPECT_TRUE(world.Succeeds("cat " + world.project.root + "/src/main.c"));
  for (const char* file : {"project/keys/id_key", "project/other/secret", ".ssh/id_key", "other-project/secret",
                           "project/up/other-project/secret"}) {
    EXPECT_FALSE(world.Succeeds("cat " + home + "/" + file)) << file;
  }
}

TEST(UnitSandbox, AReaderWritesNothingButItsTemp) {
  if (FindSandboxPowers().landlock == 0) GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  SandboxWorld world;
  world.wish.write = {world.base / "home/other-project"};
  EXPECT_TRUE(world.Succeeds("cat file && echo y > " + (world.base / "temp/y")));
  EXPECT_FALSE(world.Succeeds("echo x > new"));
  EXPECT_FALSE(world.Succeeds("echo x > " + (world.base / "home/other-project/new")));
}

// With or without mounts: tests/blind runs this in both ways.
TEST(UnitSandbox, AReadableDirectoryAboveForgesOwnFilesOpensNoneOfThem) {
  if (FindSandboxPowers().landlock == 0) GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  SandboxWorld world;
  RuntimeNeeds needs;
  needs.read = {world.project.root};  // an agent program in the checkout
  world.wish.read = {world.base / "home"};
  const std::string home = world.base / "home/";
  EXPECT_TRUE(world.Succeeds("cat " + home + "other-project/secret && cat file", needs));
  for (const char* file :
       {".cache/forge/worktrees/p/b/file", "project/.forge/state/forge.db", ".config/forge/config.toml"})
    EXPECT_FALSE(world.Succeeds("cat " + home + file, needs)) << file;
  EXPECT_FALSE(world.Succeeds("test -n \"$(ls " + home + "project/.forge/state)\"", needs));
}

TEST(UnitSandbox, AReaderInASharedCheckoutListsItAndReadsNoStore) {
  if (FindSandboxPowers().landlock == 0) GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  SandboxWorld world;
  world.places.workspace = world.project.root;
  EXPECT_TRUE(world.Succeeds("ls | grep -q src && cat src/main.c .git/config .forge/config.toml"));
  EXPECT_FALSE(world.Succeeds("cat .forge/state/forge.db"));
  EXPECT_FALSE(world.Succeeds("echo x > new"));
}

TEST(UnitSandbox, PlansThatAreInGitAreHiddenInTheWorkspaceToo) {
  if (FindSandboxPowers().landlock == 0) GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  SandboxWorld world;
  const std::string workspace = world.places.workspace;
  for (const char* file : {".forge/plans/plan-001.md", "sub/.forge/plans/plan-002.md", ".forge/config.toml"}) {
    ASSERT_TRUE(MakeDirectories(DirName(JoinPath(workspace, file))));
    ASSERT_TRUE(WriteFileAtomic(JoinPath(workspace, file), "an old verdict\n"));
  }
  EXPECT_TRUE(world.Succeeds("cat .forge/plans/plan-001.md")) << "who is not sealed reads it";
  world.places.sealed = PlansIn(world.project, workspace);
  EXPECT_TRUE(world.Succeeds("ls | grep -q file && cat file .forge/config.toml"));
  EXPECT_FALSE(world.Succeeds("cat .forge/plans/plan-001.md"));
  EXPECT_TRUE(world.Succeeds("cat sub/.forge/plans/plan-002.md")) << "of another project";
  world.project.top = world.project.root;
  world.project.root += "/sub";
  world.places.sealed = PlansIn(world.project, workspace);
  EXPECT_FALSE(world.Succeeds("cat sub/.forge/plans/plan-002.md"));
}

TEST(UnitSandbox, TheStoreInsideASharedCheckoutIsHiddenWhereMountsCanBeMade) {
  if (!FindSandboxPowers().mounts || FindSandboxPowers().landlock == 0) {
    GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  }
  SandboxWorld world;
  world.places.workspace = world.project.root;
  world.places.may_write = true;
  EXPECT_TRUE(world.Succeeds("echo x > new"));
  EXPECT_FALSE(world.Succeeds("cat .forge/state/forge.db"));
  EXPECT_FALSE(world.Succeeds("echo x > .forge/state/new"));
}

TEST(UnitSandbox, AWriterInASharedCheckoutChangesNeitherGitsNorForgesSettings) {
  if (!FindSandboxPowers().mounts || FindSandboxPowers().landlock == 0) {
    GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  }
  SandboxWorld world;
  world.places.workspace = world.project.root;
  world.places.may_write = true;
  EXPECT_TRUE(world.Succeeds("cat .git/config .forge/config.toml && echo x > src/new"));
  for (const char* line : {"echo y >> .git/config", "echo y > .git/y", "chmod 777 .git/config", "mv .git away",
                           "echo y >> .forge/config.toml", "echo y > .forge/y", "mv .forge away"}) {
    EXPECT_FALSE(world.Succeeds(line)) << line;
  }
  world.wish.write = {world.project.root + "/.git"};
  EXPECT_TRUE(world.Succeeds("echo y > .git/y")) << "what a setting names can be written";
}

TEST(UnitSandbox, SettingsAndTheAgentsOwnProgramOpenMore) {
  if (FindSandboxPowers().landlock == 0) GTEST_SKIP() << DescribeSandbox(FindSandboxPowers());
  SandboxWorld world;
  world.places.may_write = true;
  world.wish.read = {world.base / "home/.ssh"};
  world.wish.write = {world.base / "home/other-project"};
  RuntimeNeeds needs;
  needs.read = {world.base / "home/.claude"};
  EXPECT_TRUE(
      world.Succeeds("cat " + (world.base / "home/.ssh/id_key") + " " + (world.base / "home/.claude/login"), needs));
  EXPECT_TRUE(world.Succeeds("echo x > " + (world.base / "home/other-project/new")));
}

TEST(UnitSandbox, TheNetworkIsTakenWhereTheKernelCan) {
  const SandboxPowers powers = FindSandboxPowers();
  if (powers.landlock == 0) GTEST_SKIP() << DescribeSandbox(powers);
  SandboxWorld world;
  EXPECT_TRUE(world.Rules()->network);
  world.places.network = false;
  EXPECT_EQ(world.Rules()->network, !powers.refuses_network());
  EXPECT_TRUE(world.Succeeds("cat file")) << "and the rest still works";
  world.wish.mode = "landlock";
  EXPECT_FALSE(world.Rules()->network) << "an error when a process starts";
}

TEST(UnitSandbox, OneThatCannotBeHadIsAnErrorAndNotSilence) {
  if (!FindSandboxPowers().bwrap.empty()) GTEST_SKIP() << "bubblewrap is installed";
  SandboxWorld world;
  world.wish.mode = "bwrap";
  auto sandbox = UnitSandbox(world.wish, world.places, world.machine, world.project, {});
  ASSERT_FALSE(sandbox);
  EXPECT_EQ(sandbox.error().code, Code::kUnavailable);
}

}  // namespace
}  // namespace forge
