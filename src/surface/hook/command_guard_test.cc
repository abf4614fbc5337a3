#include "surface/hook/command_guard.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge::hook {
namespace {

// Empty: it may.
std::string Why(std::string_view line, bool unsaved = false) {
  CommandPlace place{"/p", "/p", {}, {}, {}};
  place.changed = [&](const std::string&) { return std::vector<std::string>(unsaved ? 1 : 0, "a.c"); };
  place.untracked = [&](const std::string&) { return std::vector<std::string>(unsaved ? 1 : 0, "new.c"); };
  place.secret = [](const std::string& path, std::string_view text) {
    return text.find("KEY") == std::string_view::npos ? "" : path + " would hold a key";
  };
  return CheckCommandLine(line, place);
}

void ExpectRefused(std::initializer_list<const char*> lines, const char* why, bool unsaved = false) {
  for (const char* line : lines)
    EXPECT_NE(Why(line, unsaved).find(why), std::string::npos) << line << ": \"" << Why(line, unsaved) << "\"";
}

void ExpectAllowed(std::initializer_list<const char*> lines, bool unsaved = false) {
  for (const char* line : lines) EXPECT_EQ(Why(line, unsaved), "") << line;
}

TEST(CommandGuard, AForcePushIsRefusedHoweverItIsWritten) {
  ExpectRefused({"git push --force", "git push -f origin main", "git push origin +main", "git -C sub push -uf",
                 "git push --force-with-lease", "git push --forc", "git -c x.y=z push origin main -f",
                 "make && git push --mirror", "bash -c 'git push -f'", "echo $(git push -f)", "/usr/bin/git push -f",
                 "sudo -u a git push -f", "git pu\"sh\" -f"},
                "force-push");
  ExpectAllowed({"git push", "git push origin feature-f", "git push -o ci.skip", "echo git push -f",
                 "git commit -m 'no git push --force here'", "grep -rn 'push --force' docs", "git push -u origin x",
                 "git log --grep=--force", "git fetch -f"});
}

TEST(CommandGuard, HooksAreNotSkipped) {
  ExpectRefused({"git commit --no-verify -m x", "git commit -nm x", "git commit -anm x", "git push --no-verify",
                 "git -c core.hooksPath=/dev/null commit -m x", "git commit --no-veri -m x"},
                "hooks");
  ExpectAllowed({"git commit -m '-n'", "git commit -m n", "git commit -mnew", "git push -n", "git merge -n x",
                 "git commit --no-edit", "git log -n 3", "git commit -m x -- -n"});
}

TEST(CommandGuard, UnsavedWorkIsNotThrownAway) {
  ExpectRefused({"git reset --hard", "git reset --hard HEAD~1", "git checkout -f main",
                 "git switch --discard-changes x", "cd sub && git reset -q --hard"},
                "a.c", true);
  ExpectRefused({"git clean -fd", "git clean --force", "git clean -d -f ."}, "new.c", true);
  ExpectAllowed({"git reset --hard", "git checkout -f main", "git clean -fd"});
  ExpectAllowed({"git reset", "git reset --soft HEAD~1", "git clean -nfd", "git clean -n", "git checkout main",
                 "git checkout -b f", "git stash"},
                true);
  ExpectRefused({"git clean -fdx"}, "-e .forge");
  ExpectAllowed({"git clean -fdx -e .forge"});
}

TEST(CommandGuard, StateIsNotDeleted) {
  ExpectRefused({"rm -rf .forge",
                 "rm -r .forge/state",
                 "rm .forge/state/forge.db",
                 "rm -rf ./.forge/",
                 "rm -rf .git",
                 "rm -rf /p",
                 "rm -rf ../p",
                 "rm -rf .*",
                 "rm -rf .f*",
                 "mv .forge old",
                 "find .forge -delete",
                 "find .git -exec rm {} +",
                 "git rm -r .forge",
                 "cd .forge && rm -rf state",
                 "rm -rf -- .git",
                 "> .forge/state/forge.db",
                 "cp x .git/config",
                 "sed -i s/a/b/ .git/config",
                 "rm -rf .gsd",
                 "rm -r .gsd/milestones",
                 "echo x | tee .git/HEAD",
                 "dd if=x of=.git/index",
                 "shred .git/config",
                 "git branch -D forge/run-017",
                 "git update-ref -d refs/forge/run-017/base"},
                ":");
  ExpectRefused({"git branch -D forge/run-017"}, "state");
  ExpectAllowed({"rm -rf build", "rm -rf *", "rm .git/index.lock", "rm -rf /tmp/x", "rm .forge/plans/p.md",
                 "rm -rf .forge/plans", "find . -name '*.o' -delete", "rm -rf .github", "cat .git/config",
                 "ls .forge/state", "echo 'rm -rf .git'", "rm .gsd/forge/pause", "git branch -D feature",
                 "cd /elsewhere && rm -rf .git", "cp .git/config x", "rm -rf sub/.git"});
}

TEST(CommandGuard, RecordsOnlyGrow) {
  ExpectRefused({"echo x > .gsd/DECISIONS.md", "sed -i 1d .gsd/DECISIONS.md", "truncate -s 0 .gsd/forge/events.jsonl",
                 "rm .gsd/milestones/M001/M001-events.jsonl", "tee .gsd/LEDGER.md", "mv x .gsd/KNOWLEDGE.md"},
                "only grows");
  ExpectAllowed({"echo x >> .gsd/DECISIONS.md", "echo x | tee -a .gsd/LEDGER.md", "sed -n 1p .gsd/DECISIONS.md",
                 "echo x > docs/DECISIONS.md", "cat .gsd/DECISIONS.md"});
  EXPECT_TRUE(IsAppendOnly(".gsd/forge/events.jsonl"));
  EXPECT_FALSE(IsAppendOnly("docs/LEDGER.md"));
}

TEST(CommandGuard, SecretsAreNotWrittenByCommandsEither) {
  ExpectRefused({"echo KEY > a.env", "printf KEY >> a.env", "cat > a.env <<E\nKEY\nE", "echo KEY | cat <<< KEY > a.env",
                 "tee a.env <<E\nKEY\nE"},
                "a.env would hold");
  ExpectAllowed({"echo KEY", "curl -H KEY x > out", "echo KEY > /tmp/x", "echo x > a.env"});
}

}  // namespace
}  // namespace forge::hook
