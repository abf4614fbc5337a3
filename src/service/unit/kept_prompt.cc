#include "service/unit/kept_prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/strings.h"
#include "service/forge.h"
#include "service/run_queries.h"
#include "service/unit/asked.h"
#include "service/unit/run_files.h"

namespace forge {
namespace {

// "" for the run itself, which is no name to print.
std::string Listed(const std::set<std::string>& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (!name.empty()) shown.push_back(name);
  }
  return shown.empty() ? "" : "there are: " + Join(shown, ", ");
}

Error NoSuch(const std::string& what, const std::string& hint) {
  return Error{Code::kNotFound, what, hint.empty() ? "no agent was asked there yet" : hint};
}

std::string Rounds(const std::set<int>& rounds) {
  std::vector<std::string> shown;
  for (const int round : rounds) shown.push_back(std::to_string(round));
  return Join(shown, ", ");
}

// Narrows the units down, one part of the query after the other, so that an error can name what there is.
Result<std::vector<UnitRow>> Chosen(std::vector<UnitRow> units, const KeptPromptQuery& query) {
  std::set<std::string> stages, steps, members;
  std::set<int> rounds;
  const auto keep = [&](auto wanted) { std::erase_if(units, [&](const UnitRow& unit) { return !wanted(unit); }); };
  keep([](const UnitRow& unit) { return unit.kind == UnitKind::kAgent || unit.kind == UnitKind::kLearn; });
  for (const UnitRow& unit : units) {
    if (unit.step.value.empty() == query.step.empty()) stages.insert(unit.stage);
  }
  keep([&](const UnitRow& unit) { return unit.stage == query.stage && unit.step.value.empty() == query.step.empty(); });
  if (units.empty()) {
    const char* whose = query.step.empty() ? "of the run" : "of a step";
    return std::unexpected(
        NoSuch(fmt::format("no agent was asked in a stage `{}` {}", query.stage, whose), Listed(stages)));
  }
  for (const UnitRow& unit : units) steps.insert(unit.step.value);
  keep([&](const UnitRow& unit) { return unit.step.value == query.step; });
  if (units.empty())
    return std::unexpected(NoSuch(fmt::format("no agent was asked in step `{}`", query.step), Listed(steps)));
  for (const UnitRow& unit : units) members.insert(unit.member);
  if (!query.member.empty()) keep([&](const UnitRow& unit) { return unit.member == query.member; });
  if (units.empty()) {
    const std::string hint = Listed(members);
    return std::unexpected(NoSuch(fmt::format("stage `{}` asked no member `{}`", query.stage, query.member),
                                  hint.empty() ? "the stage is no panel" : hint));
  }
  for (const UnitRow& unit : units) rounds.insert(unit.iteration);
  keep([&](const UnitRow& unit) { return unit.iteration == query.round; });
  if (units.empty())
    return std::unexpected(
        NoSuch(fmt::format("stage `{}` has no round {}", query.stage, query.round), "there are: " + Rounds(rounds)));
  return units;
}

}  // namespace

Result<std::vector<KeptPrompt>> ReadKeptPrompts(Forge& forge, const KeptPromptQuery& query) {
  const auto row = TRY(forge.store().FindRun(query.run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", query.run.value), "forge list");
  const std::vector<UnitRow> units = TRY(Chosen(TRY(forge.store().ListUnits(query.run)), query));
  // A later attempt takes the place of an earlier one.
  std::vector<UnitRow> last;
  for (const UnitRow& unit : units) {
    const auto same = std::ranges::find(last, unit.member, &UnitRow::member);
    if (same == last.end()) {
      last.push_back(unit);
    } else {
      *same = unit;
    }
  }
  const RunFiles files(forge.project(), query.run, row->slug);
  std::vector<KeptPrompt> prompts;
  for (const UnitRow& unit : last) {
    auto text = TRY(ReadPrompt(forge.store(), files, unit.id));
    if (!text) continue;
    prompts.push_back(
        {unit.id, unit.stage, unit.step.value, unit.member, unit.iteration, unit.attempt, *std::move(text)});
  }
  if (prompts.empty()) {
    return Fail(Code::kNotFound, fmt::format("no prompt of stage `{}` is kept", query.stage),
                "the files of its units are gone, or the agent was not asked yet");
  }
  return prompts;
}

}  // namespace forge
