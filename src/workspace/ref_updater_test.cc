#include "workspace/ref_updater.h"

#include <gtest/gtest.h>

#include <string>

#include "os/process/process.h"
#include "workspace/git.h"
#include "workspace/refs.h"
#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

class KeptUpdater : public UserRepository {
 protected:
  std::string config() const { return repo() + "/.git/config"; }
};

TEST_F(KeptUpdater, MovesRefsInOneProcessUntilGitRefuses) {
  const std::string head = Sh(repo(), "git rev-parse HEAD");
  const std::string stash = Sh(repo(), "git rev-parse stash");
  RefUpdater updater(Git(repo()), config());
  EXPECT_TRUE(updater.Try("create refs/forge/17/a " + head + "\n"));
  EXPECT_TRUE(updater.Try("update refs/forge/17/a " + stash + " " + head + "\ncreate refs/forge/17/b " + head + "\n"));
  EXPECT_EQ(Ref("refs/forge/17/a"), stash);
  EXPECT_EQ(Ref("refs/forge/17/b"), head);
  EXPECT_FALSE(updater.Try("create refs/forge/17/c " + head + "\ncreate refs/forge/17/b " + head + "\n"));
  EXPECT_EQ(Ref("refs/forge/17/c"), "") << "all or none";
  EXPECT_FALSE(updater.Try("nonsense\n"));
  EXPECT_TRUE(updater.Try("delete refs/forge/17/a " + stash + "\n")) << "another process";
  EXPECT_EQ(Ref("refs/forge/17/a"), "");
}

// Refs and objects that others write meanwhile count.
TEST_F(KeptUpdater, SeesWhatOthersWrite) {
  RefUpdater updater(Git(repo()), config());
  const std::string head = Sh(repo(), "git rev-parse HEAD");
  ASSERT_TRUE(updater.Try("create refs/forge/17/a " + head + "\n"));
  const std::string made = Sh(repo(), "git commit-tree -m made HEAD^{tree}");
  EXPECT_TRUE(updater.Try("update refs/forge/17/a " + made + " " + head + "\n"));
  Sh(repo(), "git pack-refs --all; git update-ref refs/forge/17/a " + head);
  EXPECT_FALSE(updater.Try("update refs/forge/17/a " + head + " " + made + "\n"));
  Sh(repo(), "git update-ref -d refs/forge/17/a; git pack-refs --all");
  EXPECT_TRUE(updater.Try("create refs/forge/17/a " + made + "\n"));
  EXPECT_EQ(Ref("refs/forge/17/a"), made);
}

TEST_F(KeptUpdater, AProcessThatWasKilledIsNotMissed) {
  const std::string head = Sh(repo(), "git rev-parse HEAD");
  const Git marked = Git(repo()).With("FORGE_KEPT_UPDATER_TEST", root());
  RefUpdater updater(marked, config());
  ASSERT_TRUE(updater.Try("create refs/forge/17/a " + head + "\n"));
  const auto kept = FindByEnvironment("FORGE_KEPT_UPDATER_TEST", root());
  ASSERT_EQ(kept.size(), 1u);
  KillProcess(kept[0]);
  EXPECT_TRUE(MoveRefs(marked, repo() + "/.git", {{"refs/forge/17/b", head, ""}}, &updater).value());
  EXPECT_TRUE(MoveRefs(marked, repo() + "/.git", {{"refs/forge/17/c", head, ""}}, &updater).value());
  EXPECT_FALSE(
      MoveRefs(marked, repo() + "/.git", {{"refs/forge/17/c", head, ""}, {"refs/forge/17/d", head, ""}}, &updater)
          .value_or(true));
  EXPECT_EQ(Ref("refs/forge/17/c"), head);
  EXPECT_EQ(Ref("refs/forge/17/d"), "");
}

// A newer git may store the refs in another way from then on, which a process that is already there does not see.
TEST_F(KeptUpdater, AChangeOfTheConfigurationNeedsAnotherProcess) {
  const std::string head = Sh(repo(), "git rev-parse HEAD");
  RefUpdater updater(Git(repo()).With("FORGE_KEPT_UPDATER_TEST", root()), config());
  const auto process = [&](const std::string& ref) {
    EXPECT_TRUE(updater.Try("create " + ref + " " + head + "\n")) << ref;
    const auto kept = FindByEnvironment("FORGE_KEPT_UPDATER_TEST", root());
    EXPECT_EQ(kept.size(), 1u);
    return kept.empty() ? 0 : kept[0].pid;
  };
  const auto first = process("refs/forge/17/a");
  EXPECT_EQ(process("refs/forge/17/b"), first);
  Sh(repo(), "git config forge.test changed");
  EXPECT_NE(process("refs/forge/17/c"), first);
  Remember();
}

TEST_F(KeptUpdater, DoesNotOutliveItsOwner) {
  const std::string head = Sh(repo(), "git rev-parse HEAD");
  {
    RefUpdater updater(Git(repo()).With("FORGE_KEPT_UPDATER_TEST", root()), config());
    ASSERT_TRUE(updater.Try("create refs/forge/17/a " + head + "\n"));
    EXPECT_EQ(FindByEnvironment("FORGE_KEPT_UPDATER_TEST", root()).size(), 1u);
  }
  EXPECT_TRUE(FindByEnvironment("FORGE_KEPT_UPDATER_TEST", root()).empty());
}

}  // namespace
}  // namespace forge
