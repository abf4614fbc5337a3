// Whose word counts once when a fact or a triple is said again: all runs of one family together, all calls of one
// session of MCP. Pure names; the stores keep who has said what.
#pragma once

#include <string>
#include <string_view>

#include "base/ids.h"
#include "memory/fact.h"

namespace forge {

// `root`: the run that no run started; the whole tree below it counts as one. `project`: where it is, because the
// user's own store hears runs of all projects, and each project counts its runs from 1.
std::string FamilyWitness(std::string_view project, RunId root);
// `session`: a random name.
std::string SessionWitness(std::string_view session);

// Of what an older Forge stored, which knew only the run's number.
std::string RunWitness(RunId run);

// Empty: a person, or an import; every time counts.
std::string WitnessOf(const Provenance& from);

}  // namespace forge
