// Step blocks of a plan's `## Steps` section, from Markdown blocks to StepSpec. Does not check steps against each other
// (plan_check.h), nor read the fields' values (plan_values.h).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "text/markdown.h"
#include "text/plan/plan.h"

namespace forge {

// Where the parts of a step were written, for messages.
struct Written {
  int line = 0;
  int column = 0;
};

struct PlanStep {
  StepSpec spec;
  Written heading;
  std::vector<Written> depends;  // one for each of spec.depends
  std::string state;             // what its `**State:**` line says
  int state_line = 0;            // of the last such line; 0: there is none
  int last_line = 0;             // of its block
};

// Where it is told what is no problem; nullptr: nobody asks.
struct StepRemarks {
  std::vector<PlanProblem>* unknown_labels = nullptr;
  std::vector<PlanProblem>* notes = nullptr;  // code below Verify that is not run
};

// Reads the blocks [begin, end) of `document`; `last_line` is the last of the section. Problems of single steps go to
// `problems`.
std::vector<PlanStep> ReadPlanSteps(const Markdown& document, std::size_t begin, std::size_t end, int last_line,
                                    std::vector<PlanProblem>& problems, const StepRemarks& remarks = {});

// Is this the heading of a step, well written or not?
bool IsStepHeading(const Markdown& document, const MarkdownBlock& block);
// Fields directly above a `---` are a heading to Markdown, but not to the person who wrote them.
bool IsUnderlined(const Markdown& document, const MarkdownBlock& block);

}  // namespace forge
