#include "workspace/commits.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "os/files/files.h"
#include "os/process/process.h"
#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

std::string Trailed(const std::string& message) { return WithTrailers(message, RunNames(RunId{17}), UnitId{23}); }

constexpr const char* kOurs = "Forge-Run: 17\nForge-Unit: 17.23\n";

TEST(Trailers, StandInAParagraphOfTheirOwn) {
  EXPECT_EQ(Trailed("Add parser"), std::string("Add parser\n\n") + kOurs);
  EXPECT_EQ(Trailed("\n Add parser  \r\n\nbody\n\n\n"), std::string(" Add parser\n\nbody\n\n") + kOurs);
}

TEST(Trailers, JoinThoseThatAreThere) {
  EXPECT_EQ(Trailed("Add parser\n\nCo-authored-by: Bo <b@x>\n"),
            std::string("Add parser\n\nCo-authored-by: Bo <b@x>\n") + kOurs);
  // A title may look like one.
  EXPECT_EQ(Trailed("parser: add"), std::string("parser: add\n\n") + kOurs);
  EXPECT_EQ(Trailed("a\n\nKey: v\nno key"), std::string("a\n\nKey: v\nno key\n\n") + kOurs);
}

TEST(Trailers, OfAnAgentAreDropped) {
  EXPECT_EQ(Trailed("a\n\nForge-Unit: 17.99\nforge-run:1\nX: y"), std::string("a\n\nX: y\n") + kOurs);
  EXPECT_EQ(Trailed("Forge-Unit: 17.99"), std::string("Unit 23 of run 17\n\n") + kOurs);
}

TEST(Trailers, AnEmptyMessageGetsATitle) {
  EXPECT_EQ(Trailed(""), std::string("Unit 23 of run 17\n\n") + kOurs);
  EXPECT_EQ(Trailed(" \n\n"), std::string("Unit 23 of run 17\n\n") + kOurs);
}

class Commits : public UserRepository {};

// They must survive a power cut once the journal names them.
TEST_F(Commits, AndRefsAreSyncedToTheDisk) {
  Sh(repo(), "git config core.fsync none; git config core.fsyncMethod writeout-only");
  EXPECT_EQ(Git(repo()).Line({"config", "core.fsync"}).value(), "loose-object,reference");
  EXPECT_EQ(Git(repo()).Line({"config", "core.fsyncMethod"}).value(), "batch");
  Remember();
}

TEST_F(Commits, AnyTextIsAMessage) {
  Git git(repo());
  Committer committer(git);
  Commit head = FindCommit(git, "HEAD").value();
  EXPECT_TRUE(head.parent.empty());
  for (const std::string& message :
       {std::string("a\0b", 3), std::string("\xff\xfe"), std::string(), std::string("# x")}) {
    auto made = committer.Commit(head.tree, head.id, message);
    ASSERT_TRUE(made) << Describe(made.error());
    Commit found = FindCommit(git, *made).value();
    EXPECT_EQ(found.tree, head.tree);
    EXPECT_EQ(found.parent, head.id);
  }
}

TEST_F(Commits, AGitThatStaysWritesTheSame) {
  for (const char* config : {"[user]\nname = Ann\nemail = ann@example.org\n", "[user]\nuseConfigOnly = true\n"}) {
    ASSERT_TRUE(WriteFileAtomic(root() + "/gitconfig", config));
    const Git git = Git(repo()).With("FORGE_KEPT_WRITER_TEST", root());
    const Commit head = FindCommit(git, "HEAD").value();
    const std::string stash = Sh(repo(), "git rev-parse stash");
    Committer each(git);
    Committer kept(git, repo() + "/.git");
    for (const std::string& message :
         {std::string("a\n\nb"), std::string("\xff\xfe"), std::string(), std::string("# x\n")}) {
      for (const std::vector<std::string>& parents : {std::vector<std::string>{}, {head.id}, {head.id, stash}}) {
        const auto text = [&](Committer& committer) {
          const auto made = committer.Commit(head.tree, parents, message);
          EXPECT_TRUE(made) << Describe(made.error());
          return Sh(repo(), "git cat-file commit " + made.value_or("") + " | sed -E 's/> [0-9]+ /> TIME /'");
        };
        EXPECT_EQ(text(kept), text(each));
      }
    }
    EXPECT_EQ(FindByEnvironment("FORGE_KEPT_WRITER_TEST", root()).size(), 1U) << "one process for all";
    EXPECT_EQ(Sh(repo(), "ls .git | grep forge-commit || true"), "");
  }
}

TEST_F(Commits, AGitThatStaysAndIsKilledIsNotMissed) {
  const Git git = Git(repo()).With("FORGE_KEPT_WRITER_TEST", root());
  const std::string tree = FindCommit(git, "HEAD").value().tree;
  Committer committer(git, repo() + "/.git");
  for (int i = 0; i < 3; ++i) {
    const auto made = committer.Commit(tree, "", "x");
    ASSERT_TRUE(made) << Describe(made.error());
    EXPECT_EQ(FindCommit(git, *made).value().tree, tree);
    for (const ProcessId& process : FindByEnvironment("FORGE_KEPT_WRITER_TEST", root())) KillProcess(process);
  }
}

