// Finds the plan that somebody outside of Forge means: one of the project's documents, a plan in JSON beside them, or
// a file within the project. Reads only; never a file outside of the project.
#pragma once

#include <string>

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

}  // namespace forge
