// The answer of a reviewer who scores a plan by dimensions, put together with what code can tell, and with the rounds
// before it. Reads and writes the run's files.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "text/made_decisions.h"

namespace forge {

class RunFiles;
struct Job;

struct ScoredReview {
  std::string page;  // the document of the stage: its verdict follows from the scores
  Json result;       // {"findings", "dimensions", "counts": {"pass", "warn", "fail"}}
  std::string summary;
};

// Whether the unit's answer is one.
bool ScoresPlan(const Job& job);

// An error of code invalid: the answer lacks a score.
// `decisions`: those that the plan must keep to. The ones that the reviewer names by their number are named by their
// words.
Result<ScoredReview> ScoreReview(const RunFiles& files, const Job& job, const Json& said,
                                 const std::vector<MadeDecision>& decisions);

}  // namespace forge
