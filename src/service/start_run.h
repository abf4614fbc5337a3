// Starting runs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "model/outcome.h"
#include "model/usage.h"
#include "pipeline/pipeline.h"
#include "service/run_settings.h"

namespace forge {

class Forge;
class Settings;
struct Machine;
struct Project;
struct RunFinding;

// A plan file as it was read.
struct CheckedPlan {
  std::string text;
  PlanRef plan;
};

struct StartRequest {
  std::string objective;
  std::string pipeline;   // empty: the setting
  std::string agent;      // "replay:FILE", "command:LINE"; empty: the setting
  std::string isolation;  // worktree | branch | shared; empty: the setting
  std::string size;       // empty: judged from the objective and the repository, where the pipeline asks for it
  std::map<std::string, std::string> flags;
  std::optional<Budget> budget;  // none: the settings'
  bool attended = true;
  std::string base;                 // the commit that the run starts at; empty: HEAD, or the parent's tip
  bool include_changes = false;     // start from the user's uncommitted changes, if there are any
  std::string changes;              // with `base`: the commit of the user's changes that it contains; empty: none
  std::vector<std::string> verify;  // the verify commands; empty: the setting
  std::string plan_file;            // start with this plan
  std::optional<CheckedPlan> plan;  // of CheckStart: the file is not parsed again while its text is the same
  bool execute = false;             // and take it as approved: a person named it to be built
  std::string plan_path;            // where that is in the project, when it is one of its plans; empty: a copy is made
  std::int64_t number = 0;          // the plan's, which the run takes; 0: the next
  int focus_steps = 0;              // start at most this many steps, then pause
  StepId focus;                     // and this one only
  std::string approved;             // hash of the plan that a person approved
  int max_concurrent = 0;           // 0: as the pipeline says; else caps every `each`
  std::string priority;             // high, medium or low; empty: medium
  RunId parent;
  UnitId parent_unit;
  StepId parent_step;
  std::vector<std::string> step_verify;  // of that step: the run proves its work by them too
  bool blocks_parent = false;
  RunId reopens;  // the run that has ended and is taken up again; 0: none
};

// What a new run works with: the settings, with what the request says instead, and the resolved pipelines.
struct CheckedStart {
  RunSettings settings;
  PipelineSet pipelines;
};
// Writes nothing. Fails with what CheckStart fails with, but for the plan.
Result<CheckedStart> PrepareStart(const Machine& machine, const Settings& given, const Project& project,
                                  const StartRequest& request);
// run.flags of a run: what was given, and `false` for the switches that were not.
Json FlagsOf(const std::map<std::string, std::string>& flags);

// Everything that can be checked before anything is written: pipeline, agent program, repository, plan. Gives the plan,
// if there is one.
Result<std::optional<CheckedPlan>> CheckStart(const Machine& machine, const Settings& given, const Project& project,
                                              const StartRequest& request);

// Records nothing when what CheckStart looks at is wrong.
Result<RunId> StartRun(Forge& forge, const StartRequest& request);

// A run for a finding that is work of its own: a child while the run can have one, with its agent and pipeline.
Result<RunId> StartFollowUp(Forge& forge, RunId run, const RunFinding& found);

}  // namespace forge
