// Integration contracts: what must hold between the steps of a plan, as commands that run on the tree that holds them
// all. Pure; the forms are described in docs/verify.md.
#pragma once

#include <string>
#include <vector>

#include "text/plan/plan.h"

namespace forge {

struct Contract {
  std::string name;
  std::string command;
  bool operator==(const Contract&) const = default;
};

struct PlanContracts {
  std::vector<Contract> contracts;    // each name once
  std::vector<std::string> problems;  // items that are not a contract, or repeat a name
  bool disabled = false;              // the plan says they are not to be run
};

// From a section `## Contracts` or `## Integration contracts` (items "name: `command`"), and from the front matter's
// list `contracts` of {name, command}.
PlanContracts FindContracts(const PlanDocument& plan);

}  // namespace forge