// The runs of one engine share a .git.
TEST_F(Commits, OfSeveralAtTheSameTimeAreTheirOwn) {
  const Git git(repo());
  const std::string tree = FindCommit(git, "HEAD").value().tree;
  constexpr int kEach = 20;
  std::map<std::string, std::string> made[2];
  const auto make = [&](int who) {
    Committer committer(git, repo() + "/.git");
    for (int i = 0; i < kEach; ++i) {
      const std::string message = fmt::format("{} of {}", i, who);
      made[who].emplace(message, committer.Commit(tree, "", message).value_or(""));
    }
  };
  {
    std::jthread first(make, 0), second(make, 1);
  }
  for (const auto& one : made) {
    for (const auto& [message, id] : one) EXPECT_EQ(Sh(repo(), "git show -s --format=%s " + id), message);
  }
  EXPECT_EQ(Sh(repo(), "ls .git | grep forge-commit || true"), "");
}

TEST_F(Commits, OfWhatIsGoneAreRefusedAlsoByAGitThatStays) {
  const Git git(repo());
  const Commit head = FindCommit(git, "HEAD").value();
  Committer committer(git, repo() + "/.git");
  ASSERT_TRUE(committer.Commit(head.tree, head.id, "x"));
  EXPECT_FALSE(committer.Commit(std::string(40, '1'), head.id, "x"));
  EXPECT_FALSE(committer.Commit(head.tree, std::string(40, '1'), "x"));
  Sh(repo(), "git gc -q");
  EXPECT_TRUE(committer.Commit(head.tree, head.id, "x")) << "they are packed";
}

TEST_F(Commits, LeftHalfWrittenByDeadProcessesAreRemoved) {
  const std::string mine = fmt::format("forge-commit-{}-9-0", ThisProcess().pid);
  Sh(repo(), "touch .git/forge-commit-999999999-1-0 .git/" + mine);
  const Committer committer(Git(repo()), repo() + "/.git");
  EXPECT_EQ(Sh(repo(), "ls .git | grep forge-commit"), mine);
}

TEST_F(Commits, OfARepositoryWithLongIdsAreWrittenByAGitThatStays) {
  Sh(root(), "git init -q --object-format=sha256 long && cd long && git commit -q --allow-empty -m first");
  const Git git = Git(root() + "/long").With("FORGE_KEPT_WRITER_TEST", root());
  Sh(root() + "/long", "touch x && git add x && git commit -q -m second");
  const Commit next = FindCommit(git, "HEAD").value();
  Committer committer(git, root() + "/long/.git");
  const std::string made = committer.Commit(next.tree, next.id, "x").value();
  EXPECT_EQ(FindCommit(git, made).value().parent, next.id);
  EXPECT_EQ(FindByEnvironment("FORGE_KEPT_WRITER_TEST", root()).size(), 1U) << "it was asked";
}

TEST_F(Commits, AreTheUsersWhereGitKnowsThem) {
  Git git(repo());
  std::string made = Committer(git).Commit(FindCommit(git, "HEAD")->tree, "", "x").value();
  EXPECT_EQ(Sh(repo(), "git show -s --format='%an <%ae> %cn <%ce>' " + made),
            "Ann <ann@example.org> Ann <ann@example.org>");
}

TEST_F(Commits, HaveTheDatesThatTheEnvironmentSetsAlsoByAGitThatStays) {
  const Git git = Git(repo())
                      .With("GIT_AUTHOR_DATE", "1600000000 +0200")
                      .With("GIT_COMMITTER_DATE", "1600000001 -0330")
                      .With("FORGE_KEPT_WRITER_TEST", root());
  Committer committer(git, repo() + "/.git");
  const std::string made = committer.Commit(FindCommit(git, "HEAD")->tree, "", "x").value();
  EXPECT_EQ(Sh(repo(), "git show -s --format='%ad, %cd' --date=raw " + made), "1600000000 +0200, 1600000001 -0330");
  EXPECT_EQ(FindByEnvironment("FORGE_KEPT_WRITER_TEST", root()).size(), 1U) << "it was asked";
}

TEST_F(Commits, AreForgesWhereGitDoesNot) {
  ASSERT_TRUE(WriteFileAtomic(root() + "/gitconfig", "[user]\nuseConfigOnly = true\n"));
  Git git(repo());
  std::string made = Committer(git).Commit(FindCommit(git, "HEAD")->tree, "", "x").value();
  EXPECT_EQ(Sh(repo(), "git show -s --format='%an <%ae> %cn <%ce>' " + made),
            "Forge <forge@localhost> Forge <forge@localhost>");
}

TEST_F(Commits, WhatIsNoneIsSaidSo) {
  Git git(repo());
  EXPECT_EQ(FindCommit(git, std::string(40, '1')).error().code, Code::kNotFound);
  EXPECT_EQ(FindCommit(git, "").error().code, Code::kInvalid);
  EXPECT_EQ(FindCommit(git, "--all").error().code, Code::kInvalid);
}

}  // namespace
}  // namespace forge
