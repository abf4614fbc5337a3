// Lands a run's work on one of the user's branches: the only thing here that touches the user's branches and files.
// Part of Workspaces; see docs/workspaces.md.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "workspace/conflict.h"

namespace forge {

enum class LandHow {
  kAuto,         // fast-forward if possible, else a merge
  kFastForward,  // or nothing
  kMerge,        // a commit with two parents, even where a fast-forward is possible
  kSquash,       // one commit
};

struct LandRequest {
  LandHow how = LandHow::kAuto;
  std::string branch;              // created if missing; empty: the one that is checked out
  std::string message;             // of a merge or a squash
  std::vector<std::string> steps;  // named in a squash's trailer
  bool hooks = true;               // run commit-msg and the hooks of a checkout
  bool overwrite_ignored = false;  // overwrite ignored files that are in the way; a copy is kept
  // Called once, before anything changes, if there is something to land. An error ends the landing.
  std::function<Status()> may_land = {};
  // Called before the branch moves, if the tree that would ship is not the one that the run left on its branch: whether
  // it passes. Called again if the branch moved meanwhile. None: such a tree ships unverified, and the commit says so.
  std::function<Result<bool>(const std::string& commit, const std::string& tree)> verify = {};
  // Called right before the checkout moves from one commit to another, and when it has moved, or did not after all, or
  // make_way failed.
  std::function<Status(const std::string& from, const std::string& to)> make_way = {};
  std::function<Status()> put_back = {};
};

struct Landed {
  std::string branch;
  std::string commit;                // where it is now
  std::string before;                // where it was; empty: it did not exist
  std::string how;                   // "fast-forward", "merge", "squash", "already"
  std::string tree;                  // of the commit; empty: it was there already
  bool unverified = false;           // the run did not leave this tree, and it was not to be verified
  bool rejected = false;             // `verify` said no: nothing was moved
  bool in_checkout = false;          // files were updated too
  std::vector<std::string> kept;     // directories with copies of ignored files that this run's landings overwrote
  std::vector<std::string> others;   // undone: the user's other branches that still contain it
  std::optional<Conflict> conflict;  // set: nothing was moved
};

// Called when a landing is taken back, before that is on record as done: an undo that is killed there calls it again.
using AfterUndo = std::function<Status(const Landed& back)>;

}  // namespace forge
