// What the reviewers of a plan remarked when they approved it, for those who do its steps, and for the planner who
// revises it all the same; and what worried those who did other steps. Pure.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph/pattern.h"
#include "model/finding.h"
#include "model/step.h"
#include "service/unit/job_history.h"

namespace forge {

// How the steps of a plan are named in what is said about it: by id, by number, or by one of their files. A file is the
// business of the steps that write it; of those that read it where none does.
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
    bool writes = false;
  };

  void AddByWord(const std::vector<std::string>& words, const std::string& text, std::set<StepId>& named) const;
  void AddByFile(const std::vector<std::string>& words, const std::string& text, const std::string& file,
                 std::set<StepId>& named) const;
  // Of the places for which `is_named` is true.
  template <typename Named>
  void AddHolders(const Named& is_named, std::set<StepId>& named) const;

  std::map<std::string, StepId> ids_;      // in lower case
  std::map<std::string, StepId> numbers_;  // "2": the second step
  std::vector<Place> places_;
};

// One review of the plan: who said what about which plan.
struct ReviewSaid {
  std::string stage;
  std::string said;
  std::string judged;  // the plan as the reviewer saw it last; empty: not known
};

// The reviews with the plan that each judged. `read`: an artifact of the run; empty: there is none.
std::vector<ReviewSaid> PlanReviewsSaid(const std::vector<LaneReview>& reviews,
                                        const std::function<std::string(const std::string& name)>& read);

// As the prompt of the step shows the remarks that name it, and those that name no step of the plan; empty: none. What
// was said before the step, or the plan around it, was changed stands apart: it may be done.
std::string RemarksForStep(const StepSpec& step, const std::string& plan, const std::vector<ReviewSaid>& reviews);

// Of what worried those who did other steps: what names this step, and what names none, if this one builds on theirs
// and no reviewer rejected it.
std::string ConcernsForStep(const StepSpec& step, const std::string& plan, const std::vector<StepConcern>& concerns);

// All remarks, as advice for who revises the plan; empty: none.
std::string RemarksForPlanner(const std::vector<ReviewSaid>& reviews);

// What they warned of and is no finding of the run, for who judges the whole; empty: nothing.
std::string WarningsOf(const std::vector<ReviewSaid>& reviews);

}  // namespace forge
