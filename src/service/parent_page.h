// What the agents of a run that does one step of another run's plan are told of that run. Pure.
#pragma once

#include <string>
#include <vector>

namespace forge {

struct Job;
struct State;

struct NamedText {
  std::string name, text;
};

// Which step of which plan the run does, what the other steps are, and by what the run above proves the result: the
// step without its claims and its `Do`, which is the objective of the run. `job` is the unit of the run above.
std::string ParentPage(const State& parent, const Job& job);

// Documents and reports of the run above, each cut to 2.5 KiB.
std::string ParentDocuments(const std::vector<NamedText>& documents);

}  // namespace forge
