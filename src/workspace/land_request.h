// Lands a run's work on one of the user's branches: the only thing here that touches the user's branches and files.
// Part of Workspaces; see docs/workspaces.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
};

struct Landed {
  std::string branch;
  std::string commit;                // where it is now
  std::string before;                // where it was; empty: it did not exist
  std::string how;                   // "fast-forward", "merge", "squash", "already"
  bool in_checkout = false;          // files were updated too
  std::vector<std::string> kept;     // directories with copies of ignored files that this run's landings overwrote
  std::optional<Conflict> conflict;  // set: nothing was moved
};

}  // namespace forge
