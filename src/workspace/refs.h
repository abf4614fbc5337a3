// Reads refs with one git command and moves them by compare-and-swap. Knows our names, not what the commits are for.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "workspace/commits.h"
#include "workspace/git.h"

namespace forge {

using RefMap = std::map<std::string, Commit>;  // by full name; parent is the first one

// Each pattern is a ref's full name, or a prefix that ends in '/'.
Result<RefMap> ReadRefs(const Git& git, const std::vector<std::string>& patterns);
const Commit* FindRef(const RefMap& refs, const std::string& name);  // null when there is none

class RefUpdater;

struct RefChange {
  std::string name;
  std::string to;  // empty: the ref is deleted
  // The value that must be there: nullopt any, empty none (the ref is made).
  std::optional<std::string> from;
};

// Moves all of them or none. False if a ref did not have the expected value. `common` is the repository's common
// directory. Removes a lock file older than any running git command (a power cut leaves such files): all these refs are
// ours, and one engine drives the run. `updater`: is asked first.
Result<bool> MoveRefs(const Git& git, const std::string& common, const std::vector<RefChange>& changes,
                      RefUpdater* updater = nullptr);

// One more than the highest n of "<prefix><n>".
int NextNumber(const RefMap& refs, const std::string& prefix);

// A change that keeps the commit under that name.
RefChange KeepAs(const RefMap& refs, const std::string& prefix, const std::string& commit);

}  // namespace forge
