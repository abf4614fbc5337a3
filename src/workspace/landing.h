// One attempt to land. Private to this folder; land_request.h is for others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workspace/land_request.h"
#include "workspace/workspaces_state.h"

namespace forge {

constexpr const char* kLandedKey = "Forge-Landed";
// Set for the git command that moves a checkout; the value is the checkout.
constexpr const char* kMoverVariable = "FORGE_LAND_GIT";

class Landing {
 public:
  Landing(Workspaces::State& state, const LandRequest& request, const RunRefs& refs)
      : state_(state), request_(request), refs_(refs) {}

  Status ChooseBranch();
  Result<std::optional<Landed>> TryOnce();
  Result<bool> HasLanded(const std::string& at);

 private:
  Status Compose(const Commit& onto, Landed& landed);
  Result<Merged> MergeHistories(const Commit& onto);
  Result<std::string> Message(bool squash);
  Result<std::string> AfterHook(const std::string& text);
  Result<bool> MoveBranch(const Landed& landed);
  Result<bool> MoveCheckout(Landed& landed);
  // landing_ignored.cc: kConflict names the user's ignored files that are in the way, unless they may be overwritten.
  Status ProtectIgnored(Landed& landed) const;
  Result<std::vector<std::string>> IgnoredInTheWay(const Landed& landed) const;
  // landing_finish.cc: restores files that a killed git had already updated.
  Status FinishHalfLanded(const Landed& landed);
  Status Forget();
  std::string Reason() const;  // for reflogs
  // Where the checkout was about to go: files of that commit are ours to restore.
  std::string IntentRef() const { return state_.names.root() + "landing"; }

  Workspaces::State& state_;
  const LandRequest& request_;
  const RunRefs& refs_;
  std::string target_;       // refs/heads/main
  std::string checked_out_;  // of the user's checkout; empty: none
};

}  // namespace forge
