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
  ExpectRefused({"git push --force",
                 "git push -f origin main",
                 "git push origin +main",
                 "git -C sub push -uf",
                 "git push --force-with-lease",
                 "git push --forc",
                 "git -c x.y=z push origin main -f",
                 "make && git push --mirror",
                 "bash -c 'git push -f'",
                 "echo $(git push -f)",
                 "/usr/bin/git push -f",
                 "sudo -u a git push -f",
                 "git pu\"sh\" -f",
                 "bash -euo pipefail -c 'git push -f'",
                 "bash -o pipefail -c 'git push -f'",
                 "bash -s <<EOF\ngit push -f\nEOF",
                 "time -p git push -f",
                 "echo 'git push -f' | sh",
                 "cat <<EOF\n$(git push -f)\nEOF",
                 "printf 'cd x\\ngit push -f\\n' | bash -e",
                 "git commit -m \"$(cat <<'EOF'\nfix: it's a thing\nEOF\n)\" && git push -f",
                 "echo \"${x//'/}\"; git push -f"},
                "force-push");
  ExpectAllowed({"git commit -m \"$(cat <<'EOF'\nfix: a thing\n\n1) never run `git push --force`\nEOF\n)\"",
                 "x=$(ls # git push -f; it's\n); git push"});
  ExpectAllowed({"cat <<'EOF' >a.md\n`git push -f`\nEOF", "echo 'git push -f' | tee a"});
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
  ExpectRefused(
      {"git checkout .", "git checkout -- .", "git checkout HEAD -- a.c", "git checkout a.c", "git checkout HEAD a.c",
       "git checkout -- '*.c'", "git checkout -q -- $FILES", "git restore .", "git restore -s HEAD a.c",
       "git restore -SW .", "git restore --staged --worktree a.c", "git restore :/", "git rm -f a.c", "git rm -rf .",
       "git rm -qf '*.c'", "git reset --merge", "git -C $(pwd) checkout .", "cd sub; git checkout ../a.c"},
      "a.c", true);
  ExpectAllowed(
      {"git checkout .", "git checkout -- a.c", "git restore .", "git rm -f a.c", "git rm -rf .", "git reset --merge"});
  ExpectAllowed(
      {"git checkout $BRANCH", "git checkout -t origin/x", "git checkout -B x main", "git checkout --orphan .",
       "git checkout HEAD -- b.c", "git checkout b.c", "git restore --staged .", "git restore -S a.c",
       "git restore b.c", "cd sub && git checkout .", "git rm a.c", "git rm --cached -f a.c", "git rm -nf a.c",
       "git checkout --theirs a.c", "git stash pop", "git stash list", "git checkout main --"},
      true);
  ExpectRefused({"git stash drop", "git stash clear", "git stash drop stash@{1}"}, "only the stash has");
  ExpectRefused({"git stash && git reset --hard", "git add -A && git commit -m x && git reset --hard HEAD~1"},
                "in a command of its own, first", true);
  ExpectRefused({"git clean -fd", "git clean --force", "git clean -d -f .", "git clean -f '*.c'"}, "new.c", true);
  ExpectAllowed({"git clean -fd build", "git clean -xdf build/", "git clean -f -e x -- sub"}, true);
  ExpectAllowed({"git clean -xdf build/", "git clean -Xdf node_modules"});
  ExpectRefused({"git clean -xdf .forge/", "cd .forge && git clean -xdf", "git clean -Xdf build ."}, "-e .forge");
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
                 "find . -delete",
                 "find -type f -delete",
                 "find /p -exec rm -rf {} +",
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
                 "git update-ref -d refs/forge/run-017/base",
                 "git branch -f forge/run-017 main",
                 "git branch -m forge/run-017 x",
                 "git checkout -B forge/run-017",
                 "git checkout -qBforge/run-017 main",
                 "git switch -C forge/run-017 main",
                 "git switch --force-create forge/run-017",
                 "git worktree add -B forge/run-017 ../x",
                 "git update-ref refs/heads/forge/run-017 main",
                 "git update-ref -m x --no-deref refs/forge/17/base main",
                 "git symbolic-ref refs/heads/forge/run-017 refs/heads/main",
                 "git symbolic-ref -d refs/heads/forge/run-017",
                 "git switch --force-create=forge/run-017 main",
                 "git fetch . main:forge/run-017",
                 "git fetch -q origin x +main:refs/heads/forge/run-017",
                 "git pull . main:forge/run-017",
                 "git push . main:forge/run-017",
                 "git push ../p :forge/run-017",
                 "git push . --delete forge/run-017",
                 "git branch --move forge/run-017",
                 "rm -rf {.git,.forge}",
                 "rm -rf .{git,forge}",
                 "find .git -name '*.lock' -o -name '*' -delete",
                 "cd sub && rm -rf ../.git"},
                ":");
  ExpectRefused({"git branch -D forge/run-017"}, "state");
  ExpectAllowed({"rm -rf build",
                 "rm -rf *",
                 "rm .git/index.lock",
                 "rm -rf /tmp/x",
                 "rm .forge/plans/p.md",
                 "rm -rf .forge/plans",
                 "find . -name '*.o' -delete",
                 "find . -path './build/*' -delete",
                 "find . -type d -empty -delete",
                 "find /tmp/x -delete",
                 "rm -rf .github",
                 "cat .git/config",
                 "ls .forge/state",
                 "echo 'rm -rf .git'",
                 "rm .gsd/forge/pause",
                 "git branch -D feature",
                 "cd /elsewhere && rm -rf .git",
                 "cp .git/config x",
                 "rm -rf sub/.git",
                 "git rm -rf .",
                 "find .git -name '*.lock' -delete",
                 "git branch -f mine forge/run-017",
                 "git branch -C forge/run-017 mine",
                 "git checkout -B mine forge/run-017",
                 "git checkout forge/run-017",
                 "git switch -C mine forge/run-017",
                 "git worktree add -b mine ../x forge/run-017",
                 "git update-ref refs/heads/mine refs/forge/17/base",
                 "git update-ref -m forge/run-017 refs/heads/mine forge/run-017",
                 "git update-ref -d refs/heads/mine forge/run-017",
                 "git symbolic-ref refs/heads/forge/run-017",
                 "git symbolic-ref HEAD refs/heads/forge/run-017",
                 "git switch --force-create mine forge/run-017",
                 "git fetch . forge/run-017:mine",
                 "git push . forge/run-017:mine",
                 "git push origin forge/run-017",
                 "git push -u origin forge/run-017:forge/run-017",
                 "rm -rf {build,out}"});
}

