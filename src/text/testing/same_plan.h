// Compares plans by what they say. For tests and fuzzing.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "text/plan/plan.h"

namespace forge {

// Do they say the same? Lines, hash and problems do not count.
inline bool SamePlan(const PlanDocument& a, const PlanDocument& b) {
  auto parts = [](const PlanDocument& plan) {
    std::vector<std::tuple<std::string, std::string, int>> all;
    const PlanPart* steps = plan.has_steps && !plan.steps.empty() ? FindPart(plan, "Steps") : nullptr;
    for (const PlanPart& part : plan.sections) {
      if (&part != steps) all.emplace_back(part.name, part.body, part.level);
    }
    return all;
  };
  auto steps = [](const PlanDocument& plan) {
    std::vector<StepSpec> all = plan.steps;
    for (StepSpec& step : all) {
      for (Claim& claim : step.claims) claim.line = 0;
    }
    return all;
  };
  auto states = [](const PlanDocument& plan) {
    std::vector<std::string> all = plan.step_states;
    all.resize(plan.steps.size());
    return all;
  };
  return a.title == b.title && a.objective == b.objective && a.header == b.header && a.front_matter == b.front_matter &&
         a.must_haves == b.must_haves && a.preamble == b.preamble && a.has_steps == b.has_steps &&
         a.steps_intro == b.steps_intro && parts(a) == parts(b) && steps(a) == steps(b) && states(a) == states(b);
}

}  // namespace forge
