#include "service/transcript/unit_output.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "service/forge.h"
#include "service/unit/run_files.h"
#include "store/store.h"

namespace forge {
namespace {

using Kind = AgentEvent::Kind;

bool IsAsked(const UnitRow& unit, const UnitQuery& query) {
  if (query.unit && unit.id != *query.unit) return false;
  if (query.step.empty()) return true;
  if (query.names_stage) return unit.stage == query.step;
  return query.step == "run" ? unit.step.value.empty() : unit.step.value == query.step;
}

bool RunsNow(const UnitRow& unit) { return unit.status == UnitStatus::kRunning; }

// A merge or a run of its own has its say elsewhere.
bool HasMuchToSay(const UnitRow& unit) {
  return unit.kind == UnitKind::kAgent || unit.kind == UnitKind::kLearn || unit.kind == UnitKind::kCheck;
}

// The stages that have units, in the order of their first ones.
std::vector<std::string> StagesOf(const std::vector<UnitRow>& units) {
  std::vector<std::string> names;
  for (const UnitRow& unit : units) {
    const bool known = std::ranges::find(names, unit.stage) != names.end();
    if (!known && unit.kind != UnitKind::kGate) names.push_back(unit.stage);
  }
  return names;
}

Error NoUnit(const UnitQuery& query, const std::vector<UnitRow>& all) {
  const std::int64_t run = query.run.value;
  if (all.empty()) {
    const std::string whose =
        query.step.empty() || query.step == "run" ? fmt::format("run {}", run) : fmt::format("step `{}`", query.step);
    return {Code::kNotFound, whose + " has started nothing yet", fmt::format("forge status {}", run)};
  }
  std::vector<std::string> numbers;
  constexpr std::size_t kMostNamed = 10;
  for (std::size_t i = all.size() - std::min(all.size(), kMostNamed); i < all.size(); ++i)
    numbers.push_back(std::to_string(all[i].id.value));
  return {Code::kNotFound,
          fmt::format("{} has no unit {} with output", query.step.empty() ? fmt::format("run {}", run) : query.step,
                      query.unit->value),
          fmt::format("the last ones are {}", Join(numbers, ", "))};
}

// As the check would have written them.
std::vector<TranscriptEntry> EntriesOfResults(const Json& report, TimePoint at) {
  std::vector<TranscriptEntry> entries;
  const auto add = [&](std::string_view kind, std::string text, std::string line, Json data) {
    entries.push_back({static_cast<std::int64_t>(entries.size()) + 1, at, std::string(kind), std::move(text),
                       std::move(line), std::move(data)});
  };
  for (const Json& result : report["results"].AsArray()) {
    const std::string& command = result["command"].AsString();
    const Json named = Json::MakeObject().Set("command", command);
    add(Name(Kind::kToolCall), "verify", command, named);
    if (!result["output"].AsString().empty()) add(kOutputEntry, result["output"].AsString(), "", named);
    Json end = named;
    for (const char* member : {"exit_code", "passed", "duration_ms"}) end.Set(member, result[member]);
    add(Name(Kind::kToolResult), "", "", std::move(end));
  }
  return entries;
}

}  // namespace

Result<UnitQuery> AskForUnit(Forge& forge, RunId run, const std::string& name) {
  UnitQuery query{run, name};
  if (name.empty() || name == "run") return query;
  std::vector<std::string> steps;
  for (const StepRow& step : TRY(forge.store().ListSteps(run))) steps.push_back(step.id.value);
  if (std::ranges::find(steps, name) != steps.end()) return query;
  const std::vector<std::string> stages = StagesOf(TRY(forge.store().ListUnits(run)));
  query.names_stage = std::ranges::find(stages, name) != stages.end();
  if (query.names_stage) return query;
  std::string hint = steps.empty() ? "" : "it has: " + Join(steps, ", ");
  if (!stages.empty()) hint += (hint.empty() ? "" : "; ") + ("stages so far: " + Join(stages, ", "));
  return Fail(Code::kNotFound, fmt::format("run {} has no step `{}`", run.value, name),
              hint.empty() ? fmt::format("it has no steps yet: forge output {}", run.value) : hint);
}

Result<std::vector<UnitRow>> OutputUnits(Forge& forge, const UnitQuery& query) {
  std::vector<UnitRow> units = TRY(forge.store().ListUnits(query.run));
  std::erase_if(units, [&](const UnitRow& unit) { return unit.kind == UnitKind::kGate || !IsAsked(unit, query); });
  return units;
}

Result<UnitRow> FindOutputUnit(Forge& forge, const UnitQuery& query) {
  const std::vector<UnitRow> units = TRY(OutputUnits(forge, query));
  if (units.empty()) {
    UnitQuery any = query;
    any.unit.reset();
    return std::unexpected(NoUnit(query, TRY(OutputUnits(forge, any))));
  }
  for (const auto wanted : {RunsNow, HasMuchToSay}) {
    const auto latest = std::find_if(units.rbegin(), units.rend(), wanted);
    if (latest != units.rend()) return *latest;
  }
  return units.back();
}

Result<OtherOutput> OutputWithoutTranscript(Forge& forge, RunId run, const UnitRow& unit) {
  if (unit.kind == UnitKind::kChild) {
    const auto child = TRY(forge.store().FindChild(run, unit.id));
    if (child) return OtherOutput{{}, fmt::format("it is run {0}: forge output {0}", child->id.value)};
  }
  const RunFiles files(forge.project(), run, "");
  if (const auto report = TRY(files.ReadUnitText(unit.id, "verify.json"))) {
    const auto json = ParseJson(*report);
    if (json)
      return OtherOutput{EntriesOfResults(*json, unit.ended),
                         "its transcript is missing; these are the results of its commands"};
    return OtherOutput{{}, "its transcript is missing, and its file verify.json cannot be read"};
  }
  if (auto page = TRY(files.ReadUnitText(unit.id, std::string(kEvidenceFile))))
    return OtherOutput{{{1, unit.ended, std::string(Name(Kind::kText)), *std::move(page), "", {}}}, ""};
  if (auto answer = TRY(files.ReadUnitText(unit.id, "answer.md"))) {
    return OtherOutput{{{1, unit.ended, std::string(Name(Kind::kText)), *std::move(answer), "", {}}},
                       "its transcript is missing; this is its answer"};
  }
  if (RunsNow(unit)) return OtherOutput{{}, "it has said nothing yet"};
  return OtherOutput{{}, HasMuchToSay(unit) ? "it has no transcript: it said nothing, or the file is gone" : ""};
}

}  // namespace forge
