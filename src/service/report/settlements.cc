#include "service/report/settlements.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "model/fields.h"
#include "model/triage_answer.h"

namespace forge {
namespace {

std::string MetaKey(RunId run, const std::string& key) { return fmt::format("finding/{}/{}", run.value, key); }

// By the answer to a question of the run.
bool WasTriaged(const State& state, const RunFinding& found, TimePoint when) {
  return std::ranges::any_of(state.questions, [&](const auto& entry) {
    const Question& question = entry.second;
    const bool spoken = question.status == QuestionStatus::kAnswered && question.answered.ms <= when.ms;
    if (question.shows != kTriagePage || !spoken || found.first_at.ms > question.asked.ms) return false;
    const std::string word =
        WishFor(ReadTriageAnswer(question.answer, question.comment), found.id, TriageTitle(found)).word;
    return word == "keep" || word == "follow-up";
  });
}

}  // namespace

bool WasSettled(Store& store, RunId run, const State& state, const RunFinding& found, TimePoint when) {
  if (WasTriaged(state, found, when)) return true;
  const auto settlement = FindSettlement(store, run, found.key);
  if (!settlement || !*settlement || (*settlement)->at.ms > when.ms) return false;
  return (*settlement)->state == FindingState::kRejected || (*settlement)->state == FindingState::kFollowUp;
}

Result<std::optional<Settlement>> FindSettlement(Store& store, RunId run, const std::string& key) {
  const std::optional<std::string> text = TRY(store.GetMeta(MetaKey(run, key)));
  if (!text) return std::optional<Settlement>{};
  const Json json = TRY(ParseJson(*text));
  Settlement settlement;
  settlement.state = ParseFindingState(json["state"].AsString()).value_or(FindingState::kOpen);
  settlement.reason = json["reason"].AsString();
  settlement.by = json["by"].AsString();
  settlement.at = TimePoint{json["at"].AsInt()};
  return std::optional(settlement);
}

void ApplySettlement(RunFinding& found, const Settlement& settlement) {
  const bool again = settlement.state == FindingState::kFixed && found.at.ms > settlement.at.ms;
  if (again) {
    const std::string who = settlement.by.empty() ? "a person" : settlement.by;
    found.finding.notes.push_back(fmt::format("marked fixed by {}, then reported again", who));
    return;
  }
  found.finding.state = settlement.state;
  found.finding.reason = settlement.reason;
  found.by = settlement.by;
  found.settled = settlement.at;
}

Status SettleFinding(Store& store, RunId run, const RunFinding& finding, const Settlement& settlement) {
  if (settlement.state == FindingState::kRejected && Trim(settlement.reason).empty()) {
    return Fail(Code::kInvalid, fmt::format("reject {}: a reason is needed", finding.id), "--reason TEXT");
  }
  Json json = Json::MakeObject().Set("state", Name(settlement.state));
  SetUnlessEmpty(json, "reason", settlement.reason);
  SetUnlessEmpty(json, "by", settlement.by);
  json.Set("at", settlement.at.ms);
  return store.SetMeta(MetaKey(run, finding.key), json.Dump());
}

}  // namespace forge
