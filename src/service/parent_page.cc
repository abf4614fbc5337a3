#include "service/parent_page.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "engine/state.h"
#include "service/unit/job.h"
#include "text/first_line.h"
#include "text/plan/plan_print.h"

namespace forge {
namespace {

constexpr std::size_t kLongestParentObjective = 200;
constexpr std::size_t kMostOfAParentText = 2560;

}  // namespace

std::string ParentPage(const State& parent, const Job& job) {
  const std::vector<StepSpec>& steps = parent.plan->steps;
  std::string others;
  std::size_t own = 0;
  for (std::size_t place = 0; place < steps.size(); ++place) {
    if (steps[place].id == job.step->id) {
      own = place + 1;
      continue;
    }
    const bool done = place < parent.steps.size() && parent.steps[place].status == StepStatus::kDone;
    others += fmt::format("- {}: {}{}\n", steps[place].id.value, steps[place].title, done ? " (done)" : "");
  }
  StepSpec step = *job.step;
  step.what.clear();
  step.claims.clear();
  std::string page = fmt::format("Run {} does this in {} steps: {}\n", job.run.value, steps.size(),
                                 FirstLine(parent.start.objective, kLongestParentObjective));
  page += fmt::format("This run does step {} of {}.", own, steps.size());
  if (!others.empty()) page += fmt::format(" The others, which are not its work:\n{}", others);
  return page + fmt::format("{}Run {} proves the result by this step of its plan:\n\n{}", others.empty() ? "\n" : "",
                            job.run.value, PrintStep(step));
}

std::string ParentDocuments(const std::vector<NamedText>& documents) {
  std::string text;
  for (const NamedText& one : documents) {
    const std::string_view body = Trim(one.text);
    if (body.empty()) continue;
    text += fmt::format("{}--- {} ---\n{}\n", text.empty() ? "" : "\n", one.name,
                        KeepHeadAndTail(body, kMostOfAParentText / 2, kMostOfAParentText / 2));
  }
  return text;
}

}  // namespace forge
