#include "workspace/testing/user_repository.h"

#include <fmt/core.h>

#include <cstdint>
#include <cstdlib>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr const char* kCommitted = R"(
git init -q -b main .
seq 10 > a.txt
printf 'b\n' > b.txt
mkdir dir && printf 'c\n' > dir/c.txt
printf '#!/bin/sh\n' > tool.sh && chmod +x tool.sh
ln -s a.txt link
printf '*.o\nout/\n' > .gitignore
git add -A
git commit -q -m first
)";

constexpr const char* kInTheMiddle = R"(
git branch other
echo stashed >> b.txt && git stash -q
echo staged >> b.txt && git add b.txt
echo unstaged >> dir/c.txt
echo untracked > mine.txt
echo object > mine.o
rm tool.sh
for hook in post-checkout reference-transaction pre-commit post-commit post-index-change pre-auto-gc; do
  printf '#!/bin/sh\necho %s >> "%s/hooks-ran"\n' $hook "$PWD" > .git/hooks/$hook
  chmod +x .git/hooks/$hook
done
)";

// No command of it writes anything, not even a refreshed index.
constexpr const char* kUserSide = R"(
sha256sum .git/HEAD .git/index .git/config .git/logs/HEAD
git for-each-ref --format='%(refname) %(objectname)' | grep -v -e ' refs/heads/forge/' -e '^refs/heads/forge/' -e '^refs/forge/'
git reflog show refs/stash
find . -path ./.git -prune -o -printf '%p %m %l %T@\n' | sort
find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum
)";

}  // namespace

std::string Sh(const std::string& directory, const std::string& script) {
  ProcessSpec command;
  command.argv = {"/bin/sh", "-ec", script};
  command.cwd = directory;
  command.merge_stderr = true;
  // The hooks are there to catch us, not the tests.
  command.env = {
      {"GIT_CONFIG_COUNT", "1"}, {"GIT_CONFIG_KEY_0", "core.hooksPath"}, {"GIT_CONFIG_VALUE_0", "/dev/null"}};
  auto result = RunProcess(command);
  if (!result) {
    ADD_FAILURE() << Describe(result.error());
    return "";
  }
  EXPECT_TRUE(result->ok()) << script << "\n" << result->out;
  return std::string(TrimRight(result->out));
}

void UserRepository::SetUp() {
  // Thousands of fsyncs are the better part of these tests on a disk, and no test here pulls the plug.
  ::setenv("GIT_TEST_FSYNC", "0", 1);
  constexpr std::int64_t kRoom = std::int64_t{64} << 20;
  if (IsWritable("/dev/shm") && FreeBytes("/dev/shm") > kRoom) ::setenv("TMPDIR", "/dev/shm", 0);
  root_ = RealPath(MakeTempDirectory("forge-workspace-test-").value()).value();
  ASSERT_TRUE(WriteFileAtomic(root_ + "/gitconfig", "[user]\nname = Ann\nemail = ann@example.org\n"));
  ::setenv("GIT_CONFIG_GLOBAL", (root_ + "/gitconfig").c_str(), 1);
  ::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
  ASSERT_TRUE(MakeDirectories(repo()));
  Sh(repo(), kCommitted);
  Sh(repo(), kInTheMiddle);
  Remember();
}

void UserRepository::TearDown() {
  EXPECT_EQ(UserSide(), before_);
  EXPECT_TRUE(RemoveTree(root_));
}

std::string UserRepository::UserSide() { return Sh(repo(), kUserSide); }

std::unique_ptr<Workspaces> UserRepository::Open(int run) {
  auto workspaces = Workspaces::Open({repo(), trees(), RunId{run}});
  if (!workspaces) {
    ADD_FAILURE() << Describe(workspaces.error());
    std::abort();
  }
  return std::move(*workspaces);
}

std::string UserRepository::Files(const std::string& commit) {
  return Sh(repo(),
            fmt::format("git ls-tree -r -z {} | tr '\\0\\n' '\\n@' | sed -e 's/ blob / /' -e 's/ commit / /'", commit));
}

std::string UserRepository::FilesOnDisk(const std::string& directory) {
  return Sh(directory, fmt::format(R"(
export GIT_DIR={}/.git GIT_WORK_TREE="$PWD" GIT_INDEX_FILE={}/disk-index
rm -f "$GIT_INDEX_FILE"
git add -A -f . 2>/dev/null
git ls-files -s -z | tr '\0\n' '\n@' | sed 's/ 0\t/\t/')",
                                   repo(), root_));
}

std::string UserRepository::Show(const std::string& commit, const std::string& path) {
  return Sh(repo(), fmt::format("git cat-file blob '{}:{}'", commit, path));
}

std::string UserRepository::Ref(const std::string& name) {
  return Sh(repo(), fmt::format("git for-each-ref --format='%(objectname)' '{}'", name));
}

std::vector<std::string> UserRepository::Refs(const std::string& prefix) {
  std::vector<std::string> names;
  std::string out = Sh(repo(), fmt::format("git for-each-ref --format='%(refname)' '{}'", prefix));
  for (std::string_view line : Lines(out)) names.emplace_back(line);
  return names;
}

int UserRepository::CountCommits(const std::string& range) {
  return static_cast<int>(ParseInt(Sh(repo(), fmt::format("git rev-list --count '{}'", range))).value_or(-1));
}

std::string Work(Workspaces& workspaces, const std::string& lane, UnitId unit, const std::string& script,
                 const std::string& snapshot) {
  auto path = workspaces.Prepare(lane, snapshot);
  if (!path) {
    ADD_FAILURE() << Describe(path.error());
    return "";
  }
  Sh(*path, script);
  auto made = workspaces.Snapshot(lane, unit);
  if (!made) {
    ADD_FAILURE() << Describe(made.error());
    return "";
  }
  return *made;
}

void RunRepository::SetUp() {
  UserRepository::SetUp();
  workspaces_ = Open();
}

void RunRepository::TearDown() {
  workspaces_.reset();
  UserRepository::TearDown();
}

}  // namespace forge
