// What lies around a milestone's folder in a `.gsd` tree: where it stands, decisions, preferences, memory. Reads files;
// what they mean is text/formats' business.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "service/plan/plan_source.h"
#include "service/project.h"
#include "text/formats/gsd_preferences.h"

namespace forge {

struct GsdTree {
  std::string root;                            // the directory .gsd
  GsdState state;                              // of this milestone
  std::string decisions;                       // rows of DECISIONS.md that name it; of a table that names none, all
  std::vector<ForeignPreference> preferences;  // of the user, the repository and the person, in this order
  std::vector<std::string> memory;             // what `forge memory import` takes: fragments, or else AUTO-MEMORY.md
};

// Nothing: the folder is not `.gsd/milestones/ID`. `home` is where the user's own preferences are; empty: none.
std::optional<GsdTree> FindGsdTree(const std::string& milestone, const std::string& id, const std::string& home);

// The documents of an imported milestone, below the project's state: an export of the plan gives them back.
Status KeepDocuments(const Project& project, const std::string& plan, const Json& documents);
Json KeptDocuments(const Project& project, const std::string& plan);  // null: there are none

// The plan's part of it: the decisions as a section, and the slice that is being worked on.
void AddTree(const GsdTree& tree, ForeignPlan& plan);

}  // namespace forge
