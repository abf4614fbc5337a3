// Runs an evaluation: every task with every variant, so often as asked, several at a time. Resumable: trials that are
// over are not run again, a trial that was under way continues. Prints nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "service/eval/suite.h"
#include "service/eval/trial.h"
#include "service/eval/trial_place.h"

namespace forge {

struct EvalRequest {
  EvalSuite suite;
  std::vector<Variant> variants;
  int runs = 1;           // trials of each task and variant
  std::size_t jobs = 1;   // trials at a time
  std::string directory;  // of the results; absolute
  bool fresh = false;     // discard earlier results of these trials
};

// Something about one trial, for people. `result`: it is over; `why`: it has no result, and this is the reason;
// neither: it starts or continues.
struct EvalNews {
  const TrialPlan& plan;
  const TrialResult* result = nullptr;
  std::string why;
  std::size_t done = 0, all = 0;
};

struct EvalHooks {
  std::function<int()> interrupts;
  std::function<void(const EvalNews&)> on_news;  // one call at a time, from any thread
};

// kInvalid: a pipeline or an agent is wrong, or what was tried before was another suite or pipeline; nothing ran.
// kConflict: another process is at work on these results.
Result<EvalResults> RunEval(const EvalWorld& user, const EvalRequest& request, const EvalHooks& hooks);

// The results of an earlier evaluation, with all its variants. kNotFound: there are none.
Result<EvalResults> ReadEval(const std::string& directory);

}  // namespace forge
