// Finds the plan that somebody outside of Forge means: one of the project's documents, a plan in JSON beside them, or
// a file within the project. Reads only; never a file outside of the project.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "service/plan/plan_source.h"
#include "service/project.h"

namespace forge {

struct FoundPlan {
  std::string path;  // relative to the project's root
  PlanSource source;
};

// `name`: a plan's number or slug (plans.h), the name of a file in .forge/plans with or without `.json`, or a path
// within the project, relative to its root or absolute. Empty: the newest plan; documents are ordered by number, others
// by time. kNotFound: there is none; kInvalid: the path is outside.
Result<FoundPlan> FindAnyPlan(const Project& project, const std::string& name);

// A plan in JSON, as it lies in .forge/plans.
struct JsonPlan {
  std::string name;  // "greet.json"
  std::string path;  // relative to the project's root
};
// By name. None: there is no such directory. A link that leads out of the project is none.
Result<std::vector<JsonPlan>> ListJsonPlans(const Project& project);
Result<std::string> ReadJsonPlan(const Project& project, const JsonPlan& plan);
// Its title, or what it is to do; its name if it says neither.
std::string TitleOf(const Project& project, const JsonPlan& plan);

}  // namespace forge
