// Steps from a plan's changes: ids are unique, dependencies lead to earlier known steps, every file is written by
// exactly one step, and none of them leads out of the repository.
#include <set>
#include <string>

#include "base/result.h"
#include "target.h"
#include "text/decompose/decompose.h"
#include "text/plan/plan_fields.h"

FUZZ_TARGET(decompose) {
  using namespace forge;
  const std::string plan = "## Changes\n\n" + std::string(text);
  const Markdown document(plan);
  const Decomposition result = Decompose(document, FindPlanSections(document));
  CHECK(result.steps.size() >= 2 && result.steps.size() == result.lines.size());
  CHECK(result.steps.back().kind == "audit");
  std::set<std::string> ids;
  std::set<std::string> written;
  for (const StepSpec& step : result.steps) {
    CHECK(ids.insert(step.id.value).second);
    CHECK(step.writes.size() <= DecomposeOptions().max_files);
    for (const std::string& path : step.writes) {
      CHECK(written.insert(path).second);
      CHECK(PathProblem(path).empty());
    }
  }
  for (const StepSpec& step : result.steps) {
    for (const StepId& id : step.depends) CHECK(ids.contains(id.value) && id != step.id);
  }
  CHECK(result.steps.back().depends.size() + 1 == result.steps.size());
}
