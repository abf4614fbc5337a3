// The user's uncommitted changes at the start of a run and at its landing: named, taken as the base of a run, and put
// aside for a moment while a run that began with them lands. Prints nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "service/project.h"

namespace forge {

// RunSettings::base_holds of a run that began with them.
inline constexpr const char* kBaseOfChanges = "changes";

struct RunSettings;

// The commit of the user's changes that a run began with; empty: it began with a commit of the user's.
std::string ChangesTaken(const RunSettings& settings);

struct OwnChanges {
  std::vector<std::string> files;      // tracked ones that differ from the last commit
  std::vector<std::string> untracked;  // new ones that git does not ignore; of a new directory only its name
};
// Without Forge's own directory. Nothing outside git.
Result<OwnChanges> FindOwnChanges(const Project& project);

// The changes as a commit on HEAD that no ref names, untracked files included; empty: there are none. Checkout, index
// and stash stay as they are.
Result<std::string> SnapshotOwnChanges(const Project& project);

// While a run that began with such a commit (`base`) lands in the checkout, which moves it from `at` to `to`, its files
// are in the way though they are part of what lands: those that still are as in the base become as in `at`; what
// changed since stays. Before anything is written, refs/forge/<run>/aside holds checkout and index as they are.
Status PutAside(const Project& project, RunId run, const std::string& base, const std::string& at,
                const std::string& to);

struct Aside {
  RunId run;
  std::string at;
};
// What is put aside of this checkout, or was when a process was killed.
Result<std::vector<Aside>> FindAside(const Project& project);

// Undoes PutAside, the index included, also where it was interrupted; if the checkout's branch has what was to land,
// only forgets. Files that were changed since stay. Nothing to do: changes nothing.
Status PutBack(const Project& project, RunId run);

// After a landing was taken back: the user's changes that the base brought are uncommitted again, in files that are as
// they were below the base in `at` and on disk.
Status RestoreOwnChanges(const Project& project, const std::string& base, const std::string& at);

}  // namespace forge
