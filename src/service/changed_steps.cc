#include "service/changed_steps.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/words.h"
#include "workspace/changed_since.h"
#include "workspace/names.h"
#include "workspace/unlanded.h"

namespace forge {
namespace {

// Where the work is to be looked at; empty: nowhere.
std::string PlaceOfWork(const Project& project, const RunRow& run) {
  if (run.status != RunStatus::kCompleted) return RunNames(run.id).branch_ref();
  const auto standings = FindStandings(project.root, {run.id});
  if (!standings) return "";
  switch (standings->at(run.id)) {
    case WorkStanding::kNoBranch: return "";
    case WorkStanding::kUnlanded: return RunNames(run.id).branch_ref();
    case WorkStanding::kLanded: break;
  }
  return "HEAD";
}

bool IsPlainPath(const std::string& path) { return path.find_first_of("*?[{") == std::string::npos; }

}  // namespace

std::map<StepId, std::vector<std::string>> ChangedSteps(const Project& project, const RunView& view,
                                                        const State& state) {
  std::map<StepId, std::vector<std::string>> changed;
  if (!project.is_git || !state.plan) return changed;
  std::vector<StepId> steps;
  std::vector<FilesOfCommit> made;
  for (const StepRow& step : view.steps) {
    const auto spec = std::ranges::find(state.plan->steps, step.id, &StepSpec::id);
    if (step.status != StepStatus::kDone || step.snapshot.empty() || spec == state.plan->steps.end()) continue;
    FilesOfCommit files{step.snapshot, {}};
    std::ranges::copy_if(spec->writes, std::back_inserter(files.files), IsPlainPath);
    if (files.files.empty()) continue;
    steps.push_back(step.id);
    made.push_back(std::move(files));
  }
  const std::string place = made.empty() ? "" : PlaceOfWork(project, view.run);
  if (place.empty()) return changed;
  const auto found = ChangedSince(project.root, made, place);
  if (!found) return changed;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!(*found)[i].empty()) changed.emplace(steps[i], (*found)[i]);
  }
  return changed;
}

}  // namespace forge
