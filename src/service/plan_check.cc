#include "service/plan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "graph/graph.h"
#include "text/plan.h"

namespace forge {
namespace {

constexpr std::size_t kShortestSection = 10;

struct Section {
  std::string title;
  std::string body;
};

// Headings of the second level outside fences.
std::vector<Section> SectionsOf(std::string_view plan) {
  std::vector<Section> sections;
  bool fenced = false;
  for (std::string_view line : Lines(plan)) {
    if (Trim(line).starts_with("```") || Trim(line).starts_with("~~~")) fenced = !fenced;
    if (!fenced && line.starts_with("## ")) {
      sections.push_back({std::string(Trim(line.substr(3))), ""});
    } else if (!sections.empty()) {
      sections.back().body += std::string(line) + "\n";
    }
  }
  return sections;
}

bool IsPlaceholder(std::string_view body) {
  body = Trim(body);
  const bool one_line = body.find('\n') == std::string_view::npos;
  return body.size() < kShortestSection || (one_line && body.starts_with('_') && body.ends_with('_')) ||
         body.starts_with('(');
}

void CheckStructure(std::string_view plan, std::vector<std::string>& findings) {
  const std::vector<Section> sections = SectionsOf(plan);
  for (const char* wanted : {"Objective", "Scope", "Changes", "Risks", "Testing"}) {
    auto it = std::find_if(sections.begin(), sections.end(),
                           [&](const Section& section) { return EqualsIgnoreCase(section.title, wanted); });
    if (it == sections.end()) {
      findings.push_back(fmt::format("missing section: {}", wanted));
    } else if (IsPlaceholder(it->body) && !EqualsIgnoreCase(wanted, "Risks") && !EqualsIgnoreCase(wanted, "Testing")) {
      findings.push_back(fmt::format("empty section: {}", wanted));
    }
  }
}

// Everything a step can reach over `feeds`: those are ordered against it.
std::vector<bool> Reached(const StepGraph& graph, int from) {
  std::vector<bool> seen(static_cast<std::size_t>(graph.size()), false);
  std::vector<int> stack = {from};
  while (!stack.empty()) {
    const int at = stack.back();
    stack.pop_back();
    for (int next : graph.feeds[static_cast<std::size_t>(at)]) {
      if (seen[static_cast<std::size_t>(next)]) continue;
      seen[static_cast<std::size_t>(next)] = true;
      stack.push_back(next);
    }
  }
  return seen;
}

void CheckGraph(std::string_view plan, std::vector<std::string>& findings) {
  const PlanDocument document = ParsePlan(plan);
  for (const PlanProblem& problem : document.problems)
    findings.push_back(fmt::format("line {}: {}", problem.line, problem.what));
  if (document.steps.empty()) findings.push_back("the plan has no steps");
  for (const StepSpec& step : document.steps) {
    if (step.verify.empty()) findings.push_back(fmt::format("step `{}` has no verify command", step.id.value));
  }
  const StepGraph graph = BuildGraph(document.steps);
  if (!graph.cycles.empty()) return;  // already among the problems; what could overlap is not defined
  for (int a = 0; a < graph.size(); ++a) {
    const StepSpec& first = document.steps[static_cast<std::size_t>(a)];
    if (first.writes.empty()) continue;
    std::vector<bool> after;
    for (int b = a + 1; b < graph.size(); ++b) {
      const StepSpec& second = document.steps[static_cast<std::size_t>(b)];
      if (!WritesConflict(first, second)) continue;
      if (after.empty()) after = Reached(graph, a);
      if (after[static_cast<std::size_t>(b)] || Reached(graph, b)[static_cast<std::size_t>(a)]) continue;
      findings.push_back(fmt::format("steps `{}` and `{}` write the same files and neither waits for the other",
                                     first.id.value, second.id.value));
    }
  }
}

}  // namespace

PlanFindings CheckPlanDocument(const std::vector<std::string>& checks, std::string_view plan) {
  PlanFindings result;
  if (Trim(plan).empty()) {
    result.findings.emplace_back("there is no plan");
    return result;
  }
  for (const std::string& check : checks) {
    if (check == "structure") {
      CheckStructure(plan, result.findings);
    } else if (check == "graph") {
      CheckGraph(plan, result.findings);
    } else {
      result.not_checked.push_back(check);
    }
  }
  return result;
}

}  // namespace forge
