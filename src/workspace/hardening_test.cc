// What an agent may write so that git runs it for us: none of it runs, and what the user configured does.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"
#include "workspace/testing/user_repository.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

class HostileAgent : public UserRepository {
 protected:
  // A program that leaves a mark and passes its input on.
  std::string Trap() {
    Sh(root(), "printf '#!/bin/sh\\necho \"$0 $*\" >> %s/sprung\\ncat\\n' \"$PWD\" > trap.sh; chmod +x trap.sh");
    return root() + "/trap.sh";
  }
  // Everything we do with a lane's work, after what the agent did.
  void GoThrough(Workspaces& workspaces, const std::string& script) {
    auto path = workspaces.Prepare("s1", "");
    ASSERT_TRUE(path);
    Sh(*path, script);
    auto snapshot = workspaces.Snapshot("s1", UnitId{1});
    ASSERT_TRUE(snapshot) << Describe(snapshot.error());
    const std::string other = Work(workspaces, "s2", UnitId{2}, "echo other >> b.txt; sed -i 's/^10$/ten/' a.txt");
    ASSERT_TRUE(workspaces.Integrate("s2", other, UnitId{3}, "other"));
    auto integrated = workspaces.Integrate("s1", *snapshot, UnitId{4}, "mine");
    ASSERT_TRUE(integrated) << Describe(integrated.error());
    auto again = workspaces.Prepare("s1", *snapshot);
    ASSERT_TRUE(again) << Describe(again.error());
    EXPECT_TRUE(workspaces.Diff(*snapshot, 100000));
    EXPECT_TRUE(workspaces.Release("s1"));
    EXPECT_FALSE(Exists(root() + "/sprung")) << Sh(root(), "cat sprung");
  }
};

TEST_F(HostileAgent, AFilterOfItsOwnIsNotRun) {
  auto workspaces = Open();
  ASSERT_TRUE(workspaces->Tip());
  GoThrough(*workspaces,
            fmt::format("git config filter.evil.clean {0}; git config filter.evil.smudge {0}; "
                        "git config filter.evil.process {0}; git config filter.evil.required true; "
                        "echo '*.txt filter=evil' > .gitattributes; echo x > x.txt; sed -i 's/^1$/one/' a.txt",
                        Trap()));
  Remember();  // the configuration is the user's file, and the agent has written it
}

TEST_F(HostileAgent, AMergeDriverOfItsOwnIsAConflictNotAProgram) {
  auto workspaces = Open();
  GoThrough(*workspaces,
            fmt::format("git config merge.evil.driver '{} %A'; echo 'a.txt merge=evil' > .gitattributes; "
                        "echo 'a.txt merge=evil' >> \"$(git rev-parse --git-common-dir)/info/attributes\"; "
                        "sed -i 's/^1$/one/' a.txt",
                        Trap()));
  Remember();
}

TEST_F(HostileAgent, HooksMonitorsAndProgramsOfTheConfigurationAreNotRun) {
  auto workspaces = Open();
  GoThrough(*workspaces,
            fmt::format("mkdir hooks; for h in post-checkout post-index-change reference-transaction post-commit "
                        "pre-commit; do cp {0} hooks/$h; done; git config core.hooksPath \"$PWD/hooks\"; "
                        "git config core.fsmonitor {0}; git config core.pager {0}; git config core.editor {0}; "
                        "git config diff.external {0}; git config diff.evil.textconv {0}; git config gpg.program {0}; "
                        "git config commit.gpgSign true; git config core.sshCommand {0}; "
                        "echo '*.txt diff=evil' > .gitattributes; sed -i 's/^1$/one/' a.txt",
                        Trap()));
  Remember();
}

TEST_F(HostileAgent, AGitFileThatLeadsElsewhereIsNotFollowed) {
  auto workspaces = Open();
  GoThrough(*workspaces, fmt::format("git init -q --separate-git-dir {1}/own {1}/bait; rm .git; "
                                     "echo 'gitdir: {1}/own' > .git; git config filter.evil.clean {0}; "
                                     "git config core.fsmonitor {0}; mkdir -p {1}/own/hooks; cp {0} "
                                     "{1}/own/hooks/post-index-change; echo '*.txt filter=evil' > .gitattributes; "
                                     "echo x > x.txt",
                                     Trap(), root()));
  EXPECT_EQ(Show("refs/forge/17/s1/1", "x.txt"), "x");
}

