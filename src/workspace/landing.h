// One attempt to land, or to take a landing back. Private to this folder; land_request.h is for others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "workspace/land_request.h"
#include "workspace/landings.h"
#include "workspace/workspaces_state.h"

namespace forge {

constexpr const char* kLandedKey = "Forge-Landed";
constexpr const char* kUnverifiedKey = "Forge-Unverified";
// Below the repository's own directory: copies of ignored files that were overwritten, by run.
constexpr const char* kOverwrittenDirectory = "forge-overwritten";
// The directories of copies there whose names begin so, oldest first.
std::vector<std::string> CopiesIn(const std::string& common, const std::string& prefix);

// Set for the git command that moves a checkout; the value is the checkout.
constexpr const char* kMoverVariable = "FORGE_LAND_GIT";

class Landing {
 public:
  enum class Way { kForth, kBack };
  Landing(Workspaces::State& state, const LandRequest& request, const RunRefs& refs, Way way = Way::kForth)
      : state_(state), request_(request), refs_(refs), way_(way) {}

  Status ChooseBranch();
  Result<std::optional<Landed>> TryOnce();
  Result<bool> HasLanded(const std::string& at);
  // landing_undo.cc; needs no refs of the run.
  Result<Landed> TakeBack(const LandingRecord& record, const AfterUndo& then);
  // The end of one that was interrupted after the branch moved.
  Result<Landed> EndTakeBack(const LandingRecord& record, const AfterUndo& then);
  // Needs no refs either.
  Status FinishAt(const std::string& at);

 private:
  Status Compose(const Commit& onto, Landed& landed);
  // False: the branch or the checkout changed meanwhile, start again. landed.rejected: nothing may move.
  Result<bool> Verify(Landed& landed);
  Result<std::string> TreeOfRun() const;  // as Forge left it, whatever was done to the branch since
  Result<Merged> MergeHistories(const Commit& onto);
  Result<std::string> Message(bool squash, bool unverified);
  Result<std::string> AfterHook(const std::string& text);
  Result<bool> MoveBranch(const Landed& landed);
  Result<bool> MoveCheckout(Landed& landed);
  Result<bool> MoveByMerge(Landed& landed);
  // landing_ignored.cc: kConflict names the user's ignored files that are in the way, unless they may be overwritten.
  Status ProtectIgnored(const Landed& landed) const;
  Result<std::vector<std::string>> IgnoredInTheWay(const Landed& landed) const;
  Status CopyIgnored(const std::vector<std::string>& files) const;
  // Puts back what is missing of the ignored files that a killed landing had copied.
  Status RestoreIgnored() const;
  std::vector<std::string> Copies() const;
  Result<std::vector<std::string>> OthersWith(const std::string& commit) const;
  // Names the copies of a landing that has not come to its end.
  std::string PendingCopies() const;
  Status DropCopies() const;  // of this landing: it overwrote nothing
  // landing_finish.cc: restores files that a killed git had already updated.
  Status FinishHalfLanded(const Landed& landed);
  Status RemoveLeftLocks();  // before this landing starts a git of its own
  // The lock of this file of git's; kConflict while a git of the user's may hold it.
  Status RemoveLeft(const std::string& locked);
  Result<Landed> StartTakeBack(const LandingRecord& record);
  Status MoveCheckoutBack(const Landed& back);
  Result<Landed> End(Landed back, const AfterUndo& then);
  Status RefuseEdited(const Landed& back) const;
  Status Forget();
  std::string Verb() const;
  std::string Reason() const;  // for reflogs
  // Where the checkout was about to go: files of that commit are ours to restore.
  std::string IntentRef() const { return state_.names.root() + (way_ == Way::kForth ? "landing" : "undoing"); }

  Workspaces::State& state_;
  const LandRequest& request_;
  const RunRefs& refs_;
  const Way way_;
  std::string target_;       // refs/heads/main
  std::string checked_out_;  // of the user's checkout; empty: none
  bool asked_ = false;       // whether it may land
};

}  // namespace forge
