#include "service/git_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "engine/run_loop.h"
#include "service/forge.h"
#include "service/idle_loop.h"
#include "service/ownership.h"
#include "service/run_queries.h"
#include "service/run_settings.h"
#include "service/workspaces.h"
#include "store/store.h"
#include "workspace/names.h"

namespace forge {
namespace {

constexpr std::size_t kShortId = 12;

// The snapshots that the journal knows on the branch, by lane. Empty: which one, only git knows.
std::map<std::string, std::string> IntegratedByJournal(const State& state) {
  std::map<std::string, std::string> known;
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const StepState& step = state.steps[place];
    if (step.status != StepStatus::kDone && !IsAtCheckpoint(state, static_cast<int>(place))) continue;
    // Of a step that was adopted the journal has no snapshot.
    known[state.plan->steps[place].id.value] = step.lane ? step.lane->snapshot : "";
  }
  // What it has not merged yet must not count as merged.
  if (!state.lane.unmerged && !state.lane.snapshot.empty()) known["run"] = state.lane.snapshot;
  return known;
}

// Git has merged work of the run's own lane that the journal does not know.
bool HasOwnWorkUnknown(const State& state, const RunInGit& found) {
  const auto own = found.integrated.find(std::string(kRunLaneName));
  return own != found.integrated.end() && (state.lane.unmerged || own->second != state.lane.snapshot);
}

// Steps that are on the branch by git, and not done by the journal. Only a run that is at its steps can adopt them; and
// not when its later work is on the branch too, because it would do that work a second time.
std::vector<StepId> MergedUnknown(const State& state, const RunInGit& found) {
  std::vector<StepId> steps;
  if (state.lane.phase != LanePhase::kFanning || HasOwnWorkUnknown(state, found)) return steps;
  for (std::size_t place = 0; place < state.steps.size(); ++place) {
    const StepId& id = state.plan->steps[place].id;
    const bool known = IsSettled(state.steps[place].status) || IsAtCheckpoint(state, static_cast<int>(place));
    if (!known && found.integrated.contains(LaneName(id.value))) steps.push_back(id);
  }
  return steps;
}

std::string Names(const std::vector<StepId>& steps) {
  std::vector<std::string> names;
  for (const StepId& step : steps) names.push_back(step.value);
  return Join(names, ", ");
}

bool AsksAboutGit(const State& state) {
  return std::ranges::any_of(state.open,
                             [&](QuestionId id) { return state.questions.at(id).kind == QuestionKind::kGit; });
}

// Can be repeated: the branch is moved only from where the person saw it.
Status CarryOutChoice(Workspaces& workspaces, const State& state, const std::string& choice) {
  if (!state.git) return {};
  if (choice == "restore") return workspaces.PutBack(state.git->branch, state.git->target, std::nullopt);
  if (choice == "keep") return workspaces.AcceptLoss(state.git->branch);
  if (choice != "redo") return {};
  const std::string target = state.git->target.empty() ? TRY(workspaces.Base()) : state.git->target;
  return workspaces.PutBack(state.git->branch, target, IntegratedByJournal(state));
}

// A run without refs has not started, unless the journal has merged work.
std::string WhyGone(RunId run, const State& state) {
  if (state.commits.empty()) return "";
  return fmt::format("git has nothing of run {}, but the journal has merged work up to {}", run.value,
                     state.commits.back().substr(0, kShortId));
}

Result<std::string> NothingInGit(RunId run, const State& state) {
  const std::string why = WhyGone(run, state);
  if (why.empty()) return "";
  return Fail(Code::kConflict, why, fmt::format("bring the refs back, or forge abandon {}", run.value));
}

Result<std::optional<GitDiffers>> FindDifference(Workspaces& workspaces, const State& state) {
  const RunInGit found = TRY(workspaces.ReadInGit());
  if (auto ahead = FindAhead(state, workspaces.branch(), found, TRY(workspaces.Newest(state.commits)))) {
    if (const auto behind = TRY(workspaces.Compare(state.commits)))
      ahead->text +=
          fmt::format(" The branch also lacks {}, which the journal has.", behind->expected.substr(0, kShortId));
    return ahead;
  }
  if (const auto moved = TRY(workspaces.Compare(state.commits))) return BranchWasMoved(workspaces.branch(), *moved);
  return std::nullopt;
}

std::vector<GitFinding> UnknownOf(const std::set<RunId>& in_git, const std::set<RunId>& known) {
  std::vector<GitFinding> findings;
  for (const RunId run : in_git) {
    if (known.contains(run)) continue;
    findings.push_back(
        {run, false, false, fmt::format("git has work of run {}, which is not in the store", run.value)});
  }
  return findings;
}

GitFinding BeingRun(RunId run) {
  return {run, true, true, fmt::format("run {} is running: it was not compared with git", run.value)};
}

// Of a run that no engine drives.
Result<std::optional<GitFinding>> CompareWithGit(Forge& forge, RunId run) {
  const State state = TRY(LoadState(forge, run));
  if (RunSettings::FromJson(state.start.settings).isolation == "shared") return std::nullopt;
  auto workspaces = TRY(OpenWorkspaces(forge, run));
  const auto found = [&](const std::string& text) { return GitFinding{run, true, false, text}; };
  if (!TRY(workspaces->HasStarted())) {
    const std::string why = WhyGone(run, state);
    return why.empty() ? std::nullopt : std::optional(found(why));
  }
  // The other reads would make it again.
  if (!TRY(workspaces->HasBranch())) {
    return found(fmt::format("the branch {} of run {} was deleted; Forge makes it again from refs/forge/{}/tip",
                             workspaces->branch(), run.value, run.value));
  }
  const std::optional<GitDiffers> differs = AsksAboutGit(state) ? state.git : TRY(FindDifference(*workspaces, state));
  return differs ? std::optional(found(fmt::format("run {}: {}", run.value, differs->text))) : std::nullopt;
}

}  // namespace