TEST_F(HostileAgent, ARepositoryInsideIsReadWithoutItsConfiguration) {
  auto workspaces = Open();
  GoThrough(*workspaces, fmt::format("git init -q in; cd in; git config user.name n; git config user.email e; "
                                     "echo a > f.txt; git add .; git commit -q -m c; git config filter.evil.clean {0}; "
                                     "git config core.fsmonitor {0}; echo '*.txt filter=evil' > .gitattributes; "
                                     "echo b > f.txt; touch -d '1 hour ago' f.txt",
                                     Trap()));
  EXPECT_EQ(Show("refs/forge/17/s1/1", "in/f.txt"), "b");
}

TEST_F(HostileAgent, ASubmoduleIsReadWithoutItsConfiguration) {
  Sh(root(),
     "git init -q -b main subs && cd subs && echo a > f.txt && git add . && git commit -q -m c && "
     "cd ../repo && git -c protocol.file.allow=always submodule --quiet add ../subs sub && "
     "git commit -q -m sub -- .gitmodules sub");
  Remember();
  auto workspaces = Open();
  // A populated submodule whose repository is the agent's: a `git status` in there would hash by its filter.
  const std::string script = fmt::format(
      "rm -rf sub; git clone -q {1}/subs sub; cd sub; git config filter.evil.clean {0}; "
      "git config core.fsmonitor {0}; echo '*.txt filter=evil' > .git/info/attributes; "
      "touch -d '1 hour ago' f.txt; cd ..; echo y > y.txt",
      Trap(), root());
  auto path = workspaces->Prepare("s1", "");
  ASSERT_TRUE(path);
  Sh(*path, script);
  for (int unit = 1; unit <= 2; ++unit) ASSERT_TRUE(workspaces->Snapshot("s1", UnitId{unit}));
  EXPECT_FALSE(Exists(root() + "/sprung")) << Sh(root(), "cat sprung");
  EXPECT_EQ(workspaces->ChangedFiles(Ref("refs/forge/17/s1/1")), std::vector<std::string>{"y.txt"});
  // A commit in it is the step's change; a submodule that is gone is gone.
  Sh(*path + "/sub",
     "git config --unset core.fsmonitor; rm .git/info/attributes; echo b > f.txt; git commit -q -a -m b");
  ASSERT_TRUE(workspaces->Snapshot("s1", UnitId{3}));
  EXPECT_EQ(Sh(repo(), "git rev-parse refs/forge/17/s1/3:sub"), Sh(*path + "/sub", "git rev-parse HEAD"));
  Sh(*path, "rm -rf sub");
  ASSERT_TRUE(workspaces->Snapshot("s1", UnitId{4}));
  EXPECT_EQ(Sh(repo(), "git ls-tree refs/forge/17/s1/4 sub"), "");
}

TEST_F(HostileAgent, ASubmoduleThatIsIgnoredIsCapturedAllTheSame) {
  Sh(root(),
     "git init -q -b main subs && cd subs && echo a > f.txt && git add . && git commit -q -m c && cd ../repo && "
     "git -c protocol.file.allow=always submodule --quiet add -f ../subs out/sub && git commit -q -m sub -- "
     ".gitmodules out/sub");
  Remember();
  auto workspaces = Open();
  const std::string snapshot = Work(*workspaces, "s1", UnitId{1}, "echo y > y.txt; echo o > out/o; rm b.txt");
  EXPECT_EQ(workspaces->ChangedFiles(snapshot), (std::vector<std::string>{"b.txt", "y.txt"}));
}

TEST_F(HostileAgent, TheUsersOwnFilterWorksAndCannotBeExchanged) {
  Sh(repo(),
     "git config filter.lfs.clean 'tr a-z A-Z'; git config filter.lfs.smudge 'tr A-Z a-z'; "
     "git config filter.lfs.required true; git config 'filter.odd=name.clean' cat");
  Remember();
  auto workspaces = Open();
  GoThrough(*workspaces, fmt::format("git config filter.lfs.clean {0}; git config filter.lfs.smudge {0}; "
                                     "echo '*.big filter=lfs' > .gitattributes; echo word > x.big",
                                     Trap()));
  EXPECT_EQ(Show("refs/forge/17/s1/1", "x.big"), "WORD");
  // Another process of the run trusts the same.
  auto later = Open();
  const std::string snapshot =
      Work(*later, "s3", UnitId{9}, "echo '*.big filter=lfs' > .gitattributes; echo more > y.big");
  EXPECT_EQ(Show(snapshot, "y.big"), "MORE");
  Sh(later->PathOf("s3"), fmt::format("git config filter.lfs.process {}", Trap()));
  auto refused = later->Snapshot("s3", UnitId{10});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("filter.lfs.process"), std::string::npos) << refused.error().message;
  EXPECT_FALSE(Exists(root() + "/sprung"));
  Remember();
}

}  // namespace
}  // namespace forge
