#include "service/lost_work.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/strings.h"
#include "service/forge.h"
#include "service/run_queries.h"
#include "service/workspaces.h"
#include "workspace/git.h"
#include "workspace/kept.h"
#include "workspace/names.h"

namespace forge {
namespace {

// The last accepted snapshot of each lane that is done.
std::map<std::string, std::string> AcceptedWork(const State& state) {
  std::map<std::string, std::string> accepted;
  auto add = [&](const StepId& step, const Lane& lane) {
    const bool left = std::ranges::any_of(state.questions, [&](const auto& entry) {
      return entry.second.answer == "leave" && entry.second.step == step;
    });
    if (!left && !lane.snapshot.empty())
      accepted[step.empty() ? std::string(kRunLaneName) : step.value] = lane.snapshot;
  };
  // A person may have completed a run that had not come to its end.
  if (state.lane.phase == LanePhase::kDone) add({}, state.lane);
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const StepState& step = state.steps[place];
    if (step.status == StepStatus::kDone && step.lane) add(state.plan->steps[place].id, *step.lane);
  }
  return accepted;
}

// A branch that the user deleted is not made again for this. What a person moved off the branch, with the answer
// `keep`, is not lost.
Result<bool> IsMissing(Forge& forge, RunId run, const std::string& lane, const std::string& snapshot) {
  const Git git(forge.project().root);
  const auto branch = TRY(git.Try({"rev-parse", "-q", "--verify", RunNames(run).branch_ref()}));
  if (branch.exit_code != 0) return true;
  const auto dropped = TRY(git.Try({"rev-parse", "-q", "--verify", RunNames(run).dropped_ref(lane)}));
  if (Trim(dropped.out) == snapshot) return false;
  return TRY(OpenWorkspaces(forge, run))->IsUnmerged(lane, snapshot);
}

}  // namespace

Result<std::vector<LostWork>> FindLostWork(Forge& forge) {
  std::vector<LostWork> lost;
  if (!forge.project().is_git) return lost;
  const std::string& repository = forge.project().root;
  std::map<std::pair<RunId, std::string>, KeptWork> off_branch;  // by commit
  for (KeptWork& work : TRY(ListKept(repository, std::nullopt))) {
    if (!work.on_branch) off_branch.insert_or_assign({work.run, work.commit}, std::move(work));
  }
  if (off_branch.empty()) return lost;
  for (const RunRow& run : TRY(ListRuns(forge))) {
    if (run.status != RunStatus::kCompleted) continue;
    for (const auto& [lane, snapshot] : AcceptedWork(TRY(LoadState(forge, run.id)))) {
      const auto work = off_branch.find({run.id, snapshot});
      if (work == off_branch.end()) continue;
      const WorkDiff diff = TRY(DiffOf(repository, work->second, 1));
      if (!diff.files.empty() && TRY(IsMissing(forge, run.id, lane, snapshot)))
        lost.push_back({run.id, lane, work->second.name, diff.files.size()});
    }
  }
  return lost;
}

}  // namespace forge
