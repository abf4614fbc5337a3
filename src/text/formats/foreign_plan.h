// Plans as other tools write them, and back: pure text on one side, steps on the other. Does not know files or which
// format a text has. docs/plan-formats.md says what each keeps.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/json.h"
#include "model/step.h"

namespace forge {

struct ForeignProblem {
  std::string message;
  StepId step;   // empty: the plan as a whole
  int line = 0;  // from 1; 0: not known
  std::string type = "schema";
};

struct ForeignPlan {
  std::string title;
  std::string objective;
  std::vector<StepSpec> steps;
  std::vector<std::string> states;      // one for each step: pending, running, done, failed, skipped
  std::string tag;                      // Task Master: the one that was read; empty: the file has none
  std::vector<std::string> other_tags;  // and those that were not
  Json extra;                           // what else the file says of the plan as a whole; null: nothing
  std::vector<std::pair<std::string, std::string>> sections;  // further sections of the plan: name, text
  std::vector<ForeignProblem> problems;                       // all that is wrong; the rest is read nevertheless
  std::vector<ForeignProblem> notes;                          // what a person should know, and what stops nothing
};

// Plan JSON with modules (`objective`, `modules[{id,title,objective,dependsOn,files,verify,doneWhen,...}]`).
ForeignPlan ReadModulePlan(std::string_view json);
ForeignPlan ModulePlanFrom(Json root);
// The same module by module, without a tree of the whole text. Nothing: it is no sound JSON, or no plan with modules.
std::optional<ForeignPlan> ReadModules(std::string_view json);
std::string WriteModulePlan(const ForeignPlan& plan);

// Task Master's tasks.json: `{"tasks":[...]}` or one such object for each tag. An empty tag: "master", else the first.
// A task with subtasks becomes a step of kind audit that waits for them.
ForeignPlan ReadTaskMaster(std::string_view json, std::string_view tag = {});
ForeignPlan TaskMasterFrom(const Json& root, std::string_view tag = {});
std::string WriteTaskMaster(const ForeignPlan& plan, std::string_view tag = "master");

// spec-kit's tasks.md: phases one after the other; in a phase tasks run one after the other, except those marked [P].
ForeignPlan ReadSpecKit(std::string_view markdown);
std::string WriteSpecKit(const ForeignPlan& plan);

// A phases file: `# Phases: ID`, then `## phase-N: title` blocks. Texts keep all their paragraphs.
ForeignPlan ReadPhases(std::string_view markdown);
std::string WritePhases(const ForeignPlan& plan);

// A slice folder: `S01-PLAN.md`, `tasks/T01/T01-PLAN.md` with front matter, `tasks/T01/T01-SUMMARY.md` when done.
using TextFiles = std::map<std::string, std::string>;  // by path in the folder
ForeignPlan ReadSliceFolder(const TextFiles& files);
TextFiles WriteSliceFolder(const ForeignPlan& plan);

// A milestone's folder: `M001-ROADMAP.md`, `slices/S01/...`. Its slices are the steps; their documents are kept in
// `extra` and given back. A word of the plan names these documents by their hash, and one of a step its tasks in them:
// "3f2a90c1d2e4b567/S02".
inline constexpr const char* kImportedDocuments = "imported";
std::string MilestoneIn(const TextFiles& files);  // its id, of the roadmap's name; empty: it is none
ForeignPlan ReadMilestoneFolder(const TextFiles& files);
TextFiles WriteMilestoneFolder(const ForeignPlan& plan);

}  // namespace forge
