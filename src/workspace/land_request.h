// Bringing a run's work to a branch of the user's: the one thing here that touches the user's side, because somebody
// asked for it. Part of Workspaces. docs/workspaces.md tells people.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workspace/conflict.h"

namespace forge {

enum class LandHow {
  kAuto,         // fast-forward where that is possible, else a merge
  kFastForward,  // or nothing
  kMerge,        // a commit with two parents, also where a fast-forward would do
  kSquash,       // one commit
};

struct LandRequest {
  LandHow how = LandHow::kAuto;
  std::string branch;              // made where there is none; empty: the one that is checked out
  std::string message;             // of a merge or a squash
  std::vector<std::string> steps;  // named in a squash's trailer
  bool hooks = true;               // commit-msg, and what git runs when a checkout moves
};

struct Landed {
  std::string branch;
  std::string commit;                // where it is now
  std::string before;                // where it was; empty: it was not there
  std::string how;                   // "fast-forward", "merge", "squash", "already"
  bool in_checkout = false;          // files were brought along
  std::optional<Conflict> conflict;  // set: nothing was moved
};

}  // namespace forge
