// A step of a run in a person's hands: its worktree is theirs, no unit of it starts, and what they type there is kept
// whatever happens. Knows no terminal: the surface runs the shell between Open and Return.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/state.h"
#include "service/hand_mark.h"
#include "service/run_commands.h"
#include "workspace/workspace.h"

namespace forge {

class Forge;

class StepShell {
 public:
  // Takes the step and leases its worktree. Refuses, with what to type: the step is running, done, or open elsewhere,
  // or the run has ended. A shell that died without an answer is replaced, and its edits are found as it left them; if
  // the run has ended, they are kept and the refusal names them. `take_over`: a shell that we cannot see counts as
  // dead.
  static Result<StepShell> Open(Forge& forge, RunId run, const StepId& step, const std::string& by, bool take_over);

  RunId run() const { return run_; }
  const StepId& step() const { return step_; }
  const std::string& directory() const { return directory_; }
  std::map<std::string, std::string> environment() const { return workspaces_->EnvironmentOf(step_.value); }
  bool is_continued() const { return is_continued_; }  // another shell died here
  const KeptByHand& kept() const { return kept_; }     // by the last Keep; when it is continued, what was found

  // Saves what is in the worktree. After a failure it is still there, and the step stays taken.
  Status Keep();
  // Ends it. Call Keep before. After a failure the step stays taken, unless the run has ended: then the worktree is
  // released, and the error names what was kept.
  Result<CommandReply> Return(GiveBack as, const std::string& note);

 private:
  StepShell(Forge& forge, RunId run, StepId step, std::string by)
      : forge_(&forge), run_(run), step_(std::move(step)), by_(std::move(by)), mark_(MarkOf(forge, run, step_)) {}
  static HandMark MarkOf(const Forge& forge, RunId run, const StepId& step);
  Status OpenWorkspaces(const State& state);
  Status Take(const State& state);
  Status RefuseIfStillThere() const;
  Status Lease();
  Result<std::string> WorkStage(const State& state) const;
  bool IsTooLate(const State& state) const;  // a person settled it while it was open
  Error LeaveSettled(const State& state);
  Error KeepAfterTheEnd(const State& state);
  Error AfterTheEnd(const Error& refused);
  Error SayingWhereKept(Error error) const;

  Forge* forge_;
  RunId run_;
  StepId step_;
  std::string by_;
  HandMark mark_;
  std::unique_ptr<Workspaces> workspaces_;
  std::string directory_;
  std::string before_;     // what the step's next unit would have begun from when it was taken
  bool had_lane_ = false;  // the step had been started
  bool alone_ = false;     // in the worktree that the steps share
  bool take_over_ = false;
  bool is_continued_ = false;
  KeptByHand kept_;
};

// A step that a person has open, or had when their shell died.
struct HeldStep {
  StepId step;
  Hold hold;
  bool alive = false;
  std::string directory;
};
std::vector<HeldStep> HeldSteps(const Forge& forge, RunId run, const State& state);

}  // namespace forge
