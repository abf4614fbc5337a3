// Whether the hidden check of a task fails on its repository as the agent gets it. A check that passes there says
// nothing about a trial: one that changed nothing would be solved.
#pragma once

#include <stop_token>
#include <string>

#include "base/result.h"
#include "service/eval/suite.h"
#include "service/eval/trial_place.h"

namespace forge {

enum class BaseCheck {
  kFails,  // as it should
  kPasses,
  kStopped,  // the check was ended before it said anything
};

// Below `directory`. A check that fails is run once for every content of the task: the answer is kept there.
Result<BaseCheck> CheckBase(const EvalWorld& world, const EvalTask& task, const std::string& directory,
                            std::stop_token stop);

}  // namespace forge
