// The check of a plan's steps as a graph: all errors at once, tiers, critical path, parallelism. Pure:
// the caller says whether a program exists.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "model/json.h"
#include "model/step.h"

namespace forge {

struct GraphError {
  // schema, duplicate_id, unknown_dependency, self_dependency, cycle, missing_verify, missing_command, bad_path,
  // foreign_promise: a must-have artifact that no Writes covers
  std::string type;
  std::string message;
  StepId step;   // empty: the plan as a whole
  int line = 0;  // from 1; 0: not known
  bool operator==(const GraphError&) const = default;
};

struct GraphWarning {
  // file_overlap: steps that can run at the same time may write the same path; overlap_search_ended: there may be more;
  // foreign_file: a verify command names a file that another step writes, and the step does not wait for that one
  std::string type;
  std::vector<StepId> steps;
  std::vector<std::string> files;
  std::string message;
  bool operator==(const GraphWarning&) const = default;
};

struct GraphReport {
  std::vector<GraphError> errors;  // by type, in the order above, and then by the plan's order
  std::vector<GraphWarning> warnings;
  std::vector<std::vector<StepId>> tiers;  // steps of a tier need only those of earlier ones; without knots
  std::vector<StepId> critical_path;       // the longest by estimate; the first in the plan's order of several
  std::size_t max_parallel = 0;            // WidestRound of batch.h
  bool valid() const { return errors.empty(); }
};

struct GraphCheckOptions {
  // Of steps that change something: kinds read and audit need none, nor does a step that one of these with commands
  // waits for, which proves it.
  bool require_verify = true;
  // Is there such a program? Paths (`./x`, `a/b`) are asked too. Without it commands are not checked.
  std::function<bool(std::string_view)> program_exists;
  // Is there such a file now? Without it verify commands are not compared with what other steps write.
  std::function<bool(std::string_view)> file_exists;
  // Is the path there now? Without it must-haves are not compared with Writes.
  std::function<bool(std::string_view)> is_there;
  std::vector<std::string> whole;  // commands that run when all steps are done: their programs are looked for too
  std::vector<int> lines;          // by place: where the step is written
  std::size_t max_overlaps = 500;  // pairs that are named
};

GraphReport CheckGraph(const std::vector<StepSpec>& steps, const GraphCheckOptions& options = {});

// {"valid","errors":[{"type","message","step","line"}],"warnings":[{"type","steps","files","message"}],
//  "tiers":[[...]],"critical_path":[...],"max_parallel"}; step and line where they are known.
Json ToJson(const GraphReport& report);

}  // namespace forge
