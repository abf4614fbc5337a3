// The plan document, as far as the engine needs it: title, the steps, and the hash of the content that matters.
// Pure. The document format is described in docs/plans.md.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/step.h"

namespace forge {

struct PlanProblem {
  int line = 0;  // from 1; 0: the document as a whole
  std::string what;
  int column = 0;  // from 1; 0: the whole line
};

// A longer document is hashed and refused: no plan a person can read comes near it.
inline constexpr std::size_t kLargestPlan = 4U << 20U;

struct PlanDocument {
  std::string title;
  std::string objective;
  std::vector<StepSpec> steps;
  std::string hash;                   // of the content that matters: not the status line, audit log or notes
  std::vector<PlanProblem> problems;  // duplicate ids, unknown dependencies, cycles, unreadable fields
};

// `## Steps` with `### Step id: title` blocks; fields Do, Files, Writes, Depends, Verify, Done when, Complexity.
PlanDocument ParsePlan(std::string_view markdown);

}  // namespace forge
