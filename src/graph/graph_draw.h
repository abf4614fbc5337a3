// Pictures of a plan's graph: tiers from left to right (or top to bottom), what waits for what, the critical path.
// Pure; the check of the graph is graph/graph_check.h's.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph_check.h"
#include "model/step.h"

namespace forge {

struct PlanGraph {
  std::string title;
  const std::vector<StepSpec>& steps;
  const GraphReport& report;  // of these steps
};

std::string DrawPlanText(const PlanGraph& plan);
std::string DrawPlanMermaid(const PlanGraph& plan);
// With its title and its own style.
std::string DrawPlanSvg(const PlanGraph& plan);
// The same picture for a page that has the style: boxes get the class that `class_of` says, edges `edge`.
std::string DrawPlanForPage(const PlanGraph& plan, const std::function<std::string_view(const StepSpec&)>& class_of);

}  // namespace forge
