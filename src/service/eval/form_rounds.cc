#include "service/eval/form_rounds.h"

#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include "base/strings.h"
#include "engine/input.h"
#include "model/json.h"

namespace forge {
namespace {

// These look at how a document is written. The others (claims, symbols, must-haves ...) look at what it says.
bool ChecksForm(const Stage& stage) {
  return stage.kind == StageKind::kCheck && stage.mode == CheckMode::kBlocking && stage.commands.empty() &&
         std::ranges::any_of(stage.checks,
                             [](const std::string& check) { return IsOneOf(check, {"structure", "graph"}); });
}

bool IsFormStage(const PipelineSet& set, const std::string& name) {
  return std::ranges::any_of(set.pipelines, [&](const Pipeline& pipeline) {
    const Stage* stage = pipeline.Find(name);
    return stage != nullptr && ChecksForm(*stage);
  });
}

bool IsUnreadable(const UnitOutcome& outcome) {
  if (outcome.status == UnitStatus::kFailed) return outcome.error_class == ErrorClass::kMalformed;
  return outcome.verdict == Verdict::kMalformed;
}

}  // namespace

Result<std::int64_t> CountFormRounds(const std::vector<JournalRow>& journal, const std::vector<UnitRow>& units) {
  std::map<UnitId, const UnitRow*> by_id;
  for (const UnitRow& unit : units) by_id[unit.id] = &unit;
  PipelineSet pipelines;
  std::int64_t count = 0;
  for (const JournalRow& row : journal) {
    if (!row.is_input || !IsOneOf(row.kind, {"started", "ended"})) continue;
    const Input input = TRY(InputFromJson(row.kind, TRY(ParseJson(row.data))));
    if (const auto* started = std::get_if<Started>(&input)) pipelines = started->pipelines;
    const auto* ended = std::get_if<Ended>(&input);
    if (ended == nullptr) continue;
    const auto unit = by_id.find(ended->unit);
    const bool check = unit != by_id.end() && unit->second->kind == UnitKind::kCheck;
    const bool lost = check ? !ended->outcome.passed && ended->outcome.status == UnitStatus::kDone &&
                                  IsFormStage(pipelines, unit->second->stage)
                            : IsUnreadable(ended->outcome);
    if (lost) ++count;
  }
  return count;
}

}  // namespace forge
