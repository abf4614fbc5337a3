// The blocks of a prompt that the unit reads for its work: plan, diff, documents, what was run, what others reported.
// Reads the run's files and asks git; the wording of these blocks is at home here.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agent/prompt_parts.h"
#include "base/result.h"
#include "service/unit/prompt_work.h"

namespace forge {

class RunResources;
class UnitFindings;
struct Job;

class PromptMaterial {
 public:
  PromptMaterial(RunResources& resources, const Job& job, const PromptReader& reader, UnitFindings& findings)
      : resources_(resources), job_(job), reader_(reader), findings_(findings) {}

  // Of the words that the pipeline gives the unit, without those that are among its work (prompt_work.h).
  // Fails where a file is there and cannot be read.
  Result<std::vector<PromptBlock>> Blocks();

  // The unit resolves this: of the diff and of the plan's steps it is shown what that speaks of. Before Blocks().
  void ActsOn(const std::vector<PromptBlock>& work);
  // Whether the diff is only what has changed since a reviewer looked. After Blocks().
  bool shows_delta() const { return delta_; }

 private:
  std::string Read(const std::string& lane, const std::string& name);  // empty: there is none
  std::string AnswerOf(const StepId& step);
  std::string TextOf(const std::string& word);
  std::string Proof(const std::string& word);
  std::string PlanText();
  std::string Plan();
  std::set<StepId> StepsActedOn(const std::string& plan) const;  // empty: any
  std::string Diff();
  std::string Reviews();
  std::string Results();
  std::string PointsLeft(const StepId& step);  // by the run that did it
  std::string Setbacks();
  std::string Findings();
  std::string Remembered();
  std::string OfTheRunAbove(const std::string& word);
  std::int64_t BudgetOf(const std::string& word) const;  // 0: it has none
  std::string DependencySources();

  RunResources& resources_;
  const Job& job_;
  const PromptReader& reader_;
  UnitFindings& findings_;
  std::string acted_on_;
  bool repairs_ = false;  // what a check found is among its work
  bool delta_ = false;
  bool plan_is_work_ = false;          // the plan is shown there, with its changes
  std::vector<std::string> left_out_;  // of the block that was made last
  std::optional<Error> unread_;
};

}  // namespace forge
