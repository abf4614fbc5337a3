#include "workspace/ref_files.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/fault.h"
#include "os/files/files.h"
#include "workspace/git.h"
#include "workspace/refs.h"
#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

class FilesOfRefs : public UserRepository {
 protected:
  std::string common() const { return repo() + "/.git"; }
  // What git says of the same patterns.
  RefFiles::Ids ByGit(const std::vector<std::string>& patterns) {
    RefFiles::Ids ids;
    const RefMap refs = ReadRefs(Git(repo()), patterns).value();
    for (const auto& [name, commit] : refs) ids.emplace(name, commit.id);
    return ids;
  }

  const std::vector<std::string> patterns_ = {"refs/heads/forge/run-017", "refs/forge/17/base", "refs/forge/17/left-*",
                                              "refs/forge/17/s1/", "refs/forge/17/absent"};
};

TEST_F(FilesOfRefs, LooseAndPackedOnesAreReadAsGitReadsThem) {
  const RefFiles refs(common());
  auto same = [&](const char* when) {
    const auto read = refs.Read(patterns_);
    ASSERT_TRUE(read) << when;
    EXPECT_EQ(*read, ByGit(patterns_)) << when;
  };
  same("none");
  Sh(repo(),
     "for name in heads/forge/run-017 forge/17/base forge/17/left-1 forge/17/left-20 forge/17/s1/1 forge/17/s1/a/b "
     "forge/17/s10/1 forge/17/left-dir/1; do git update-ref refs/$name HEAD; done");
  same("loose");
  EXPECT_EQ(refs.Read(patterns_)->size(), 6u);
  Sh(repo(), "git pack-refs --all --prune");
  same("packed");
  Sh(repo(),
     "git update-ref refs/forge/17/base HEAD^{tree} 2>/dev/null || true; git update-ref -d refs/forge/17/left-1; "
     "git update-ref refs/forge/17/s1/2 stash; git update-ref refs/forge/17/s1/1 stash; "
     ": > .git/refs/forge/17/s1/3.lock");
  same("both");
}

TEST_F(FilesOfRefs, GitIsAskedAboutWhatFilesDoNotTell) {
  const RefFiles refs(common());
  Sh(repo(), "git update-ref refs/forge/17/base HEAD");
  EXPECT_TRUE(refs.Read({"refs/forge/17/base"}));
  EXPECT_FALSE(refs.Read({"refs/heads/main"})) << "not ours";
  Sh(repo(), "git symbolic-ref refs/forge/17/s1/x refs/heads/main");
  EXPECT_FALSE(refs.Read({"refs/forge/17/s1/"}));
  Sh(repo(),
     "git symbolic-ref -d refs/forge/17/s1/x; mkdir -p .git/refs/forge/17/s1; ln -s ../base .git/refs/forge/17/s1/x");
  EXPECT_FALSE(refs.Read({"refs/forge/17/s1/"})) << "a link is symbolic for git too";
  Sh(repo(), "rm .git/refs/forge/17/s1/x; mkdir -p .git/refs/forge/17/s1; : > .git/refs/forge/17/s1/y");
  EXPECT_FALSE(refs.Read({"refs/forge/17/s1/"})) << "damaged";
  EXPECT_FALSE(refs.Read({"refs/forge/17/s1/y"}));
  Sh(repo(), "rm .git/refs/forge/17/s1/y; mkdir .git/reftable");
  EXPECT_FALSE(refs.Read({"refs/forge/17/base"}));
  Sh(repo(), "rmdir .git/reftable; git pack-refs --all; echo damaged >> .git/packed-refs");
  EXPECT_FALSE(refs.Read({"refs/forge/17/base"}));
  Sh(repo(), "sed -i '$d' .git/packed-refs");
  EXPECT_TRUE(refs.Read({"refs/forge/17/base"}));
}

// A ref that cannot be read is not a missing one.
TEST_F(FilesOfRefs, GitIsAskedAboutWhatCannotBeRead) {
  Sh(repo(), "git update-ref refs/forge/17/a HEAD; git pack-refs --all; git update-ref refs/forge/17/s1/b HEAD");
  for (const char* call : {"look", "open", "read", "list"}) {
    bool met = true;
    for (int n = 1; met; ++n) {
      ASSERT_LT(n, 50);
      const RefFiles refs(common());
      ASSERT_TRUE(ArmFaults(fmt::format("{}:{}:EIO@{}/log", call, n, root())));
      const auto read = refs.Read({"refs/forge/17/a", "refs/forge/17/s1/"});
      DisarmFaults();
      met = Exists(root() + "/log");
      ASSERT_TRUE(RemoveFile(root() + "/log"));
      if (read) {
        EXPECT_EQ(read->size(), 2u) << call << n;
      }
    }
  }
}

}  // namespace
}  // namespace forge
