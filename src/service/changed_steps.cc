#include "service/changed_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/strings.h"
#include "model/words.h"
#include "workspace/changed_since.h"
#include "workspace/names.h"
#include "workspace/unlanded.h"

namespace forge {
namespace {

constexpr std::string_view kCheckout = "HEAD";

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
  return std::string(kCheckout);
}

bool IsPlainPath(const std::string& path) { return path.find_first_of("*?[{") == std::string::npos; }

}  // namespace

FilesByStep ChangedSteps(const Project& project, const RunRow& run, const std::vector<StepRow>& rows,
                         const std::vector<StepSpec>& specs) {
  FilesByStep changed;
  if (!project.is_git) return changed;
  std::vector<StepId> steps;
  std::vector<FilesOfCommit> made;
  for (const StepRow& step : rows) {
    const auto spec = std::ranges::find(specs, step.id, &StepSpec::id);
    if (step.status != StepStatus::kDone || step.snapshot.empty() || spec == specs.end()) continue;
    FilesOfCommit files{step.snapshot, {}};
    std::ranges::copy_if(spec->writes, std::back_inserter(files.files), IsPlainPath);
    if (files.files.empty()) continue;
    steps.push_back(step.id);
    made.push_back(std::move(files));
  }
  const std::string place = made.empty() ? "" : PlaceOfWork(project, run);
  if (place.empty()) return changed;
  const auto found = ChangedSince(project.root, made, place);
  if (!found) return changed;
  std::set<std::string> uncommitted;
  if (place == kCheckout) uncommitted = UncommittedFiles(project.root).value_or(std::set<std::string>());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::vector<std::string> files;
    for (const std::string& file : made[i].files) {
      if (std::ranges::find((*found)[i], file) != (*found)[i].end() || uncommitted.contains(file))
        files.push_back(file);
    }
    if (!files.empty()) changed.emplace(steps[i], std::move(files));
  }
  return changed;
}

std::string ChangedText(const FilesByStep& changed, const StepId& step) {
  const auto files = changed.find(step);
  return files == changed.end() ? "" : fmt::format(" (changed since: {})", Join(files->second, ", "));
}

}  // namespace forge
