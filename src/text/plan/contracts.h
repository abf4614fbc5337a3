// Integration contracts: what must hold between the steps of a plan, as commands that run on the tree that holds them
// all. Pure; the forms are described in docs/verify.md.
#pragma once

#include <string>
#include <string_view>
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

// Contracts that broke, as text that is kept between rounds: one per line, the name and the command after a tab. An
// older Forge kept the names alone.
std::vector<Contract> ReadBrokenContracts(std::string_view text);
// With those that are new; one that is in it already keeps its command.
std::string AddBrokenContracts(std::string_view text, const std::vector<Contract>& broken);

}  // namespace forge
