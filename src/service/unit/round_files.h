// Names of what one round of a stage leaves for later. Pure; knows no files.
#pragma once

#include <string>

namespace forge {

struct Job;

// Artifacts: the review of the round, the plan that it judged, and the last answer that
// could not be used, with the reason.
std::string ReviewOfRound(const std::string& stage, const std::string& member, int round);
std::string ReviewOfRound(const Job& job, int round);
std::string PlanOfRound(const std::string& stage, const std::string& member, int round);
std::string PlanOfRound(const Job& job, int round);
std::string ScoresOfRound(const Job& job, int round);  // of a plan, by dimensions
std::string RefusedAnswer(const Job& job);
std::string RefusedAnswer(const Job& job, int round);
std::string WhyRefused(const Job& job, int round);

}  // namespace forge
