// Pictures of a plan's graph: tiers from left to right (or top to bottom), what waits for what, the critical path.
// Pure; the check of the graph is graph/check.h's.
#pragma once

#include <string>
#include <vector>

#include "graph/check.h"
#include "model/step.h"

namespace forge::cli {

struct PlanGraph {
  std::string title;
  const std::vector<StepSpec>& steps;
  const GraphReport& report;  // of these steps
};

std::string DrawPlanText(const PlanGraph& plan);
std::string DrawPlanMermaid(const PlanGraph& plan);
std::string DrawPlanSvg(const PlanGraph& plan);

}  // namespace forge::cli
