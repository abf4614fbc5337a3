// An agent's answer, read into the outcome of its unit: artifacts, verdict, result block, plan, parts of a step.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/outcome.h"
#include "service/unit/run_files.h"
#include "text/made_decisions.h"

namespace forge {

struct AgentAnswer;
struct Job;
struct ResultForm;
struct Role;

// Used from any number of threads.
class OutcomeReader {
 public:
  // `settled`: which findings of a review's result only repeat what a person decided; may be empty.
  using Settled = std::function<Result<std::vector<bool>>(const Job& job, const UnitOutcome& outcome)>;
  // `decisions`: what agents decided on the way; may be empty.
  using Decisions = std::function<Result<std::vector<MadeDecision>>()>;
  // `points_left`: what the run of a step left open, a line for each (finding_above.h); may be empty.
  using PointsLeft = std::function<Result<std::string>(const StepId& step)>;
  explicit OutcomeReader(RunFiles files, Settled settled = {}, Decisions decisions = {}, PointsLeft points_left = {})
      : files_(std::move(files)),
        settled_(std::move(settled)),
        decisions_(std::move(decisions)),
        points_left_(std::move(points_left)) {}

  // An answer that cannot be read is an outcome that failed; an error means that files could not be written,
  // or that it is not known what a person decided.
  Result<UnitOutcome> Read(const Job& job, const Role& role, const AgentAnswer& answer);

 private:
  Status KeepReview(const Job& job, const std::string& text);
  Status ReadPlanDocument(const Job& job, const std::string& text, UnitOutcome& outcome);
  Status ReadParts(const Job& job, const std::string& text, UnitOutcome& outcome);
  Status ForgetAnswerers(const Job& job, UnitOutcome& outcome);
  Status KeepTogether(const Job& job, const ResultForm& form, const std::string& text, UnitOutcome& outcome);

  RunFiles files_;
  Settled settled_;
  Decisions decisions_;
  PointsLeft points_left_;
  std::mutex together_mutex_;  // one member at a time writes the panel's document
};

}  // namespace forge
