// What things of a run are called in git and on disk (docs/workspaces.md). Runs no git.
#pragma once

#include <string>
#include <string_view>

#include "base/ids.h"

namespace forge {

constexpr std::string_view kRunLaneName = "run";

// Fit for a directory and for a part of a ref. Different lanes have different names: what had to be changed, and what
// would collide with our own refs, carries a hash of the lane.
std::string LaneName(const std::string& lane);
// The lane of a name that was found on disk or among refs: LaneName gives the name back. No plan has such a lane.
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
  std::string drivers_ref() const { return root() + "drivers"; }  // a text, no commit
  std::string unsquashed_prefix() const { return root() + "unsquashed-"; }
  std::string lane_root(const std::string& lane) const { return root() + LaneName(lane) + "/"; }
  std::string lane_base_ref(const std::string& lane) const { return lane_root(lane) + "base"; }
  std::string unit_ref(const std::string& lane, UnitId unit) const;
  std::string unit_trailer(UnitId unit) const;  // 17.23
  RunId run() const { return run_; }

 private:
  RunId run_;
};

}  // namespace forge
