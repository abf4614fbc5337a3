#include "surface/view/plan_summary.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/display.h"
#include "base/strings.h"
#include "text/first_line.h"

namespace forge {
namespace {

constexpr std::size_t kMostSteps = 40;
constexpr std::size_t kMostFindings = 10;
constexpr std::size_t kLongestObjective = 300;

std::string SummaryLine(const StepSpec& step, std::size_t widest) {
  std::vector<std::string> needs;
  for (const StepId& id : step.depends) needs.push_back(id.value);
  std::string line = fmt::format("    {:<{}}  {}", step.id.value, widest, FirstLine(step.title, 100));
  std::vector<std::string> facts;
  facts.push_back(step.writes.empty() ? "writes: not declared" : "writes " + Join(step.writes, ", "));
  if (!needs.empty()) facts.push_back("after " + Join(needs, ", "));
  if (step.checkpoint) facts.emplace_back("then asks you (checkpoint)");
  return line + "\n" + std::string(widest + 6, ' ') + Fit(Join(facts, "; "), 200) + "\n";
}

std::string StepLines(const std::vector<StepSpec>& steps) {
  std::size_t widest = 2;
  for (const StepSpec& step : steps) widest = std::max(widest, step.id.value.size());
  std::string text = fmt::format("  steps      {}\n", steps.size());
  for (std::size_t i = 0; i < steps.size() && i < kMostSteps; ++i) text += SummaryLine(steps[i], widest);
  if (steps.size() > kMostSteps) text += fmt::format("    and {} more: v\n", steps.size() - kMostSteps);
  return text;
}

std::string FindingLines(const std::vector<RunFinding>& findings) {
  std::vector<const RunFinding*> open;
  for (const RunFinding& found : findings) {
    if (NeedsTriage(found)) open.push_back(&found);
  }
  std::string text = fmt::format("  findings   {}\n", open.empty() ? "none open" : fmt::format("{} open", open.size()));
  for (std::size_t i = 0; i < open.size() && i < kMostFindings; ++i) {
    const Finding& finding = open[i]->finding;
    text += fmt::format("    {}  {}{}\n", open[i]->id, finding.severity.empty() ? "" : finding.severity + ": ",
                        FirstLine(finding.description, 160));
  }
  if (open.size() > kMostFindings)
    text += fmt::format("    and {} more: forge findings\n", open.size() - kMostFindings);
  return text;
}

}  // namespace

std::string PlanSummary(const PlanSummaryFacts& facts) {
  const PlanDocument& plan = facts.plan;
  std::string text = fmt::format("plan: {}\n", plan.title.empty() ? "without a title" : FirstLine(plan.title, 200));
  if (!plan.objective.empty()) text += fmt::format("  objective  {}\n", Fit(plan.objective, kLongestObjective));
  text += StepLines(plan.steps) + FindingLines(facts.findings);
  text += fmt::format("  estimate   {}\n", facts.estimate);
  if (!facts.spent.empty()) text += fmt::format("  so far     {}\n", facts.spent);
  if (facts.changed) text += "  changed since it was last shown: d\n";
  return text + fmt::format("  file       {}\n", facts.path);
}

}  // namespace forge
