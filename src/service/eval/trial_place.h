// The place of a trial: a repository of its own with a store of its own, below the directory of the results. The user's
// checkout, store, memory and worktrees are never touched. Starts no run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "service/eval/suite.h"
#include "service/eval/trial.h"
#include "service/project.h"
#include "service/settings.h"
#include "service/start_run.h"

namespace forge {

// What an evaluation takes from the user: agents, logins, settings, and the pipelines that are to be tried.
struct EvalWorld {
  Machine machine;
  Settings settings;
  std::optional<Project> project;
};

struct TrialPlan {
  const EvalTask* task = nullptr;
  Variant variant;
  int number = 1;
  std::string directory;  // absolute
  std::string path;       // the same, relative to the results
  std::string fingerprint;
};

// A trial as its run sees the world.
struct TrialPlace {
  Machine machine;
  Settings settings;
  Project project;
  StartRequest request;
};

// Of what a variant means here: the pipelines with their roles. Changes with any of them.
Result<std::string> VariantFingerprint(const EvalWorld& world, const Variant& variant);

// The repository of a task as the agent gets it, with one commit or the history up to its base, in a new directory.
Status MakeTaskRepository(const std::string& directory, const EvalTask& task);

// Makes the repository unless it is there. The same place again after a crash.
Result<TrialPlace> MakeTrialPlace(const EvalWorld& world, const TrialPlan& plan);

// Removes the worktrees of a trial that is over.
Status RemoveTrialWorktrees(const TrialPlace& place);

// A relative script of a scripted agent is relative to `cwd`; `{task}` in an agent stands for the task's name.
std::string AgentOf(const std::string& agent, const std::string& cwd, const std::string& task);

inline constexpr std::string_view kTrialFile = "trial.json";    // what it is; written with the place
inline constexpr std::string_view kResultFile = "result.json";  // written when the trial is over

}  // namespace forge
