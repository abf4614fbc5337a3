// Gathering a report: the store, the journal and the repository are asked here and nowhere else in it.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/strings.h"
#include "model/outcome.h"
#include "model/proof.h"
#include "service/agents/models.h"
#include "service/forge.h"
#include "service/land.h"
#include "service/proof/red_green.h"
#include "service/report/findings_left.h"
#include "service/report/report.h"
#include "service/report/run_tree.h"
#include "service/run_queries.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kLargestRunDiff = 64U << 20U;

CheckRecord ReadCheck(const UnitRow& unit, const UnitOutcome& outcome) {
  CheckRecord check;
  check.unit = unit.id;
  check.step = unit.step;
  check.stage = unit.stage;
  check.iteration = unit.iteration;
  check.at = unit.ended;
  check.tree = outcome.result["tree"].AsString();
  check.passed = outcome.passed;
  check.summary = outcome.summary;
  check.red_green = outcome.result[kRedGreenMember];
  check.nothing_run = outcome.result["nothing_run"].AsBool();
  for (const Json& result : outcome.result["results"].AsArray()) {
    check.commands.push_back({result["command"].AsString(), static_cast<int>(result["exit_code"].AsInt()),
                              result["passed"].AsBool(), result["duration_ms"].AsInt(), result["tail"].AsString()});
  }
  return check;
}

void NoteUnsupported(const UnitRow& unit, const Json& result, std::vector<UnsupportedClaim>& claims) {
  for (const Json& command : result["unsupported"].AsArray())
    claims.push_back({unit.step, unit.stage, command.AsString()});
  for (const Json& file : result["unwritten"].AsArray())
    claims.push_back({unit.step, unit.stage, file.AsString(), true});
}

// The checks of the run, and what agents only say.
Status ReadProofs(Store& store, RunId run, RunReport& report) {
  std::map<UnitId, const UnitRow*> units;
  for (const UnitRow& unit : report.view.units) {
    const bool tells =
        unit.kind == UnitKind::kCheck || unit.kind == UnitKind::kAgent || unit.kind == UnitKind::kIntegrate;
    if (tells && unit.status == UnitStatus::kDone) units[unit.id] = &unit;
  }
  if (units.empty()) return {};
  JournalRange range;
  range.inputs_only = true;
  std::map<std::pair<std::string, std::string>, std::size_t> latest;
  for (const JournalRow& row : TRY(store.ReadJournal(run, range))) {
    if (row.kind != "ended") continue;
    const Json data = TRY(ParseJson(row.data));
    const auto found = units.find(UnitId{data["unit"].AsInt()});
    if (found == units.end()) continue;
    const UnitRow& unit = *found->second;
    const Input input = TRY(InputFromJson(row.kind, data));
    const UnitOutcome& outcome = std::get<Ended>(input).outcome;
    if (unit.kind != UnitKind::kAgent && !outcome.passed) report.not_passed.insert(unit.id);
    if (unit.kind == UnitKind::kIntegrate) continue;
    if (unit.kind == UnitKind::kAgent) {
      NoteUnsupported(unit, outcome.result, report.unsupported);
    } else if (outcome.result["baseline"].AsBool()) {
      report.baselines.push_back(ReadCheck(unit, outcome));
    } else {
      latest[{unit.step.value, unit.stage}] = report.checks.size();
      report.checks.push_back(ReadCheck(unit, outcome));
    }
  }
  for (const auto& [key, place] : latest) report.checks[place].latest = true;
  return {};
}

// The branch, and what it changes. A repository that cannot be read any more takes nothing else of the report with it.
void LookAtRepository(Forge& forge, RunReport& report) {
  if (!forge.project().is_git) return;
  auto workspaces =
      Workspaces::Open({forge.project().root, forge.machine().cache_directory + "/worktrees", report.view.run.id});
  if (!workspaces || !(*workspaces)->HasStarted().value_or(false)) return;
  report.branch = (*workspaces)->branch();
  report.onto = (*workspaces)->CheckedOutBranch().value_or("HEAD");
  report.landed = WhereLanded(forge, report.view.run);
  if (IsRefused(forge, report.view.run).value_or(false))
    report.landed = fmt::format("run {} refused its work, and another run did the step", report.view.run.parent.value);
  if (auto diff = (*workspaces)->Diff("", kLargestRunDiff)) report.changes = CountChanges(*diff);
}