TEST(CommandGuard, ADirectoryLastsAsLongAsItsShell) {
  ExpectRefused({"(cd /tmp && ls); rm -rf .forge", "D=$(cd /tmp && pwd); rm -rf .git", "cd /tmp | ls; rm -rf .git",
                 "cd /tmp & rm -rf .git", "cd /tmp && cd - && rm -rf .git", "pushd /tmp; popd; rm -rf .git",
                 "cd \"$DIR\" && rm -rf .git", "cd $(git rev-parse --show-toplevel) && rm -rf .git",
                 "bash -c 'cd /tmp'; rm -rf .git", "(cd .forge; rm -rf state)"},
                ":");
  ExpectRefused({"(cd /tmp) && git reset --hard"}, "a.c", true);
  ExpectAllowed({"(cd .git && ls); rm -rf build", "(cd /tmp; rm -rf .git)", "cd /tmp && (cd /p); rm -rf .git",
                 "pushd /tmp && rm -rf .git", "eval cd /tmp; rm -rf .git"});
}

TEST(CommandGuard, ALineIsReadToItsEnd) {
  std::string line;
  for (int i = 0; i < 500; ++i) line += "echo x; ";
  EXPECT_NE(Why(line + "git push -f").find("commands in a line"), std::string::npos);
  EXPECT_EQ(Why(line.substr(0, 8 * 300)), "");
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
