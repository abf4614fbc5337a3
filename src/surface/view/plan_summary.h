// A plan as a person sees it before the approval: what is to be reached, by which steps, what reviewers still object
// to, and what it may cost. Without the document's text and its log. Pure.
#pragma once

#include <string>
#include <vector>

#include "service/report/findings.h"
#include "text/plan/plan.h"

namespace forge {

struct PlanSummaryFacts {
  PlanDocument plan;
  std::string path;
  std::vector<RunFinding> findings;  // those that are open are told
  std::string estimate;              // in words
  std::string spent;                 // so far, in words; empty: nothing
  bool changed = false;              // since the person last saw it
};

std::string PlanSummary(const PlanSummaryFacts& facts);

}  // namespace forge
