#include "text/plan/plan_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::size_t kMostPlanProblems = 100;
constexpr std::size_t kMostNamesForHints = 500;  // looking for the closest of more names takes too long
constexpr std::size_t kMostNamesInCycle = 20;

using Index = std::unordered_map<std::string, std::size_t>;

Index RemoveDuplicates(std::vector<PlanStep>& steps, std::vector<PlanProblem>& problems) {
  Index index;
  index.reserve(steps.size());
  std::size_t unique = 0;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    PlanStep& step = steps[at];
    auto [entry, added] = index.emplace(step.spec.id.value, unique);
    if (added) {
      if (unique != at) steps[unique] = std::move(step);
      ++unique;
      continue;
    }
    AddPlanProblem(problems, {step.heading.line,
                              fmt::format("step {} was already defined on line {}", step.spec.id.value,
                                          steps[entry->second].heading.line),
                              step.heading.column, "duplicate", step.spec.id.value});
  }
  steps.resize(unique);
  return index;
}

std::string Hint(const std::string& id, const std::vector<PlanStep>& steps) {
  if (steps.size() > kMostNamesForHints) return {};
  std::vector<std::string> names;
  for (const PlanStep& step : steps) names.push_back(step.spec.id.value);
  auto meant = Closest(id, names);
  return meant ? fmt::format(" (did you mean {}?)", *meant) : "";
}

// Reports what leads nowhere or to itself, and removes it, so that each mistake is reported once.
void CheckDependencies(std::vector<PlanStep>& steps, const Index& index, std::vector<PlanProblem>& problems) {
  for (PlanStep& step : steps) {
    std::vector<StepId> kept;
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i < step.spec.depends.size(); ++i) {
      const std::string& id = step.spec.depends[i].value;
      const Written& at = step.depends[i];
      std::string what;
      if (id == step.spec.id.value) {
        what = "depends on itself";
      } else if (!index.contains(id)) {
        what = fmt::format("depends on {}, which is not a step{}", Excerpt(id, 64),
                           problems.size() < kMostPlanProblems ? Hint(id, steps) : "");
      }
      if (!what.empty()) {
        AddPlanProblem(problems, {at.line, fmt::format("step {} {}", step.spec.id.value, what), at.column, "dependency",
                                  step.spec.id.value, id});
      } else if (seen.insert(id).second) {
        kept.push_back(step.spec.depends[i]);
      }
    }
    step.spec.depends = std::move(kept);
  }
}

// Depth-first search without recursion. A step on the current path that is met again closes a cycle.
class CycleSearch {
 public:
  CycleSearch(const std::vector<PlanStep>& steps, const Index& index, std::vector<PlanProblem>& problems)
      : steps_(steps), index_(index), problems_(problems), mark_(steps.size()), in_cycle_(steps.size()) {}

  void Run() {
    for (std::size_t root = 0; root < steps_.size(); ++root) {
      if (mark_[root] == Mark::kNew) Walk(root);
    }
  }

 private:
  enum class Mark : std::uint8_t { kNew, kOnPath, kDone };
  struct Frame {
    std::size_t step;
    std::size_t next = 0;
  };

  void Walk(std::size_t root) {
    std::vector<Frame> path = {{root}};
    mark_[root] = Mark::kOnPath;
    while (!path.empty()) {
      Frame& frame = path.back();
      const auto& depends = steps_[frame.step].spec.depends;
      if (frame.next == depends.size()) {
        mark_[frame.step] = Mark::kDone;
        path.pop_back();
        continue;
      }
      std::size_t next = index_.at(depends[frame.next++].value);
      // One cycle of steps that all depend on each other says enough.
      if (mark_[next] == Mark::kOnPath && !in_cycle_[next] && !in_cycle_[frame.step]) ReportCycle(path, next);
      if (mark_[next] != Mark::kNew) continue;
      mark_[next] = Mark::kOnPath;
      path.push_back({next});
    }
  }

  void ReportCycle(const std::vector<Frame>& path, std::size_t first) {
    std::vector<std::string> names;
    auto begin = std::find_if(path.begin(), path.end(), [&](const Frame& frame) { return frame.step == first; });
    for (auto frame = begin; frame != path.end(); ++frame) {
      in_cycle_[frame->step] = true;
      names.push_back(steps_[frame->step].spec.id.value);
    }
    std::size_t length = names.size();
    if (length > kMostNamesInCycle) {
      names.resize(kMostNamesInCycle);
      names.push_back(fmt::format("... {} more", length - kMostNamesInCycle));
    }
    names.push_back(steps_[first].spec.id.value);
    const Written& at = steps_[first].heading;
    AddPlanProblem(problems_, {at.line, fmt::format("steps depend on each other: {}", Join(names, " -> ")), at.column,
                               "cycle", steps_[first].spec.id.value});
  }

  const std::vector<PlanStep>& steps_;
  const Index& index_;
  std::vector<PlanProblem>& problems_;
  std::vector<Mark> mark_;
  std::vector<bool> in_cycle_;
};

}  // namespace

void AddPlanProblem(std::vector<PlanProblem>& problems, PlanProblem problem) {
  if (problems.size() > kMostPlanProblems) return;
  if (problems.size() == kMostPlanProblems) problem.what = "further problems are not listed";
  problems.push_back(std::move(problem));
}

void CheckPlanSteps(std::vector<PlanStep>& steps, std::vector<PlanProblem>& problems) {
  Index index = RemoveDuplicates(steps, problems);
  CheckDependencies(steps, index, problems);
  CycleSearch(steps, index, problems).Run();
}

}  // namespace forge
