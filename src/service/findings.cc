#include "service/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/strings.h"
#include "model/fields.h"
#include "model/outcome.h"
#include "text/audit.h"

namespace forge {
namespace {

// Who speaks: one stage of one lane, or one seat of its panel.
using Seat = std::tuple<std::string, std::string, std::string>;

struct Seen {
  std::vector<RunFinding> findings;
  std::map<std::pair<Seat, std::string>, std::size_t> places;
  std::map<Seat, UnitId> latest;  // the last unit of each seat that gave an answer
};

std::string SourceOf(const UnitRow& unit) {
  std::string source = unit.stage;
  if (!unit.member.empty()) source += "." + unit.member;
  return source;
}

std::string_view Word(Severity severity) {
  switch (severity) {
    case Severity::kNone: return "none";
    case Severity::kLow: return "low";
    case Severity::kMedium: return "medium";
    case Severity::kHigh: return "high";
  }
  return "none";
}

// A review without a result block: the concerns of an audit, or at least that it asked for changes.
std::vector<Finding> FromWords(const UnitRow& unit, const UnitOutcome& outcome, const RunFiles* files) {
  std::vector<Finding> findings;
  if (!outcome.verdict) return findings;
  const std::optional<std::string> text = files == nullptr ? std::nullopt : files->ReadUnitText(unit.id, "answer.md");
  if (text) {
    for (const Concern& concern : ParseAudit(*text).concerns) {
      findings.push_back(FindingFromJson(
          Json::MakeObject().Set("severity", Word(concern.severity)).Set("description", concern.text), SourceOf(unit)));
    }
  }
  if (findings.empty() && outcome.verdict == Verdict::kRevision) {
    findings.push_back(FindingFromJson(Json::MakeObject().Set("description", outcome.summary), SourceOf(unit)));
    findings.back().notes.emplace_back("the review asks for changes without a finding that could be read");
  }
  return findings;
}

std::vector<Finding> FindingsOf(const UnitRow& unit, const UnitOutcome& outcome, const RunFiles* files) {
  std::vector<Finding> findings = FindingsFromJson(outcome.result, SourceOf(unit));
  return findings.empty() ? FromWords(unit, outcome, files) : findings;
}

void Collect(Seen& seen, const UnitRow& unit, std::vector<Finding> said, TimePoint at) {
  const Seat seat{unit.step.value, unit.stage, unit.member};
  seen.latest[seat] = unit.id;
  for (Finding& finding : said) {
    const std::string key = FindingKey(finding);
    const auto [place, fresh] = seen.places.try_emplace({seat, key}, seen.findings.size());
    if (fresh) {
      RunFinding made;
      made.id = fmt::format("F{}", seen.findings.size() + 1);
      made.key = Sha256(unit.step.value + "\n" + key).substr(0, 8);
      made.step = unit.step;
      made.stage = unit.stage;
      made.member = unit.member;
      made.first = unit.id;
      seen.findings.push_back(std::move(made));
    }
    RunFinding& kept = seen.findings[place->second];
    kept.finding = std::move(finding);
    kept.last = unit.id;
    kept.at = at;
  }
}

std::string MetaKey(RunId run, const std::string& key) { return fmt::format("finding/{}/{}", run.value, key); }

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

void Apply(RunFinding& found, const Settlement& settlement) {
  const bool again = settlement.state == FindingState::kFixed && found.at.ms > settlement.at.ms;
  if (again) {
    found.finding.notes.push_back(fmt::format("settled as fixed by {}, and reported again since", settlement.by));
    return;
  }
  found.finding.state = settlement.state;
  found.finding.reason = settlement.reason;
  found.by = settlement.by;
  found.settled = settlement.at;
}

}  // namespace

Result<std::vector<RunFinding>> ListFindings(Store& store, RunId run, const RunFiles* files) {
  std::map<UnitId, UnitRow> units;
  for (UnitRow& unit : TRY(store.ListUnits(run))) {
    const UnitId id = unit.id;
    units.emplace(id, std::move(unit));
  }
  JournalRange range;
  range.inputs_only = true;
  Seen seen;
  for (const JournalRow& row : TRY(store.ReadJournal(run, range))) {
    if (row.kind != "ended") continue;
    const Input input = TRY(InputFromJson(row.kind, TRY(ParseJson(row.data))));
    const Ended& ended = std::get<Ended>(input);
    const auto unit = units.find(ended.unit);
    if (unit == units.end() || ended.outcome.status != UnitStatus::kDone) continue;
    Collect(seen, unit->second, FindingsOf(unit->second, ended.outcome, files), row.at);
  }
  for (RunFinding& found : seen.findings) {
    const UnitId latest = seen.latest.at({found.step.value, found.stage, found.member});
    if (found.last != latest) {
      found.finding.state = FindingState::kFixed;
      found.finding.reason = fmt::format("unit {} of the same seat no longer reports it", latest.value);
    }
    if (const auto settlement = TRY(FindSettlement(store, run, found.key))) Apply(found, *settlement);
  }
  return std::move(seen.findings);
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

const RunFinding* FindFinding(const std::vector<RunFinding>& findings, const std::string& name) {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const RunFinding& finding) {
    return EqualsIgnoreCase(finding.id, name) || finding.id == "F" + name || finding.key == name;
  });
  return found == findings.end() ? nullptr : &*found;
}

bool NeedsTriage(const RunFinding& finding) {
  return finding.finding.state == FindingState::kOpen || finding.finding.state == FindingState::kDeferred;
}

Json ToJson(const RunFinding& found) {
  Json json = Json::MakeObject().Set("id", found.id).Set("key", found.key).Set("state", Name(found.finding.state));
  const Json finding = ToJson(found.finding);
  for (const auto& [name, value] : finding.AsObject()) {
    if (name != "state") json.Set(name, value);
  }
  SetUnlessEmpty(json, "step", found.step.value);
  json.Set("stage", found.stage);
  SetUnlessEmpty(json, "member", found.member);
  json.Set("first_unit", found.first.value).Set("unit", found.last.value);
  SetUnlessEmpty(json, "by", found.by);
  SetUnlessZero(json, "settled_at", found.settled.ms);
  return json;
}

}  // namespace forge
