// Where the steps of a plan stand, and what is written of their states: for those who only write states, and need not
// read every field (plan_steps.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "text/markdown.h"

namespace forge {

// As ReadPlanSteps reads the same step.
struct StepStatePlace {
  StepId id;
  int line = 0;       // of its heading
  int last_line = 0;  // of its block
  std::string state;
  int state_line = 0;  // of the last `**State:**` line; 0: there is none
};

// The `**State:** word` of a line, with what stands up to the next field.
struct StatePart {
  std::size_t begin = 0, end = 0;
  std::size_t value_end = 0;  // the word ends here; a remark or a comma may follow
  std::string value;
};
std::optional<StatePart> FindStatePart(std::string_view line);

// What else the line of a state says.
std::string OtherFields(std::string_view line);

// The lines [begin, end) with states of steps: in paragraphs of the top level, below a step's heading.
std::vector<int> FindStateLines(const Markdown& document, std::size_t begin, std::size_t end);

// Of the blocks [begin, end) of a `## Steps` section that ends with `last_line`.
std::vector<StepStatePlace> FindStepStates(const Markdown& document, std::size_t begin, std::size_t end, int last_line);

}  // namespace forge
