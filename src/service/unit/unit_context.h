// What a run fixed for all of its units, as plain values: another machine could be given the same.
#pragma once

#include <string>

#include "base/ids.h"
#include "service/project.h"
#include "service/run_settings.h"
#include "service/unit/run_files.h"

namespace forge {

struct UnitContext {
  Machine machine;
  Project project;
  RunId run;
  RunId tree;  // the root of its tree: one replay script serves all of it
  RunSettings settings;
  RunFiles files;
  std::string process_marker;  // FORGE_RUN_KEY of every process of this run
  RunId parent = {};           // of a run below another
  std::string branch = {};     // where the run's branch was when the engine took the run; empty: it had none
  QuestionId git_answer = {};  // the last answer about git that this branch follows
};

}  // namespace forge
