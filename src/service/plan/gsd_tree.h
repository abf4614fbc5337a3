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

// What the plan's header says of where it came from: `**Imported:** M001 3f2a90c1d2e4b567`. Empty: it was not imported.
struct ImportedAs {
  std::string milestone, documents;
};
ImportedAs FindImported(const PlanHeader& header);

// The documents of an imported milestone, below the project's state by the hash that its header names: an export of the
// plan gives them back. A plan without documents keeps none.
Status KeepDocuments(const Project& project, const PlanSource& plan);
// For an export to a folder: those that were kept, and what stands in the folder if it is written over.
Status AddDocuments(const std::optional<Project>& project, const std::string& to, bool over, PlanSource& plan);
// The tasks that the step's slice was imported with, as a plan. Nothing: it has none, or they are not here.
std::optional<std::string> ImportedTasks(const Project& project, const StepSpec& step);
// Whether the step still says what the import made of its slice. How it is worked on and proved is another matter: its
// Verify, Depends, Risk or Tier do not count.
bool IsAsImported(const Project& project, const StepSpec& step);

// The plan's part of it: the decisions as a section, and the slice that is being worked on.
void AddTree(const GsdTree& tree, ForeignPlan& plan);

}  // namespace forge
