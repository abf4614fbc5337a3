#include "service/reopen.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/strings.h"
#include "model/words.h"
#include "service/forge.h"
#include "service/own_changes.h"
#include "service/run_queries.h"
#include "service/run_settings.h"
#include "service/start_run.h"
#include "service/unit/run_files.h"
#include "store/store.h"
#include "text/first_line.h"
#include "workspace/git.h"
#include "workspace/names.h"
#include "workspace/unlanded.h"

namespace forge {
namespace {

constexpr std::size_t kMostReopened = 40;  // of steps, and of findings
constexpr std::size_t kLongestReopened = 200;
constexpr std::string_view kReopenedMark = "\n\nReopened from run ";

std::string OldStepLine(const StepRow& step) {
  std::string line =
      fmt::format("- {} ({}): {}", step.id.value, Name(step.status), FirstLine(step.title, kLongestReopened));
  if (!step.reason.empty()) line += ": " + FirstLine(step.reason, kLongestReopened);
  return line + "\n";
}

std::string OldFindingLine(const RunFinding& found) {
  const Finding& finding = found.finding;
  std::string line = fmt::format("- {} ({})", found.id, Name(finding.state));
  if (!finding.file.empty()) line += fmt::format(" {}:{}", finding.file, finding.line);
  return fmt::format("{}: {}\n", line,
                     FirstLine(finding.title.empty() ? finding.description : finding.title, kLongestReopened));
}

template <typename Rows, typename Line>
std::string ListedWith(std::string_view title, const Rows& rows, Line line) {
  if (rows.empty()) return "";
  std::string text = fmt::format("\n{}\n", title);
  std::size_t count = 0;
  for (const auto& row : rows) {
    if (count++ == kMostReopened) return text + fmt::format("- and {} more\n", rows.size() - kMostReopened);
    text += line(row);
  }
  return text;
}

// Where its unlanded work stands; empty: it has landed, or there is none. A branch that was deleted has left its tip. A
// run that began with the user's changes and merged nothing has at least these.
Result<std::string> UnlandedTip(const Project& project, RunId run, const std::string& changes) {
  if (!project.is_git) return std::string();
  const auto standings = TRY(FindStandings(project.root, {run}));
  if (standings.at(run) == WorkStanding::kLanded) return std::string();
  const RunNames names(run);
  std::vector<std::string> places = {names.branch_ref(), names.tip_ref()};
  if (!changes.empty()) places.insert(places.end(), {names.base_ref(), changes});
  for (const std::string& place : places) {
    const GitAnswer answer = TRY(Git(project.root).Try({"rev-parse", "-q", "--verify", place + "^{commit}"}));
    if (answer.exit_code == 0) return std::string(Trim(answer.out));
  }
  return std::string();
}

// Its pipeline builds the steps of a plan that a person gave, and writes none: a new run would have nothing to do.
Status CheckWritesPlan(RunId run, const State& state) {
  if (state.start.pipelines.pipelines.empty() || !state.plan) return {};
  const Pipeline& pipeline = state.start.pipelines.pipelines[0];
  if (!pipeline.builds_given_plan()) return {};
  return Fail(Code::kConflict,
              fmt::format("run {} was given its plan, and its pipeline `{}` writes none", run.value, pipeline.name),
              fmt::format("edit the plan and start it as a new one: forge plan import {}", state.plan->path));
}

}  // namespace

std::string ReopenedObjective(const RunRow& run, const std::string& old_objective, const std::string& reason,
                              const std::vector<StepRow>& steps, const std::vector<RunFinding>& findings) {
  // A run that was reopened itself: only its own history is told again.
  const std::string first(Trim(std::string_view(old_objective).substr(0, old_objective.find(kReopenedMark))));
  std::string text = fmt::format("{}{}{} ({})", first, kReopenedMark, run.id.value, Name(run.status));
  if (!Trim(reason).empty()) text += fmt::format(": {}", Trim(reason));
  text += "\n";
  if (!run.reason.empty()) text += fmt::format("It ended so: {}\n", FirstLine(run.reason, kLongestReopened));
  text += ListedWith("What became of its steps:", steps, OldStepLine);
  return std::string(Trim(text + ListedWith("What its reviews and checks found:", findings, OldFindingLine)));
}

RunId ReopenedFrom(const Json& settings) { return RunId{settings["reopens"].AsInt()}; }

Result<RunId> ReopenRun(Forge& forge, RunId run, const std::string& reason) {
  const RunView view = TRY(ViewRun(forge, run));
  if (!IsEnd(view.run.status)) {
    return Fail(Code::kConflict, fmt::format("run {} has not ended: it is {}", run.value, Name(view.run.status)),
                NextCommand(view));
  }
  const State state = TRY(LoadState(forge, run));
  TRY(CheckWritesPlan(run, state));
  const RunFiles files(forge.project(), run, view.run.slug);
  const std::vector<RunFinding> findings = TRY(ListFindings(forge.store(), run, &files));
  StartRequest request;
  request.objective = ReopenedObjective(view.run, state.start.objective, reason, view.steps, findings);
  request.pipeline = view.run.pipeline;
  request.agent = state.start.settings["agent"].AsString();
  request.isolation = state.start.settings["isolation"].AsString();
  request.budget = state.start.budget;
  request.attended = state.start.attended;
  for (const auto& [name, value] : state.start.flags.AsObject()) request.flags[name] = value.AsString();
  const std::string changes = ChangesTaken(RunSettings::FromJson(state.start.settings));
  request.base = TRY(UnlandedTip(forge.project(), run, changes));
  if (!request.base.empty()) request.changes = changes;
  request.reopens = run;
  return StartRun(forge, request);
}

}  // namespace forge
