#include "text/plan/plan_step_states.h"

#include <utility>

#include "base/strings.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_steps.h"

namespace forge {

std::vector<StepStatePlace> FindStepStates(const Markdown& document, std::size_t begin, std::size_t end,
                                           int last_line) {
  std::vector<StepStatePlace> steps;
  const auto& blocks = document.blocks();
  for (std::size_t at = begin, next = begin; at < end; at = next) {
    ++next;
    if (!IsStepHeading(document, blocks[at])) continue;
    while (next < end && !IsStepHeading(document, blocks[next])) ++next;
    StepHeading heading = ParseStepHeading(document.HeadingText(blocks[at]));
    if (!heading.problem.empty()) continue;
    StepStatePlace step{
        {std::move(heading.id)}, blocks[at].line, next < end ? blocks[next].line - 1 : last_line, "", 0};
    for (const int line : FindStateLines(document, at, next)) {
      step.state_line = line;
      const FieldLabel label = ParseFieldLabel(document.Line(line));
      if (!label.value.empty()) step.state = Trim(label.value);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace forge
