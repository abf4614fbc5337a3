// One linked worktree: finds, makes, restores, captures and removes it, whatever a crash or an agent left in it. Knows
// neither runs nor what its commits mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/files/files.h"
#include "workspace/capture.h"
#include "workspace/commits.h"
#include "workspace/git.h"
#include "workspace/outfit.h"
#include "workspace/trash.h"

namespace forge {

struct Captured {
  std::string tree;
  TempIndex index;
  bool is_plain = false;  // as in CapturedTree
};

// What we saw in a worktree, or left there: its files are those of the tree, and so is an index.
struct KnownContents {
  std::string tree;
  FileVersion index;
  bool is_aside = false;  // the index is not the worktree's own yet: the agent may still use that one
};

// What counts when a worktree is compared with what we left there.
enum class Counts {
  kTracked,  // what git tracks or would track
  kEmpty,    // and empty directories
  kAll,      // and ignored files
};

// Not safe from two threads at once.
class Worktree {
 public:
  // Reads what exists. `repository` runs git in the user's checkout; `common` is its common directory. kConflict if the
  // path belongs to another repository. Removed files go to the trash.
  static Result<Worktree> Find(const Git& repository, std::string common, std::string path, Trash& trash);

  Result<bool> HasFiles() const;                          // the directory exists
  bool is_registered() const { return !admin_.empty(); }  // and git can use it
  // Restore was interrupted, or no lane has the worktree: its contents can be dropped.
  Result<bool> IsHalfRestored() const;
  // No lane has it. What Rest left there was saved; what a person did there since was not.
  Result<bool> IsResting() const;
  Result<std::string> ReadHead() const;  // a commit or a ref; only for a registered one

  // Replaces anything at its path.
  Status Make(const std::string& commit);
  // Sets files, index and a detached HEAD. Ignored files stay, except those of the previous lane after a Rest. With an
  // index of the current contents, only differences are written.
  Status Restore(const std::string& commit, const std::string& head, std::optional<TempIndex> index);
  // The same from contents that are still as known, so that only differences are looked at. `sweeps`: it holds ignored
  // files of the previous lane. False: git cannot go that way, for example because a file has changed; nothing is lost.
  Result<bool> Move(const KnownContents& from, const Commit& to, const std::string& head, bool sweeps);
  // Its files are those of `tree`, which is in its index: what to compare it with later. None if that would not show
  // every change (submodules, entries that git is told not to look at).
  std::optional<KnownContents> Note(const std::string& tree) const;
  // Whether its index is still the one of `known`. Says nothing about its files.
  bool HasIndexOf(const KnownContents& known) const;
  // Whether everything is as known, by one look that writes nothing. False also if that is not certain.
  bool LooksAs(const KnownContents& known, Counts counts) const;
  // Keeps the index of captured contents for the next Move or Rest. None as in Note.
  std::optional<KnownContents> Keep(Captured captured) const;
  // Works even if the agent deleted or changed .git, or the index is locked or broken.
  Result<Captured> Capture(const std::string& base) const;
  Status Remove();
  // The lane is done with it; the next lane will restore it. `captured` is its contents.
  Status Rest(const std::string& head, Captured captured);
  Status Rest(const std::string& head, const KnownContents& known);
  // Whether its tree and HEAD are those of the Rest.
  bool IsAsRested(const std::string& tree) const;
  // The same without a capture, so it writes nothing. False also if that is not certain.
  bool LooksAsRested() const;

  // What a set-up left there.
  Result<Outfit> ReadOutfit() const;
  Status WriteOutfit(const Outfit& outfit) const;
  // The ignored paths there now; an ignored directory is one entry.
  Result<std::vector<std::string>> ListIgnored() const;

 private:
  Worktree(const Git& repository, std::string common, std::string path, Trash& trash);
  Status Add(const std::string& commit) const;
  Status DropHalfAdded() const;
  Status RemoveAll() const;
  Status Sweep(bool was_resting) const;
  Status SetHead(const std::string& head) const;
  Status TakeIndex(const KnownContents& known) const;
  Status MarkResting(const std::string& head, const std::string& tree) const;
  std::optional<KnownContents> NoteIndex(const std::string& tree, bool is_aside) const;
  Git Inside() const;
  TempIndex MakeIndex() const;
  std::string AtAdmin(const std::string& name) const;
  void DropLeftovers() const;
  Status Link() const;

  Trash* trash_;
  Git repository_;
  std::string common_, path_;
  std::string admin_;    // git's admin directory for it; empty if there is no usable one
  bool is_new_ = false;  // made, and not restored yet
};

// Ends git commands of this repository that a dead engine left running there.
void EndOrphans(const std::string& common, const std::string& path);

// The directory outside of `except` where a branch is checked out, or empty.
Result<std::string> FindCheckout(const std::string& common, const std::string& branch_ref, const std::string& except);

}  // namespace forge
