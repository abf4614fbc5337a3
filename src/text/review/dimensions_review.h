// A review that scores a plan by dimensions: what the reviewer says is put together with what code can tell of the plan
// (text/plan/plan_dimensions.h), and the verdict follows from the scores. docs/plan-checks.md has the rubrics. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/json.h"
#include "text/plan/plan_dimensions.h"

namespace forge {

// What the reviewer is asked for: a score and a reason for each dimension that needs judgement.
const Json& DimensionsSchema();

// What is taken of it: any word for a score. One that nobody knows is a fail.
const Json& LeastOfDimensions();

struct ScoredDimension {
  std::string name;
  Score score = Score::kPass;
  std::string reason;
  std::string by;  // "engine", "reviewer"
  bool operator==(const ScoredDimension&) const = default;
};

using Scores = std::vector<ScoredDimension>;  // the ten, in the order of the page

// The worse of both counts; where both doubt the same, both reasons stand. Of the two that code judges by their words
// alone the reviewer's score counts, if there is one. Fails where the reviewer does not score a dimension that only a
// reviewer can.
Result<Scores> PutScoresTogether(const PlanDimensions& by_code, const Json& said);

std::int64_t CountScores(const Scores& scores, Score score);

// "2 of 10 dimensions fail: ordering, dependencies"
std::string DescribeScores(const Scores& scores);

// [{"dimension", "score", "reason", "by"}]
Json ToJson(const Scores& scores);
Scores ScoresFromJson(const Json& json);

// What fails, as findings.
Json FindingsOfScores(const Scores& scores);

// What is warned of, but for warnings of the form: told to who does the work and who judges it, and no findings, so
// that nobody has to decide about them.
Json RemarksOfScores(const Scores& scores);

// The document of a round: a table with a column for each round, the last being this one; the verdict; the findings and
// the remarks as JSON.
std::string ScoresPage(const std::vector<Scores>& rounds);

// What the engine can tell of the plan, for the reviewer: a line for each dimension that does not pass.
std::string ScoresByCode(const PlanDimensions& by_code);

}  // namespace forge
