#include "service/unit/scored_review.h"

#include <utility>
#include <vector>

#include "service/unit/job.h"
#include "service/unit/round_files.h"
#include "service/unit/run_files.h"
#include "text/review/dimensions_review.h"

namespace forge {

bool ScoresPlan(const Job& job) {
  return job.stage.verdict_form == VerdictForm::kDimensions && !job.stage.verdict.empty() && !job.member;
}

Result<ScoredReview> ScoreReview(const RunFiles& files, const Job& job, const Json& said,
                                 const std::vector<MadeDecision>& decisions) {
  const std::string plan = TRY(files.ReadPlan()).value_or("");
  Scores scores = TRY(PutScoresTogether(ScoreDimensions(plan), said));
  for (ScoredDimension& one : scores) {
    if (one.score != Score::kPass) one.reason = WithDecisionsNamed(one.reason, decisions);
  }
  std::vector<Scores> rounds;
  for (int round = 1; round < job.unit.iteration; ++round) {
    const std::string kept = TRY(files.ReadArtifact(job.lane, ScoresOfRound(job, round))).value_or("");
    if (!kept.empty()) rounds.push_back(ScoresFromJson(TRY(ParseJson(kept))));
  }
  TRY(files.WriteArtifact(job.lane, ScoresOfRound(job, job.unit.iteration), ToJson(scores).Dump()));
  ScoredReview review;
  Json counts = Json::MakeObject();
  for (const Score score : {Score::kPass, Score::kWarn, Score::kFail})
    counts.Set(std::string(Name(score)), CountScores(scores, score));
  review.result = Json::MakeObject().Set("findings", FindingsOfScores(scores)).Set("dimensions", ToJson(scores));
  review.result.Set("counts", std::move(counts));
  review.summary = DescribeScores(scores);
  rounds.push_back(std::move(scores));
  review.page = ScoresPage(rounds);
  return review;
}

}  // namespace forge
