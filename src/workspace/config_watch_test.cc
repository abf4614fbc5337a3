#include "workspace/config_watch.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"
#include "workspace/drivers.h"
#include "workspace/git.h"
#include "workspace/testing/user_repository.h"

namespace forge {
namespace {

using WatchedConfig = UserRepository;

TEST_F(WatchedConfig, AChangeIsSeenAtOnceWhereverItIsMade) {
  Sh(repo(),
     "git config filter.mine.clean cat; git config include.path ../../extra; git config extensions.worktreeConfig "
     "true");
  ConfigWatch watch(Git(repo()), repo(), [](const FileVersion&) { return true; });
  auto same = [&](const char* when) { EXPECT_EQ(watch.Drivers().value(), ReadDrivers(Git(repo())).value()) << when; };
  same("first");
  same("from memory");
  EXPECT_NE(watch.Drivers().value().find("filter.mine.clean\ncat"), std::string::npos);
  Sh(repo(), "git config filter.mine.clean tac");
  same("the repository's own");
  EXPECT_NE(watch.Drivers().value().find("tac"), std::string::npos);
  same("read again");
  Sh(repo(), "sed -i s/tac/cut/ .git/config");
  same("the same size");
  same("read again");
  Sh(repo(), "printf '[filter \"late\"]\\n\\tclean = evil\\n' > ../extra");
  same("an included file that appears");
  EXPECT_NE(watch.Drivers().value().find("evil"), std::string::npos);
  same("read again");
  Sh(repo(), "printf '[filter \"tree\"]\\n\\tsmudge = evil\\n' > .git/config.worktree");
  same("the worktree's own");
  EXPECT_NE(watch.Drivers().value().find("filter.tree.smudge"), std::string::npos);
  Sh(repo(), "rm ../extra .git/config.worktree");
  same("removed");
  Remember();
}

// Two changes within one tick of the clock have the same times: what was read between them is not kept.
TEST_F(WatchedConfig, AFileThatChangedJustNowIsReadAgain) {
  int asked = 0;
  ConfigWatch watch(Git(repo()), repo(), [&](const FileVersion&) { return ++asked == 0; });
  ASSERT_TRUE(watch.Drivers());
  const int once = asked;
  EXPECT_GT(once, 0);
  ASSERT_TRUE(watch.Drivers());
  EXPECT_EQ(asked, 2 * once) << "nothing is remembered";
}

TEST_F(WatchedConfig, WhatIsSettledIsReadOnce) {
  int asked = 0;
  ConfigWatch watch(Git(repo()), repo(), [&](const FileVersion&) { return ++asked > 0; });
  ASSERT_TRUE(watch.Drivers());
  const int once = asked;
  ASSERT_TRUE(watch.Drivers());
  EXPECT_EQ(asked, once);
}

TEST(ConfigFiles, AreThoseThatGitNamesAndWhatTheyInclude) {
  using namespace std::string_literals;
  const std::string list =
      "file:.git/config\0core.bare\nfalse\0"
      "file:.git/config\0include.path\nnear\0"
      "file:/home/a/.gitconfig\0includeif.gitdir:/x/.path\n~/there\0"
      "file:/home/a/.gitconfig\0alone\0"
      "command line:\0include.path\n/ours\0"
      "file:/home/a/.gitconfig\0include.path\n/far\0"s;
  const auto files = ConfigFilesIn(list, "/repo", "/home/a");
  ASSERT_TRUE(files);
  EXPECT_EQ(*files, (std::vector<std::string>{"/repo/.git/config", "/repo/.git/near", "/home/a/.gitconfig",
                                              "/home/a/there", "/far"}));
  EXPECT_FALSE(ConfigFilesIn("file:/c\0include.path\n~other/x\0"s, "/repo", "/home/a"));
  EXPECT_FALSE(ConfigFilesIn("file:/c\0include.path\n%(prefix)/x\0"s, "/repo", "/home/a"));
}

}  // namespace
}  // namespace forge
