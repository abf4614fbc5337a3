// Plans: ids are unique, dependencies lead to steps, and the hash does not depend on line ends.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "input.h"
#include "text/plan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  std::string_view text = FuzzText(data, size);
  PlanDocument plan = ParsePlan(text);
  CHECK(plan.hash.size() == 64);
  std::set<std::string> ids;
  for (const StepSpec& step : plan.steps) CHECK(!step.id.empty() && ids.insert(step.id.value).second);
  for (const StepSpec& step : plan.steps) {
    for (const StepId& id : step.depends) CHECK(ids.contains(id.value));
    auto back = StepFromJson(ToJson(step));
    CHECK(back.has_value() && *back == step);
  }
  for (const PlanProblem& problem : plan.problems) CHECK(problem.line >= 0 && !problem.what.empty());
  if (text.find('\r') == std::string_view::npos) CHECK(ParsePlan(ReplaceAll(text, "\n", "\r\n")).hash == plan.hash);
  return 0;
}
