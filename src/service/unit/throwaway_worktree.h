// A worktree that holds no work: it is gone as soon as what was proved in it is known. What a crash leaves, the next
// proof of the same name or the end of the run removes. Knows no commands.
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "workspace/workspace.h"

namespace forge {

class ThrowawayWorktree {
 public:
  // `lane`: a name that no step has. Nothing is made yet.
  ThrowawayWorktree(Workspaces& workspaces, std::string lane) : workspaces_(workspaces), lane_(std::move(lane)) {}
  ~ThrowawayWorktree() { (void)workspaces_.Discard(lane_); }
  ThrowawayWorktree(const ThrowawayWorktree&) = delete;
  ThrowawayWorktree& operator=(const ThrowawayWorktree&) = delete;

  // The directory, with a fresh checkout of the commit.
  Result<std::string> MakeAt(const std::string& commit) { return workspaces_.MakeAt(lane_, commit); }

 private:
  Workspaces& workspaces_;
  std::string lane_;
};

}  // namespace forge
