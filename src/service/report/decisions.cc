#include "service/report/decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>

#include "base/strings.h"
#include "engine/input.h"
#include "store/store.h"

namespace forge {
namespace {

std::string WordsOfDecision(const Json& said) {
  if (said.is_string()) return said.AsString();
  const std::string text = said["decision"].AsString(said["text"].AsString());
  const std::string why = said["why"].AsString(said["reason"].AsString());
  return why.empty() ? text : fmt::format("{} ({})", text, why);
}

}  // namespace

Result<std::vector<MadeDecision>> DecisionList::Read() {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<Moment, MadeDecision>> all;
  TRY(ReadTree(TRY(Top()), all));
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one.first; });
  std::vector<MadeDecision> said;
  for (auto& [when, decision] : all) said.push_back(std::move(decision));
  return NumberDecisions(said);
}

// Only runs that do a step belong to the tree of the plan: one that was started for later work decides for itself.
Result<RunId> DecisionList::Top() {
  RunId run = run_;
  for (auto row = TRY(store_.FindRun(run)); row && row->parent.value != 0 && !row->parent_step.empty();
       row = TRY(store_.FindRun(run)))
    run = row->parent;
  return run;
}

Status DecisionList::ReadTree(RunId run, std::vector<std::pair<Moment, MadeDecision>>& all) {
  Known& known = known_[run];
  TRY(ReadOn(run, known));
  all.insert(all.end(), known.made.begin(), known.made.end());
  for (const RunRow& below : TRY(store_.FindRuns({.parent = run}))) {
    if (!below.parent_step.empty()) TRY(ReadTree(below.id, all));
  }
  return {};
}

Status DecisionList::ReadOn(RunId run, Known& known) {
  Known next = known;
  JournalRange range;
  range.after = known.seq;
  range.inputs_only = true;
  for (const JournalRow& row : TRY(store_.ReadJournal(run, range))) {
    next.seq = std::max(next.seq, row.seq);
    // Most ends decide nothing.
    if (row.kind != "ended" || row.data.find("\"decisions\"") == std::string::npos) continue;
    const Input input = TRY(InputFromJson(row.kind, TRY(ParseJson(row.data))));
    const auto& ended = std::get<Ended>(input);
    if (ended.outcome.status != UnitStatus::kDone) continue;
    const auto unit = TRY(store_.FindUnit(run, ended.unit));
    std::string from = fmt::format("run {}", run.value);
    if (unit && !unit->step.empty()) from += fmt::format(", step {}", unit->step.value);
    for (const Json& said : ended.outcome.result["decisions"].AsArray())
      next.made.push_back({{row.at.ms, run.value, ended.unit.value}, {"", WordsOfDecision(said), from}});
  }
  known = std::move(next);
  return {};
}

}  // namespace forge
