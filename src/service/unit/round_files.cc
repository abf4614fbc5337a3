#include "service/unit/round_files.h"

#include <fmt/core.h>

#include <string_view>

#include "service/unit/job.h"

namespace forge {
namespace {

std::string OfRound(const std::string& stage, const std::string& member, int round, std::string_view what) {
  return fmt::format("round-{}.{}{}{}.{}", round, stage, member.empty() ? "" : ".", member, what);
}

}  // namespace

std::string ReviewOfRound(const std::string& stage, const std::string& member, int round) {
  return OfRound(stage, member, round, "review.md");
}

std::string ReviewOfRound(const Job& job, int round) { return ReviewOfRound(job.stage.name, job.unit.member, round); }

std::string PlanOfRound(const std::string& stage, const std::string& member, int round) {
  return OfRound(stage, member, round, "plan.md");
}

std::string PlanOfRound(const Job& job, int round) { return PlanOfRound(job.stage.name, job.unit.member, round); }

std::string ScoresOfRound(const Job& job, int round) {
  return OfRound(job.stage.name, job.unit.member, round, "scores.json");
}

std::string RefusedAnswer(const Job& job) { return RefusedAnswer(job, job.unit.iteration); }

std::string RefusedAnswer(const Job& job, int round) {
  return OfRound(job.stage.name, job.unit.member, round, "refused.md");
}

std::string WhyRefused(const Job& job, int round) {
  return OfRound(job.stage.name, job.unit.member, round, "refused.why");
}

}  // namespace forge
