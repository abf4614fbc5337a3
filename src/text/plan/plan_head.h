// A plan's title and header fields from the first lines of its text, without parsing the rest: what a list of thousands
// of plans shows. text/plan/plan.h reads whole documents; both agree on what the header says.
#pragma once

#include <string>
#include <string_view>

#include "text/plan/plan_header.h"

namespace forge {

struct PlanHead {
  std::string title;
  PlanHeader header;
};

// `text` may be cut off anywhere behind the header.
PlanHead ScanPlanHead(std::string_view text);

}  // namespace forge
