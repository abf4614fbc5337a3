// Are must-haves well-formed? Every mistake at once. Does not look at the tree they speak of. Pure.
#pragma once

#include <string>
#include <vector>

#include "model/must_haves.h"
#include "text/plan/plan.h"

namespace forge {

struct MustHavesForm {
  bool legacy = false;              // there are none, as in older plans
  std::vector<PlanProblem> errors;  // line 0: not known
  bool valid() const { return errors.empty(); }
};

// Of a step or a plan, as read.
MustHavesForm CheckMustHavesForm(const MustHaves& must_haves);
// Of a plan: its steps, its front matter and what its parser could not read.
MustHavesForm CheckMustHavesForm(const PlanDocument& plan);

}  // namespace forge
