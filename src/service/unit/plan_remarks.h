// What the reviewers of a plan remarked when they approved it, for those who do its steps. Pure.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph/pattern.h"
#include "model/finding.h"
#include "model/step.h"

namespace forge {

// How the steps of a plan are named in what is said about it: by id, by number, or by one of their files.
class StepNames {
 public:
  explicit StepNames(const std::vector<StepSpec>& steps);

  // The steps that the remark names.
  std::set<StepId> In(const Finding& remark) const;

 private:
  struct Place {
    Pattern pattern;
    std::string path;
    std::string base;  // the last part, in lower case
    StepId step;
  };

  void AddByWord(const std::vector<std::string>& words, const std::string& text, std::set<StepId>& named) const;
  void AddByFile(const std::vector<std::string>& words, const std::string& text, const std::string& file,
                 std::set<StepId>& named) const;

  std::map<std::string, StepId> ids_;      // in lower case
  std::map<std::string, StepId> numbers_;  // "2": the second step
  std::vector<Place> places_;
};

// One line each.
struct PlanRemarks {
  std::string of_step;  // that name the step
  std::string of_all;   // that name no step of the plan: every step is told them
};

// Adds the findings of the review. Those that name only other steps are left out.
void AddRemarks(const StepId& step, const StepNames& names, const std::string& review, const std::string& stage,
                PlanRemarks& remarks);

// As the prompt of the step shows them; empty: none.
std::string RemarksShown(const PlanRemarks& remarks);

// Whether the step, or the plan around it, is another one than in the plan that was judged. An empty one: nothing is
// known.
bool IsStepChanged(std::string_view judged, std::string_view plan, const StepSpec& step);

}  // namespace forge
