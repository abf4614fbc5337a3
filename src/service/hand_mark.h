// Which processes a step's worktree was handed to. A process may hold the step and die before it had the worktree: what
// is there then was typed by somebody else.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/input.h"

namespace forge {

class HandMark {
 public:
  // `run_directory`: of the run's files.
  HandMark(const std::string& run_directory, const StepId& step);

  Result<bool> Has(const Holder& holder) const;
  // This process alone has it.
  Status Set(const Holder& holder) const;
  // This process may go on where `before` was.
  Status Add(const Holder& before, const Holder& holder) const;

 private:
  std::string path_;
};

}  // namespace forge
