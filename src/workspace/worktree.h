// One linked worktree: found, made, brought to a commit, read, removed, whatever state a crash or an agent left it in.
// Knows neither runs nor what its commits mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workspace/capture.h"
#include "workspace/git.h"
#include "workspace/trash.h"

namespace forge {

struct Captured {
  std::string tree;
  TempIndex index;
};

// Not safe from two threads at once.
class Worktree {
 public:
  // Looks at what is there. `repository` runs git in the user's checkout; `common` is its common directory. kConflict
  // when the place belongs to another repository.
  // What is removed goes to the trash.
  static Result<Worktree> Find(const Git& repository, std::string common, std::string path, Trash& trash);

  bool has_files() const;                                 // a directory is there
  bool is_registered() const { return !admin_.empty(); }  // and git can use it
  // A Restore did not come to its end, or it is nobody's: what is there is no work of anybody.
  bool is_half_restored() const;

  // Whatever was in its place is gone.
  Status Make(const std::string& commit);
  // Files, index and a detached HEAD exactly so; ignored files stay, but for those of whoever had it before a Rest.
  // With an index of what is there, only what differs is written.
  Status Restore(const std::string& commit, const std::string& head, std::optional<TempIndex> index);
  // Works without the agent's help: .git may be gone or point elsewhere, the index be locked or broken.
  Result<Captured> Capture(const std::string& base) const;
  Status Remove();
  // Nobody's from here on, to be restored for somebody else. The index says what is there.
  Status Rest(const std::string& head, std::optional<TempIndex> index);

  // What a set-up left, by what it was: never captured, and still there for the next. Paths from the top.
  struct Outfit {
    std::string stamp;               // of the set-up that was run
    std::vector<std::string> links;  // ours, whether or not git ignores them
    std::vector<std::string> kept;   // ignored, and what the set-up made
  };
  Outfit ReadOutfit() const;
  Status WriteOutfit(const Outfit& outfit) const;
  // What is ignored there now; of an ignored directory only its own name.
  Result<std::vector<std::string>> ListIgnored() const;

 private:
  Worktree(const Git& repository, std::string common, std::string path, Trash& trash);
  Status Add(const std::string& commit) const;
  Status DropHalfAdded() const;
  Status RemoveAll() const;
  Status Sweep(bool was_resting) const;
  Git Inside() const;
  TempIndex MakeIndex() const;
  std::string AtAdmin(const std::string& name) const;
  void DropLeftovers() const;
  Status Link() const;

  Trash* trash_;
  Git repository_;
  std::string common_, path_;
  std::string admin_;  // git's directory for it, empty when there is none that works
};

// Ends git commands that a dead process of ours may still have running in there.
void EndOrphans(const std::string& path);

// Where a branch is checked out, other than below `except`. The directory, or empty.
std::string FindCheckout(const std::string& common, const std::string& branch_ref, const std::string& except);

}  // namespace forge
