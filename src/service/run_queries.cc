#include "service/run_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "base/strings.h"
#include "engine/input.h"
#include "engine/run_loop.h"
#include "model/json.h"
#include "os/files/files.h"
#include "service/answer_command.h"
#include "service/forge.h"
#include "service/ownership.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::int64_t kNewestUnits = 200;  // far more than a panel has members
constexpr std::size_t kNewestRuns = 200;    // that a list shows beside those that have not ended

std::string AskedRunNumber(const std::string& name) {
  for (std::string_view prefix : {"run-", "plan-"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

std::string FullDisk(const std::string& directory) {
  constexpr std::int64_t kKilo = 1024;
  constexpr std::int64_t kAFewRecords = 256 * kKilo;
  const std::int64_t free = FreeBytes(directory);
  if (free >= kAFewRecords) return "";
  return fmt::format("the disk of the store is full: {} KB are free in {}", free / kKilo, directory);
}

// A run that does a step stands for the run that a person started, unless that one has ended before it.
Result<RunId> StartedByPerson(Store& store, RunRow run) {
  while (run.parent_unit.value != 0) {
    auto above = TRY(store.FindRun(run.parent));
    if (!above || (IsEnd(above->status) && !IsEnd(run.status))) break;
    run = *std::move(above);
  }
  return run.id;
}

Result<RunId> FindCurrentRun(Store& store) {
  const auto current = TRY(store.GetMeta(std::string(kCurrentRun)));
  const auto chosen = TRY(store.FindRun(RunId{current ? ParseInt(*current).value_or(0) : 0}));
  if (chosen && !IsEnd(chosen->status)) return chosen->id;
  for (const RunChoice which : {RunChoice::kOpen, RunChoice::kAll}) {
    const std::vector<RunRow> newest = TRY(store.FindRuns({.which = which, .limit = 1}));
    if (!newest.empty()) return StartedByPerson(store, newest.front());
  }
  return Fail(Code::kNotFound, "there are no runs yet", "start one: forge run \"what you want done\"");
}

// Whether `run` is `above`, or was started by it or by a run below it. `known` keeps the answers.
Result<bool> IsInFamily(Store& store, RunId run, RunId above, std::map<RunId, bool>& known) {
  if (run == above) return true;
  if (run < above) return false;  // parents have smaller numbers than their children
  if (const auto found = known.find(run); found != known.end()) return found->second;
  const auto row = TRY(store.FindRun(run));
  const bool in_family = row && row->parent.value != 0 && TRY(IsInFamily(store, row->parent, above, known));
  known.emplace(run, in_family);
  return in_family;
}

// The run that no run has started, above this one; null: not in the store. `known` keeps the answers.
Result<const RunRow*> TopOf(Store& store, RunId run, std::map<RunId, RunRow>& known) {
  if (const auto found = known.find(run); found != known.end()) return &found->second;
  auto row = TRY(store.FindRun(run));
  if (!row) return nullptr;
  if (row->parent.value != 0) {
    const RunRow* const above = TRY(TopOf(store, row->parent, known));
    if (above == nullptr) return nullptr;
    row = *above;
  }
  return &known.emplace(run, *std::move(row)).first->second;
}

}  // namespace

Result<RunId> FindRun(Forge& forge, const std::string& name) {
  if (name.empty()) return FindCurrentRun(forge.store());
  if (auto number = ParseInt(AskedRunNumber(name))) {
    if (auto row = TRY(forge.store().FindRun(RunId{*number}))) return row->id;
    const auto in_git = forge.project().is_git ? Workspaces::RunsIn(forge.project().root) : std::set<RunId>();
    if (in_git && in_git->contains(RunId{*number})) {
      return Fail(Code::kNotFound, fmt::format("run {} is not in the store, but git has work of it", *number),
                  fmt::format("forge rescue {}", *number));
    }
  } else if (auto row = TRY(forge.store().FindRunBySlug(name))) {
    return row->id;
  }
  return Fail(Code::kNotFound, fmt::format("no run `{}`", name), "forge list");
}

Result<RunId> FindRunToLand(Forge& forge, const std::string& name) {
  RunId run = TRY(FindRun(forge, name));
  auto row = TRY(forge.store().FindRun(run));
  while (name.empty() && row && row->parent.value != 0) {  // a child lands with its parent
    run = row->parent;
    row = TRY(forge.store().FindRun(run));
  }
  const bool given_up = row && (row->status == RunStatus::kCancelled || row->status == RunStatus::kAbandoned);
  if (!name.empty() || !given_up) return run;
  std::vector<RunRow> all = TRY(forge.store().FindRuns({}));
  std::erase_if(all,
                [](const RunRow& other) { return other.status != RunStatus::kCompleted || other.parent.value != 0; });
  const auto newest = std::ranges::max_element(all, {}, &RunRow::id);
  return newest == all.end() ? run : newest->id;
}

Result<RunId> FindRunToShow(Forge& forge, const std::string& name) {
  if (!name.empty()) return FindRun(forge, name);
  const auto current = TRY(forge.store().GetMeta(std::string(kCurrentRun)));
  const auto last = TRY(forge.store().FindRun(RunId{current ? ParseInt(*current).value_or(0) : 0}));
  return last ? Result<RunId>(last->id) : FindRun(forge, "");
}

namespace {

// A run that no engine drives learns only from its next one that it waits for another run, or no longer does. People
// see at once what the rows of those runs say.
Status ShowBlockers(Store& store, std::vector<RunRow>& rows) {
  for (RunRow& row : rows) {
    if (row.status != RunStatus::kActive && row.status != RunStatus::kBlocked) continue;
    const std::vector<RunId> blockers = TRY(store.ListOpenBlockers(row.id));
    const RunStatus status = blockers.empty() ? RunStatus::kActive : RunStatus::kBlocked;
    if (status == row.status) continue;
    row.status = status;
    std::vector<std::string> names;
    for (const RunId run : blockers) names.push_back(std::to_string(run.value));
    row.reason = blockers.empty() ? "" : "waits for run " + Join(names, ", ");
  }
  return {};
}

}  // namespace

Result<std::vector<RunRow>> ListRuns(Forge& forge) {
  std::vector<RunRow> runs = TRY(forge.store().ListRuns());
  TRY(ShowBlockers(forge.store(), runs));
  return runs;
}

Result<std::vector<RunRow>> ListOpenRuns(Forge& forge) {
  std::vector<RunRow> open = TRY(forge.store().FindRuns({.which = RunChoice::kOpen}));
  TRY(ShowBlockers(forge.store(), open));
  return open;
}

Result<RecentRuns> ListRecentRuns(Forge& forge) {
  RecentRuns recent{TRY(forge.store().FindRuns({.limit = kNewestRuns + 1}))};
  TRY(ShowBlockers(forge.store(), recent.runs));
  if (recent.runs.size() <= kNewestRuns) return recent;
  recent.complete = false;
  const RunId oldest = recent.runs[1].id;
  recent.runs.erase(recent.runs.begin());
  std::vector<RunRow> open = TRY(ListOpenRuns(forge));
  std::erase_if(open, [&](const RunRow& run) { return run.id >= oldest; });
  recent.runs.insert(recent.runs.begin(), open.begin(), open.end());
  return recent;
}

namespace {

Result<RunView> ViewWithoutParts(Forge& forge, RunId run) {
  RunView view;
  auto row = TRY(forge.store().FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  std::vector<RunRow> rows = {*std::move(row)};
  TRY(ShowBlockers(forge.store(), rows));
  view.run = std::move(rows[0]);
  view.questions = TRY(forge.store().ListQuestions(run, false));
  view.blockers = TRY(forge.store().ListOpenBlockers(run));
  view.lease = TRY(forge.store().FindLease(run));
  view.owner_alive = view.lease && IsHeld(*view.lease, LeaseMs(forge.settings()));
  view.owner_silent = view.lease && !view.owner_alive && OwnerAlive(view.lease->owner);
  if (view.owner_alive) {
    const Owner& owner = view.lease->owner;
    view.engine = ReadEngineNote(forge.project(), run, owner.pid, owner.pid_start);
  }
  if (!view.owner_alive && !IsEnd(view.run.status)) view.asker = FindAsker(forge.project(), run);
  if (view.owner_alive) view.held_up = FullDisk(forge.project().state);
  return view;
}

}  // namespace

Result<RunView> ViewRun(Forge& forge, RunId run) {
  RunView view = TRY(ViewWithoutParts(forge, run));
  view.steps = TRY(forge.store().ListSteps(run));
  // Nothing works on a step of a run that ended.
  for (StepRow& step : view.steps) {
    if (!IsEnd(view.run.status) || !InProgress(step.status)) continue;
    step.status = StepStatus::kPending;
    step.reason.clear();  // what it waited for
  }
  view.units = TRY(forge.store().ListUnits(run));
  return view;
}

Result<RunView> GlanceAtRun(Forge& forge, RunId run) {
  RunView view = TRY(ViewWithoutParts(forge, run));
  view.units = TRY(forge.store().ListNewestUnits(run, kNewestUnits));
  return view;
}

Result<std::vector<StoredQuestion>> OpenQuestions(Forge& forge, RunId run) {
  std::map<RunId, bool> known;
  std::vector<StoredQuestion> open;
  for (StoredQuestion& stored : TRY(forge.store().ListQuestions(std::nullopt, true))) {
    if (TRY(IsInFamily(forge.store(), stored.run, run, known))) open.push_back(std::move(stored));
  }
  return open;
}

Result<std::vector<StoredQuestion>> OpenQuestionsOfAll(Forge& forge) {
  std::map<RunId, RunRow> known;
  std::vector<std::pair<RunId, StoredQuestion>> by_tree;
  for (StoredQuestion& stored : TRY(forge.store().ListQuestions(std::nullopt, true))) {
    const RunRow* const top = TRY(TopOf(forge.store(), stored.run, known));
    // A question whose run is lost must not hide the others.
    if (top != nullptr && !IsEnd(top->status)) by_tree.emplace_back(top->id, std::move(stored));
  }
  std::ranges::stable_sort(by_tree, std::greater<>(), &std::pair<RunId, StoredQuestion>::first);
  std::vector<StoredQuestion> open;
  for (auto& [top, stored] : by_tree) open.push_back(std::move(stored));
  return open;
}

Result<std::vector<RunRow>> RunsBelow(Forge& forge, RunId run) {
  std::vector<RunRow> below = TRY(forge.store().FindRuns({.parent = run}));
  for (std::size_t i = 0; i < below.size(); ++i) {
    for (RunRow& child : TRY(forge.store().FindRuns({.parent = below[i].id}))) below.push_back(std::move(child));
  }
  std::ranges::sort(below, {}, &RunRow::id);
  return below;
}

Result<RunId> RootOf(Store& store, RunId run) {
  while (true) {
    auto row = TRY(store.FindRun(run));
    if (!row || row->parent.value == 0) return run;
    run = row->parent;
  }
}

Result<State> LoadState(Forge& forge, RunId run) {
  JournalRange inputs;
  inputs.inputs_only = true;
  auto rows = TRY(forge.store().ReadJournal(run, inputs));
  if (rows.empty()) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  return TRY_WITH(fmt::format("run {}", run.value), Fold(rows));
}

Result<Started> LoadStarted(Forge& forge, RunId run) {
  const auto rows = TRY(forge.store().ReadJournal(run, JournalRange{0, 1, true}));
  if (rows.empty()) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  Input input = TRY_WITH(fmt::format("run {}", run.value), InputFromJson(rows[0].kind, TRY(ParseJson(rows[0].data))));
  if (auto* started = std::get_if<Started>(&input)) return std::move(*started);
  return Fail(Code::kCorrupt, fmt::format("the journal of run {} does not begin with its start", run.value));
}

Result<std::vector<JournalRow>> ReadRunLog(Forge& forge, RunId run, std::int64_t after, std::int64_t limit) {
  return forge.store().ReadJournal(run, JournalRange{after, limit, false});
}

namespace {

// Plain words stand as they are.
std::string ForShell(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:/+@%";
  return !word.empty() && word.find_first_not_of(kPlain) == std::string::npos ? word : ShellQuoted(word);
}

}  // namespace

bool AsksForChange(const Question& question, const std::string& answer) {
  const std::string word = Lower(Trim(answer));
  if (word != "modify" && word != "revise") return false;
  return (question.kind == QuestionKind::kAsk || question.kind == QuestionKind::kCheckpoint) &&
         std::ranges::any_of(question.options, [&](const std::string& option) { return Lower(option) == word; });
}

std::string CommandToAnswer(const StoredQuestion& stored, const std::string& answer, bool only, bool go) {
  const std::string number = only ? "" : fmt::format(" --question {}", stored.question.id.value);
  const char* words = AsksForChange(stored.question, answer) ? " -m \"what should change\"" : "";
  return fmt::format("forge answer {} {}{}{}{}", stored.run.value, ForShell(answer), number, words, go ? " --go" : "");
}

bool IsOnlyOpen(const std::vector<StoredQuestion>& questions, const StoredQuestion& stored) {
  return std::ranges::count_if(questions, [&](const StoredQuestion& other) {
           return other.run == stored.run && other.question.status == QuestionStatus::kOpen;
         }) == 1;
}

std::string FirstOption(const Question& question) {
  return question.options.empty() ? "ANSWER" : question.options.front();
}

std::string NextCommand(const RunView& view) {
  const std::int64_t id = view.run.id.value;
  const bool go = !view.owner_alive && !view.asker;
  switch (view.run.status) {
    case RunStatus::kWaiting: {
      for (const StoredQuestion& stored : view.questions) {
        if (stored.question.status == QuestionStatus::kOpen)
          return CommandToAnswer(stored, FirstOption(stored.question), IsOnlyOpen(view.questions, stored), go);
      }
      for (const StepRow& step : view.steps) {
        if (step.reason.starts_with(kOpenInShell)) return fmt::format("forge shell {} {}", id, step.id.value);
      }
      return fmt::format("forge questions {}", id);
    }
    case RunStatus::kActive:
      return view.owner_alive ? fmt::format("forge watch {}", id) : fmt::format("forge resume {}", id);
    case RunStatus::kPaused:
    case RunStatus::kParked: return fmt::format("forge resume {}", id);
    case RunStatus::kBlocked:
      return view.blockers.empty() ? fmt::format("forge status {}", id)
                                   : fmt::format("forge status {}", view.blockers[0].value);
    case RunStatus::kFailed: return fmt::format("forge retry {}{}", id, go ? " --go" : "");
    case RunStatus::kCompleted: return fmt::format("forge report {}", id);
    case RunStatus::kCancelled:
    case RunStatus::kAbandoned: return fmt::format("forge log {}", id);
  }
  return "";
}

}  // namespace forge
