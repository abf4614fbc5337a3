// The answer of a reviewer who scores a plan by dimensions, put together with what code can tell, and with the rounds
// before it. Reads and writes the run's files.
#pragma once

#include <string>

#include "base/result.h"
#include "model/json.h"

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
Result<ScoredReview> ScoreReview(const RunFiles& files, const Job& job, const Json& said);

}  // namespace forge
