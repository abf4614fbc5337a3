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
// Below the repository's own directory: copies of ignored files that were overwritten, by run.
constexpr const char* kOverwrittenDirectory = "forge-overwritten";
// The directories of copies there whose names begin so, oldest first.
std::vector<std::string> CopiesIn(const std::string& common, const std::string& prefix);

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
  Status ProtectIgnored(const Landed& landed) const;
  Result<std::vector<std::string>> IgnoredInTheWay(const Landed& landed) const;
  Status CopyIgnored(const std::vector<std::string>& files) const;
  // Puts back what is missing of the ignored files that a killed landing had copied.
  Status RestoreIgnored() const;
  std::vector<std::string> Copies() const;
  // Names the copies of a landing that has not come to its end.
  std::string PendingCopies() const;
  Status DropCopies() const;  // of this landing: it overwrote nothing
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
