#include "service/unit/lane_worktrees.h"

#include <set>
#include <utility>

#include "service/git_check.h"
#include "service/unit/job.h"
#include "service/unit/unit_context.h"
#include "service/workspaces.h"
#include "workspace/workspace.h"

namespace forge {
LaneWorktrees::LaneWorktrees(const UnitContext& context) : context_(context), followed_(context.git_answer) {}

LaneWorktrees::~LaneWorktrees() = default;

bool LaneWorktrees::isolated() const { return context_.settings.isolation != "shared"; }

Result<Workspaces*> LaneWorktrees::Open() {
  if (fence_) TRY(fence_());
  std::lock_guard lock(mutex_);
  if (!workspaces_) {
    // Read now, so that a failed set-up can be fixed in the settings before the run is resumed.
    const Settings settings = TRY(Settings::Load(context_.machine, context_.project));
    Workspaces::Options options =
        WorkspaceOptions(settings, context_.machine, context_.project, context_.run, context_.settings.sandbox);
    options.parent = context_.parent;
    options.start = context_.settings.base;
    options.keeps_git = true;
    auto opened = TRY(Workspaces::Open(options));
    opened->Expect(context_.branch.empty() ? TRY(opened->Tip()) : context_.branch);
    workspaces_ = std::move(opened);
  }
  if (expected_) {
    workspaces_->Expect(expected_->empty() ? TRY(workspaces_->Base()) : *expected_);
    expected_.reset();
  }
  return workspaces_.get();
}

Result<std::string> LaneWorktrees::Prepare(const Job& job, bool will_write) {
  if (!isolated()) return context_.project.root;
  Workspaces* workspaces = TRY(Open());
  Share(job, *workspaces);
  std::unique_lock lock(git_mutex_);
  std::mutex& lane = lane_mutexes_[job.lane];
  lock.unlock();
  // Lanes prepare in parallel: a set-up may take minutes.
  std::lock_guard one_at_a_time(lane);
  const std::string wanted = job.snapshot + "@" + TRY(workspaces->Tip());
  lock.lock();
  // A person had a step open since: what was known of its files no longer holds.
  if (std::exchange(handovers_[job.lane], job.handovers) != job.handovers) {
    prepared_.erase(job.lane);
    workspaces->Touch(job.lane);
  }
  auto it = prepared_.find(job.lane);
  if (!will_write && it != prepared_.end() && it->second == wanted) {
    workspaces->Touch(job.lane);
    return workspaces->PathOf(job.lane);
  }
  prepared_.erase(job.lane);
  lock.unlock();
  // Only a check looks afterwards whether the files are still the snapshot's.
  const bool looks_later = !will_write && job.unit.kind == UnitKind::kCheck;
  std::string path = TRY(workspaces->Prepare(job.lane, job.snapshot, looks_later));
  lock.lock();
  if (!will_write) prepared_[job.lane] = wanted;
  return path;
}

void LaneWorktrees::Share(const Job& job, Workspaces& workspaces) const {
  if (!job.step) return;
  if (job.serial || context_.settings.isolation == "branch") workspaces.Share(job.lane, kStepsLane);
}

Result<std::string> LaneWorktrees::CommitOf(const Job& job) {
  if (!job.snapshot.empty()) return job.snapshot;
  return TRY(Open())->Tip();
}

Result<LaneWorktrees::Exclusive> LaneWorktrees::Enter() {
  Workspaces* workspaces = TRY(Open());
  return Exclusive(*this, *workspaces);
}

std::optional<GitDiffers> LaneWorktrees::FindMovedBranch() {
  std::lock_guard lock(mutex_);
  if (!workspaces_ || expected_) return std::nullopt;
  const auto moved = workspaces_->FindMoved();
  if (!moved || !*moved) return std::nullopt;  // a git that fails is told by the unit that needs it
  return BranchWasMoved(workspaces_->branch(), **moved);
}

void LaneWorktrees::FollowAnswer(const State& state) {
  const QuestionId answered = LastGitAnswer(state);
  if (answered == followed_ || !state.git) return;
  followed_ = answered;
  const bool goes_back = state.git_choice == "restore" || state.git_choice == "redo";
  std::lock_guard lock(mutex_);
  expected_ = goes_back ? state.git->target : state.git->branch;
  if (!workspaces_ || expected_->empty()) return;  // Open tells it
  workspaces_->Expect(*expected_);
  expected_.reset();
}

void LaneWorktrees::Forget(const std::string& lane) {
  std::lock_guard lock(git_mutex_);
  prepared_.erase(lane);
}

void LaneWorktrees::ForgetAll() {
  std::lock_guard lock(git_mutex_);
  prepared_.clear();
}

std::map<std::string, std::string> LaneWorktrees::EnvironmentOf(const std::string& lane) {
  std::lock_guard lock(mutex_);
  return workspaces_ ? workspaces_->EnvironmentOf(lane) : std::map<std::string, std::string>{};
}

// Errors are ignored: the run's end is recorded, and `forge workspaces clean` removes what is left.
void LaneWorktrees::Leave(const State& state) {
  std::lock_guard lock(merging_);
  ForgetAll();
  std::set<std::string> open;
  for (const auto& [step, hold] : state.holds) open.insert(hold.alone ? kStepsLane : step.value);
  if (workspaces_) (void)workspaces_->ReleaseAll(open);
}

}  // namespace forge
