// The user's uncommitted changes at the start of a run and at its landing: named, taken as the base of a run, and put
// aside for a moment while a run that began with them lands. Prints nothing.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "service/project.h"

namespace forge {

// RunSettings::base_holds of a run that began with them.
inline constexpr const char* kBaseOfChanges = "changes";

struct OwnChanges {
  std::vector<std::string> files;  // tracked ones that differ from the last commit
  std::size_t untracked = 0;       // new ones, that git does not ignore; a directory counts as one
};
// Without Forge's own directory. Nothing outside git.
Result<OwnChanges> FindOwnChanges(const Project& project);

// The changes as a commit on HEAD that no ref names, untracked files included; empty: there are none. Checkout, index
// and stash stay as they are.
Result<std::string> SnapshotOwnChanges(const Project& project);

// While a run that began with such a commit lands in the checkout, its files are in the way though they are part of
// what lands.
class ChangesAside {
 public:
  // `base` is the commit of SnapshotOwnChanges.
  ChangesAside(Project project, std::string base) : project_(std::move(project)), base_(std::move(base)) {}

  ~ChangesAside();
  ChangesAside(const ChangesAside&) = delete;
  ChangesAside& operator=(const ChangesAside&) = delete;

  // Files that still are as in the base become as in `at`, the branch's commit; those that changed since stay.
  Status PutAside(const std::string& at);
  // Undoes that, the index included: the landing did not move the checkout.
  Status PutBack();

 private:
  Project project_;
  std::string base_, at_, index_, saved_index_;
  std::vector<std::string> files_;
};

// After a landing was taken back: files that are as in `at` become as in the base again, uncommitted.
Status RestoreOwnChanges(const Project& project, const std::string& base, const std::string& at);

}  // namespace forge