QuestionId LastGitAnswer(const State& state) {
  QuestionId last{};
  for (const auto& [id, question] : state.questions) {
    if (question.kind == QuestionKind::kGit && question.status == QuestionStatus::kAnswered) last = id;
  }
  return last;
}

GitDiffers BranchWasMoved(const std::string& branch, const MovedBranch& moved) {
  GitDiffers differs;
  differs.branch = moved.at;
  differs.target = moved.expected;
  differs.options = {"restore", "keep", "abandon"};
  differs.text = fmt::format(
      "The branch {0} was moved to {1} and lacks work that this run has merged. restore: put it back to {2} (by hand: "
      "git branch -f {0} {3}); keep: go on from where it is now; abandon: end the run.",
      branch, moved.at.substr(0, kShortId), moved.expected.substr(0, kShortId), moved.expected);
  return differs;
}

std::optional<GitDiffers> FindAhead(const State& state, const std::string& branch, const RunInGit& found,
                                    const std::string& target) {
  std::int64_t last = 0;
  if (!found.units.empty()) last = found.units.rbegin()->first;
  if (!found.commits.empty()) last = std::max(last, found.commits.rbegin()->first);
  if (last < state.next_unit) return std::nullopt;
  GitDiffers differs;
  differs.last_unit = last;
  differs.branch = found.branch;
  differs.target = target;
  differs.merged = MergedUnknown(state, found);
  differs.stop = true;
  const auto unknown = [&](const auto& entry) { return entry.first >= state.next_unit; };
  const auto commits = std::ranges::count_if(found.commits, unknown);
  const auto snapshots = std::ranges::count_if(found.units, unknown);
  differs.text = fmt::format(
      "git is ahead of the journal: the journal ends at unit {}, git has work up to unit {} ({} merged on {}, {} "
      "saved). "
      "The store is an older copy, or it lost its last changes.",
      state.next_unit - 1, last, commits, branch, snapshots);
  if (!differs.merged.empty()) {
    differs.options.emplace_back("adopt");
    differs.text += fmt::format(" adopt: keep the branch and count {} as done;", Names(differs.merged));
  }
  differs.options.insert(differs.options.end(), {"redo", "abandon"});
  differs.text += fmt::format(
      " redo: put the branch back to {} and do the work again (what is there now is kept: forge "
      "rescue); abandon: end the run.",
      differs.target.empty() ? "its start" : differs.target.substr(0, kShortId));
  return differs;
}

Result<bool> IsRunning(Forge& forge, RunId run) {
  const auto lease = TRY(forge.store().FindLease(run));
  return lease && IsHeld(*lease, LeaseMs(forge.settings()));
}

Result<std::vector<GitFinding>> FindUnknownRuns(const Project& project, const std::set<RunId>& known) {
  if (!project.is_git) return std::vector<GitFinding>();
  return UnknownOf(TRY(Workspaces::RunsIn(project.root)), known);
}

Result<std::vector<GitFinding>> CompareAllWithGit(Forge& forge) {
  const bool is_git = forge.project().is_git;
  // Before the store: a run that starts meanwhile is then known.
  const std::set<RunId> in_git = is_git ? TRY(Workspaces::RunsIn(forge.project().root)) : std::set<RunId>();
  std::set<RunId> known;
  std::vector<GitFinding> findings;
  for (const RunRow& row : TRY(forge.store().ListRuns())) {
    known.insert(row.id);
    if (IsEnd(row.status) || !is_git) continue;
    const std::int64_t seen = TRY(forge.store().LastSeq(row.id));
    bool running = TRY(IsRunning(forge, row.id));
    std::optional<GitFinding> finding;
    if (!running) finding = TRY(CompareWithGit(forge, row.id));
    // An engine that took the run between the two reads has changed git, the journal or both.
    if (finding) running = TRY(IsRunning(forge, row.id)) || TRY(forge.store().LastSeq(row.id)) != seen;
    if (running) finding = BeingRun(row.id);
    if (finding) findings.push_back(*std::move(finding));
  }
  for (GitFinding& unknown : UnknownOf(in_git, known)) findings.push_back(std::move(unknown));
  return findings;
}

Status CarryOutAnswer(Forge& forge, RunId run, const std::string& answer) {
  auto workspaces = TRY(OpenWorkspaces(forge, run));
  return CarryOutChoice(*workspaces, TRY(LoadState(forge, run)), Lower(Trim(answer)));
}

Result<std::string> AgreeWithGit(Forge& forge, RunId run, const State& state) {
  const RunSettings settings = RunSettings::FromJson(state.start.settings);
  if (settings.isolation == "shared" || !forge.project().is_git || IsEnd(state.status)) return "";
  if (!TRY(Workspaces::RunsIn(forge.project().root)).contains(run)) return NothingInGit(run, state);
  auto workspaces = TRY(OpenWorkspaces(forge, run));
  if (!TRY(workspaces->HasStarted())) return NothingInGit(run, state);
  if (AsksAboutGit(state)) return workspaces->Tip();
  TRY_WITH("put the run's branch back", CarryOutChoice(*workspaces, state, state.git_choice));
  if (auto differs = TRY(FindDifference(*workspaces, state))) {
    differs->stop = true;
    auto idle = TRY(IdleLoop::Make(forge, run));
    TRY(idle->loop->Apply(*differs));
  }
  return workspaces->Tip();
}

}  // namespace forge
