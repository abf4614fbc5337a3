#include "engine/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/strings.h"
#include "graph/pattern.h"

namespace forge {
namespace {

bool IsPartName(const StepId& part, const StepId& step) {
  const std::string prefix = step.value + ".";
  if (!part.value.starts_with(prefix) || part.value.size() == prefix.size()) return false;
  return part.value.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
}

bool Contains(const std::vector<StepId>& ids, const StepId& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

const StepSpec* FindStep(const PlanRef& plan, const StepId& id) {
  const auto step =
      std::find_if(plan.steps.begin(), plan.steps.end(), [&](const StepSpec& one) { return one.id == id; });
  return step == plan.steps.end() ? nullptr : &*step;
}

// A glob counts as within only if the whole step names that very glob.
bool WritesWithin(const StepSpec& part, const StepSpec& whole, Braces braces) {
  if (whole.writes.empty()) return true;
  if (part.writes.empty()) return false;
  return std::all_of(part.writes.begin(), part.writes.end(), [&](const std::string& path) {
    const bool plain = path.find_first_of("*?[{") == std::string::npos;
    return std::any_of(whole.writes.begin(), whole.writes.end(), [&](const std::string& allowed) {
      return path == allowed || (plain && PatternsOverlap(allowed, path, braces));
    });
  });
}

}  // namespace

std::vector<StepId> PartsOf(const PlanRef& plan, const StepId& step) {
  std::vector<StepId> parts;
  const StepSpec* whole = FindStep(plan, step);
  if (whole == nullptr) return parts;
  for (const StepId& id : whole->depends) {
    if (IsPartName(id, step) && FindStep(plan, id) != nullptr && !Contains(parts, id)) parts.push_back(id);
  }
  return parts;
}

bool IsPart(const PlanRef& plan, const StepId& step) {
  const std::size_t dot = step.value.rfind('.');
  if (dot == std::string::npos) return false;
  return Contains(PartsOf(plan, StepId{step.value.substr(0, dot)}), step);
}

bool IsDecomposition(const PlanRef& before, const PlanRef& after, const StepId& step, Braces braces) {
  const StepSpec* whole = FindStep(before, step);
  const StepSpec* now = FindStep(after, step);
  if (whole == nullptr || now == nullptr) return false;
  std::vector<StepSpec> rest;
  std::vector<StepId> added;
  for (const StepSpec& spec : after.steps) {
    if (IsPartName(spec.id, step) && FindStep(before, spec.id) == nullptr) {
      if (!Contains(now->depends, spec.id) || !WritesWithin(spec, *whole, braces)) return false;
      added.push_back(spec.id);
    } else {
      rest.push_back(spec);
    }
  }
  const bool known = std::all_of(after.steps.begin(), after.steps.end(), [&](const StepSpec& spec) {
    return !Contains(added, spec.id) || std::all_of(spec.depends.begin(), spec.depends.end(), [&](const StepId& need) {
      return Contains(added, need) || Contains(whole->depends, need);
    });
  });
  if (added.empty() || !known) return false;
  for (StepSpec& spec : rest) {
    if (spec.id == step) std::erase_if(spec.depends, [&](const StepId& id) { return Contains(added, id); });
  }
  return rest == before.steps;
}

std::string PartsDone(const State& state, int place) {
  const StepSpec& step = state.plan->steps[static_cast<std::size_t>(place)];
  std::vector<std::string> names;
  for (const StepId& part : step.depends) {
    if (IsPartName(part, step.id) && state.graph.Find(part.value) >= 0) names.push_back(part.value);
  }
  if (names.empty()) return "";
  return fmt::format(
      "This step was split into parts, and they are settled: {}. Do what is left: combine the parts, and make the "
      "step's own checks pass.",
      Join(names, ", "));
}

}  // namespace forge