std::string DiffPath(std::string_view line) {
  std::string_view path = line.substr(4);
  if (path.ends_with('\t')) path.remove_suffix(1);
  if (path == "/dev/null") return "";
  if (path.size() > 1 && path.front() == '"') path = path.substr(1, path.size() - 2);
  return std::string(path.starts_with("a/") || path.starts_with("b/") ? path.substr(2) : path);
}

}  // namespace

std::vector<FileChange> CountChanges(std::string_view diff) {
  std::vector<FileChange> changes;
  bool in_header = true;
  for (std::string_view line : Lines(diff)) {
    if (line.starts_with("diff --git ")) {
      changes.emplace_back();
      const std::size_t b = line.rfind(" b/");
      if (b != std::string_view::npos) changes.back().path = line.substr(b + 3);
      in_header = true;
    } else if (changes.empty()) {
      continue;
    } else if (line.starts_with("@@")) {
      in_header = false;
    } else if (in_header && line.starts_with("Binary files ")) {
      changes.back().binary = true;
    } else if (in_header && (line.starts_with("--- ") || line.starts_with("+++ "))) {
      if (std::string path = DiffPath(line); !path.empty()) changes.back().path = std::move(path);
    } else if (!in_header && line.starts_with("+")) {
      ++changes.back().added;
    } else if (!in_header && line.starts_with("-")) {
      ++changes.back().removed;
    }
  }
  return changes;
}

std::vector<std::string> ProofNotes(const RunReport& report) {
  std::vector<std::string> notes;
  const auto of_step = [](const StepId& step) {
    return step.empty() ? std::string() : fmt::format(" of step {}", step.value);
  };
  for (const CheckRecord& check : report.baselines) {
    for (const CommandRecord& command : check.commands) {
      if (check.step.empty() && !command.passed)
        notes.push_back(fmt::format("`{}` failed before the run began.", command.command));
      if (!check.step.empty() && command.passed)
        notes.push_back(fmt::format("`{}`{} passed before the work: it proves nothing of that step alone.",
                                    command.command, of_step(check.step)));
    }
  }
  for (const CheckRecord& check : report.checks) {
    if (!check.latest) continue;
    for (const std::string& line : RedGreenLines(check.red_green))
      notes.push_back(fmt::format("Step {}: {}.", check.step.value, line));
  }
  for (const StepSpec& step : report.steps) {
    if (const PlannedProof proof = ProofOf(step); proof.waived)
      notes.push_back(fmt::format("The plan waives the proof of step {}: {}", step.id.value, proof.reason));
  }
  for (const UnsupportedClaim& claim : report.unsupported) {
    const bool quoted = claim.said.starts_with('"');
    const std::string what = claim.is_file
                                 ? fmt::format("that it changed `{}`, and its work holds no change of it", claim.said)
                             : quoted ? fmt::format("{}, and no command failed before the work", claim.said)
                                      : fmt::format("that it ran `{}`, and no event shows it", claim.said);
    notes.push_back(fmt::format("Unsupported: `{}`{} says {}.", claim.stage, of_step(claim.step), what));
  }
  return notes;
}

Result<RunReport> GatherReport(Forge& forge, RunId run, TimePoint now) {
  RunReport report;
  report.now = now;
  report.view = TRY(ViewRun(forge, run));
  report.events = TRY(forge.store().LastSeq(run));
  if (auto state = LoadState(forge, run)) {
    report.accepted = state->accepted;
    const bool still_works = state->start.rules >= 13 && !state->units.empty();
    const bool works = report.view.owner_alive && (Outlook(*state) == RunStatus::kActive || still_works);
    report.active_ms = state->active_ms + (works ? std::max<std::int64_t>(0, now.ms - state->last_at.ms) : 0);
    if (state->plan) report.steps = state->plan->steps;
  }
  report.changed = ChangedSteps(forge.project(), report.view.run, report.view.steps, report.steps);
  TRY(ReadProofs(forge.store(), run, report));
  const RunFiles files(forge.project(), run, report.view.run.slug);
  report.findings = TRY(ListFindings(forge.store(), run, &files));
  report.left_below = TRY(CountLeftBelow(forge, report.view.run));
  if (auto models = LoadModels(forge.machine(), forge.project())) {
    if (auto cost = CostOf(forge.store(), forge.project(), *models, report.view.run)) report.cost = *std::move(cost);
  }
  LookAtRepository(forge, report);
  return report;
}

}  // namespace forge
