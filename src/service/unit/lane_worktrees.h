// The worktrees of a run's lanes: opened once, prepared for one unit after the other. Knows no stage.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "engine/input.h"

namespace forge {

struct Job;
struct State;
struct UnitContext;
class Workspaces;

// Where steps work that share one worktree. A step of that name would share it too.
inline constexpr const char* kStepsLane = "steps";

// Used from any number of threads.
class LaneWorktrees {
 public:
  explicit LaneWorktrees(const UnitContext& context);
  ~LaneWorktrees();

  // Asked before a worktree or a branch is used: an engine that has lost its run leaves them alone.
  void SetFence(std::function<Status()> fence) { fence_ = std::move(fence); }
  bool isolated() const;  // false: units work in the user's checkout
  Result<Workspaces*> Open();

  // The directory where the unit works. A writer's worktree is brought to exactly what its lane last held; readers
  // share it as it is.
  Result<std::string> Prepare(const Job& job, bool will_write);
  // The commit whose tree is in the lane's worktree.
  Result<std::string> CommitOf(const Job& job);
  // Makes a step's worktree that of the step before it, where the plan or the setting says so.
  void Share(const Job& job, Workspaces& workspaces) const;
  std::map<std::string, std::string> EnvironmentOf(const std::string& lane);
  // What to ask a person, if the branch lost work that this run merged.
  std::optional<GitDiffers> FindMovedBranch();
  // After a person's answer about git the branch must contain what the answer leaves there. Only the engine's thread
  // calls this, before it starts a unit.
  void FollowAnswer(const State& state);
  // The lane's worktree no longer holds what it was prepared with.
  void Forget(const std::string& lane);
  void ForgetAll();

  // No other unit merges or rebases meanwhile. Lanes are prepared all the same: no unit waits for another's checkout.
  class Exclusive {
   public:
    Workspaces* operator->() const { return &workspaces_; }
    Workspaces& operator*() const { return workspaces_; }
    void Forget(const std::string& lane) { owner_.Forget(lane); }
    void ForgetAll() { owner_.ForgetAll(); }

   private:
    friend class LaneWorktrees;
    Exclusive(LaneWorktrees& owner, Workspaces& workspaces)
        : owner_(owner), workspaces_(workspaces), lock_(owner.merging_) {}

    LaneWorktrees& owner_;
    Workspaces& workspaces_;
    std::unique_lock<std::mutex> lock_;
  };
  Result<Exclusive> Enter();

  // The run has ended: its worktrees serve others. What is in them and in no snapshot is saved. Those that a person has
  // open stay.
  void Leave(const State& state);

 private:
  const UnitContext& context_;
  std::function<Status()> fence_;
  QuestionId followed_;  // the last answer about git; of the engine's thread
  std::mutex mutex_;     // guards what follows
  std::unique_ptr<Workspaces> workspaces_;
  std::optional<std::string> expected_;  // by an answer that workspaces_ does not know yet; empty: the run's base

  std::mutex merging_;                              // held by Exclusive; taken before git_mutex_
  std::mutex git_mutex_;                            // guards what follows
  std::map<std::string, std::mutex> lane_mutexes_;  // one unit at a time prepares a lane; only grows
  std::map<std::string, std::int64_t> handovers_;   // lane -> Job::handovers when it was last prepared
  std::map<std::string, std::string> prepared_;     // lane -> snapshot its worktree holds, while no unit writes there
};

}  // namespace forge
