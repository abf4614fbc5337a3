// The user's checkout around agents that work in it (isolation `shared`): what a failed attempt changed is taken back
// before the next one, and nothing else. Knows trees and files, not runs; where a lane's record is kept is the
// caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "os/files/tree_stamps.h"
#include "service/project.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "service/unit/unit_events.h"

namespace forge {

// What one lane did to the checkout, as trees that git keeps.
struct CheckoutRecord {
  std::string stage;                 // of the lane's first unit
  std::string base;                  // before it
  std::string before;                // before the last
  std::string after;                 // after it
  bool failed = false;               // the last one did
  bool goes_on = false;              // it was stopped at its budget: the next one goes on from what it left
  std::vector<std::string> ignored;  // what git ignored before it; a directory ends in a slash
  bool operator==(const CheckoutRecord&) const = default;
};
Json ToJson(const CheckoutRecord& record);
CheckoutRecord CheckoutRecordFromJson(const Json& json);

// The tree of the checkout as it is, untracked files included, ignored ones and Forge's own directory not. Its objects
// are in the repository; index and files stay as they are.
Result<std::string> CaptureCheckout(const Project& project);

struct Reverted {
  std::vector<std::string> files;
  std::vector<std::string> kept;  // changed since by the user: they stay
};
// Every file that differs between `before` and the record's `after`, and still is as in `after`, becomes what it was in
// `before`. Files that git ignored before the unit stay.
Result<Reverted> RevertCheckout(const Project& project, const CheckoutRecord& record, const std::string& before);

// Each of these files becomes as it is in the tree; those that it lacks are removed.
Status WriteFiles(const Project& project, const std::string& tree, const std::vector<std::string>& files);

// The files of the checkout at a glance, to see afterwards what was written in it: also a file that holds the same as
// before. Those that git ignores do not count, nor Forge's own directory.
using CheckoutStamps = std::map<std::string, FileStamp>;
Result<CheckoutStamps> StampCheckout(const Project& project);
Result<std::vector<std::string>> WrittenSince(const Project& project, const CheckoutStamps& before);

// The ignored files there now; an ignored directory is one entry, with a slash at its end.
Result<std::vector<std::string>> ListIgnoredInCheckout(const Project& project);
// The bounds of copies of ignored files. What is larger, or beyond, is not copied.
constexpr std::int64_t kLargestIgnoredCopy = std::int64_t{1} << 20;
constexpr std::int64_t kMostIgnoredBytes = std::int64_t{64} << 20;
constexpr std::size_t kMostIgnoredCopies = 1000;
// Copies the regular files among `ignored` that are new or changed since the last call for this `directory`, below a
// new directory in it named after `name`. Ignored directories are not looked into. Returns the new directory; empty:
// nothing had changed. No copy is ever overwritten.
Result<std::string> KeepIgnored(const Project& project, const std::vector<std::string>& ignored,
                                const std::string& directory, const std::string& name);
// Keeps a tree of the checkout under a ref, for `forge rescue`, unless it is what HEAD has. Returns the ref, or
// nothing.
Result<std::string> KeepCheckout(const Project& project, const std::string& tree, const std::string& ref);

}  // namespace forge
