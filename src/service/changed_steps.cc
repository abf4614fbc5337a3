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

// Who writes which file, of the steps that are done.
class Writers {
 public:
  Writers(const std::vector<StepRow>& rows, const std::vector<StepSpec>& specs) {
    for (const StepSpec& spec : specs) specs_[spec.id] = &spec;
    for (const StepRow& row : rows) {
      const auto spec = specs_.find(row.id);
      if (row.status != StepStatus::kDone || row.snapshot.empty() || spec == specs_.end()) continue;
      for (const std::string& file : spec->second->writes) by_file_[file].push_back(spec->second);
    }
  }

  // By a step that is built on this one: what it made of the file is its own. The last one is the most likely.
  bool IsRewritten(const StepId& step, const std::string& file) const {
    const auto found = by_file_.find(file);
    return found != by_file_.end() && std::any_of(found->second.rbegin(), found->second.rend(), [&](const auto* other) {
             return other->id != step && IsBuiltOn(*other, step);
           });
  }

 private:
  // Over others too.
  bool IsBuiltOn(const StepSpec& step, const StepId& by) const {
    std::set<StepId> seen;
    std::vector<const StepSpec*> left = {&step};
    while (!left.empty()) {
      const StepSpec* one = left.back();
      left.pop_back();
      for (const StepId& needed : one->depends) {
        if (needed == by) return true;
        const auto spec = specs_.find(needed);
        if (seen.insert(needed).second && spec != specs_.end()) left.push_back(spec->second);
      }
    }
    return false;
  }

  std::map<StepId, const StepSpec*> specs_;
  std::map<std::string, std::vector<const StepSpec*>> by_file_;
};

bool IsPlainPath(const std::string& path) { return path.find_first_of("*?[{") == std::string::npos; }

}  // namespace

FilesByStep ChangedSteps(const Project& project, const RunRow& run, const std::vector<StepRow>& rows,
                         const std::vector<StepSpec>& specs) {
  FilesByStep changed;
  if (!project.is_git) return changed;
  const Writers writers(rows, specs);
  std::vector<StepId> steps;
  std::vector<FilesOfCommit> made;
  for (const StepRow& step : rows) {
    const auto spec = std::ranges::find(specs, step.id, &StepSpec::id);
    if (step.status != StepStatus::kDone || step.snapshot.empty() || spec == specs.end()) continue;
    FilesOfCommit files{step.snapshot, {}};
    std::ranges::copy_if(spec->writes, std::back_inserter(files.files), [&](const std::string& file) {
      return IsPlainPath(file) && !writers.IsRewritten(step.id, file);
    });
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
