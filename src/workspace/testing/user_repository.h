// A user's repository in a temporary directory, in the middle of the user's own work, and what agents do in worktrees.
// Every test that uses it ends by checking that the user's side is byte for byte as it was.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "workspace/workspace.h"

namespace forge {

// Runs a script with `sh -e`; a failure fails the test. Its output without the newline at the end.
std::string Sh(const std::string& directory, const std::string& script);

class UserRepository : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  // Files a.txt (ten lines), b.txt, dir/c.txt, tool.sh (executable), link -> a.txt, .gitignore (*.o, out/); on top of
  // that uncommitted changes of every kind, a stash, another branch, and hooks that leave a mark.
  std::string repo() const { return root_ + "/repo"; }
  std::string trees() const { return root_ + "/trees"; }
  const std::string& root() const { return root_; }

  std::unique_ptr<Workspaces> Open(int run = 17);
  // "mode content-hash path" of every file of a commit; @ is a newline in a name.
  std::string Files(const std::string& commit);
  // The same for every file of a directory outside .git.
  std::string FilesOnDisk(const std::string& directory);
  std::string Show(const std::string& commit, const std::string& path);
  std::string Ref(const std::string& name);  // empty if missing
  std::vector<std::string> Refs(const std::string& prefix);
  int CountCommits(const std::string& range);
  // From now on the user's side must stay as it is.
  void Remember() { before_ = UserSide(); }

 private:
  std::string UserSide();
  std::string root_;
  std::string before_;
};

// With the workspaces of run 17, open.
class RunRepository : public UserRepository {
 protected:
  void SetUp() override;
  void TearDown() override;
  std::string Tip() { return Ref("refs/heads/forge/run-017"); }

  std::unique_ptr<Workspaces> workspaces_;
};

// One unit's work: Prepare, a script in the worktree, Snapshot. Returns the snapshot.
std::string Work(Workspaces& workspaces, const std::string& lane, UnitId unit, const std::string& script,
                 const std::string& snapshot = "");

}  // namespace forge
