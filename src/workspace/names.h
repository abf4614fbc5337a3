// The names of a run's refs and directories (docs/workspaces.md). Runs no git.
#pragma once

#include <string>
#include <string_view>

#include "base/ids.h"

namespace forge {

// Below it are the refs of all runs: refs/forge/17/...
inline constexpr std::string_view kForgeRefs = "refs/forge/";

constexpr std::string_view kRunLaneName = "run";

// Usable as a directory name and as part of a ref. Different lanes have different names: a name that had to be changed,
// or that would collide with our own refs, contains a hash of the lane.
std::string LaneName(const std::string& lane);
// The lane for a name found on disk or among refs: LaneName returns the name again. No plan has such a lane.
std::string LaneOfName(const std::string& name);

class RunNames {
 public:
  explicit RunNames(RunId run) : run_(run) {}

  std::string directory() const;   // run-017
  std::string branch() const;      // forge/run-017
  std::string branch_ref() const;  // refs/heads/forge/run-017
  std::string root() const;        // refs/forge/17/
  std::string base_ref() const { return root() + "base"; }
  std::string tip_ref() const { return root() + "tip"; }
  std::string drivers_ref() const { return root() + "drivers"; }  // a text, not a commit
  std::string unsquashed_prefix() const { return root() + "unsquashed-"; }
  std::string replaced_prefix() const { return root() + "replaced-"; }
  std::string undone_prefix() const { return root() + "undone-"; }  // what a landing had made, taken back
  std::string aside_ref() const { return root() + "aside"; }        // the user's checkout while a landing moves it
  std::string undoing_ref() const { return root() + "undoing"; }    // an undo that has not come to its end
  std::string lane_root(const std::string& lane) const { return root() + LaneName(lane) + "/"; }
  std::string lane_base_ref(const std::string& lane) const { return lane_root(lane) + "base"; }
  std::string dropped_ref(const std::string& lane) const { return lane_root(lane) + "dropped"; }
  std::string unit_ref(const std::string& lane, UnitId unit) const;
  std::string unit_trailer(UnitId unit) const;  // 17.23
  RunId run() const { return run_; }

 private:
  RunId run_;
};

}  // namespace forge
