#include "workspace/kept_diff.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "os/process/process.h"
#include "workspace/git.h"
#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

constexpr std::size_t kEnough = 100000;

class KeptDiffTest : public UserRepository {
 protected:
  std::string head() { return Sh(repo(), "git rev-parse HEAD"); }
  // A commit on HEAD with what the script does to an index of its own.
  std::string Commit(const std::string& script) {
    return Sh(repo(), "export GIT_INDEX_FILE='" + root() + "/index'\ngit read-tree HEAD\n" +
                          "put() { git update-index --add --cacheinfo $2,$(printf \"$3\" | git hash-object -w "
                          "--stdin),\"$1\"; }\n" +
                          script + "\ngit commit-tree -m x -p HEAD $(git write-tree)");
  }
  // By a git of its own.
  std::string Asked(std::vector<std::string> options, const std::string& from, const std::string& to) {
    options.insert(options.begin(), "diff-tree");
    options.insert(options.end(), {from, to});
    return Git(repo()).Run(options).value();
  }
  std::vector<ProcessId> Running() { return FindByEnvironment("FORGE_KEPT_DIFF_TEST", root()); }
  KeptDiff Make(const std::vector<std::string>& options) {
    return {Git(repo()).With("FORGE_KEPT_DIFF_TEST", root()), repo() + "/.git/config", options};
  }
};

TEST_F(KeptDiffTest, OneProcessSaysWhatGitSaysOfEachPair) {
  const std::string base = head();
  for (const auto& options : {KeptDiff::NamesOnly(), KeptDiff::InFull()}) {
    KeptDiff diff = Make(options);
    for (const char* script : {
             "put b.txt 100644 'other\\n'; put new.txt 100644 'no line end'",
             "put binary 100644 'a\\0b\\n'",
             "put tool.sh 100644 \"$(git cat-file blob HEAD:tool.sh)\"; git rm -q --cached dir/c.txt",
             "put moved.txt 100644 \"$(git cat-file blob HEAD:a.txt)\\n\"; git rm -q --cached a.txt",
             "put \"$(printf 'start\\nend 1\\n2')\" 100644 'start\\nend 1\\n'",
             ":",
         }) {
      const std::string made = Commit(script);
      EXPECT_EQ(diff.Find(base, made, kEnough), Asked(options, base, made)) << script;
      EXPECT_EQ(diff.Find(made, base, kEnough), Asked(options, made, base)) << script << ", the way back";
    }
    EXPECT_EQ(Running().size(), 1u);
  }
  EXPECT_TRUE(Running().empty()) << "outlives its owner";
}

TEST_F(KeptDiffTest, WhatIsTooLongIsNotReadAndTheNextOneIs) {
  const std::string base = head();
  const std::string large = Commit("put large 100644 \"$(seq 20000)\"");
  const std::string small = Commit("put small 100644 x");
  KeptDiff diff = Make(KeptDiff::InFull());
  const std::string whole = Asked(KeptDiff::InFull(), base, large);
  EXPECT_EQ(diff.Find(base, large, kEnough), std::nullopt);
  EXPECT_EQ(diff.Find(base, large, whole.size() - 1), std::nullopt);
  EXPECT_EQ(diff.Find(base, large, whole.size()), whole);
  EXPECT_EQ(diff.Find(base, small, kEnough), Asked(KeptDiff::InFull(), base, small));
}

TEST_F(KeptDiffTest, ACommitThatGitCannotReadIsNoEmptyDiff) {
  const std::string base = head();
  const std::string made = Commit("put small 100644 x");
  const std::string missing(base.size(), 'a');
  KeptDiff diff = Make(KeptDiff::NamesOnly());
  EXPECT_EQ(diff.Find(base, missing, kEnough), std::nullopt);
  EXPECT_EQ(diff.Find(missing, made, kEnough), std::nullopt);
  EXPECT_EQ(diff.Find("HEAD", made, kEnough), std::nullopt);
  EXPECT_EQ(diff.Find(base, made, kEnough), std::string("small\0", 6));
}

}  // namespace
}  // namespace forge
