// What is said of one finding of a run, wherever it comes from.
#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "model/fields.h"
#include "service/report/findings.h"

namespace forge {

std::string TriageTitle(const RunFinding& found) {
  return found.step.empty() ? found.stage : fmt::format("step {}, {}", found.step.value, found.stage);
}

const RunFinding* FindFinding(const std::vector<RunFinding>& findings, const std::string& name) {
  const auto found = std::find_if(findings.begin(), findings.end(), [&](const RunFinding& finding) {
    return EqualsIgnoreCase(finding.id, name) || finding.id == "F" + name || finding.key == name;
  });
  return found == findings.end() ? nullptr : &*found;
}

bool NeedsTriage(const RunFinding& finding) {
  const FindingState state = finding.finding.state;
  return !finding.advisory && (state == FindingState::kOpen || state == FindingState::kDeferred);
}

bool IsUndecided(const RunFinding& finding) {
  return NeedsTriage(finding) && finding.finding.state == FindingState::kOpen;
}

std::string OpenFindingsText(const std::vector<RunFinding>& findings) {
  const auto open = std::ranges::count_if(findings, IsUndecided);
  const auto deferred = std::ranges::count_if(findings, NeedsTriage) - open;
  const std::string put_off = deferred > 0 ? fmt::format("{} deferred", deferred) : "";
  if (open == 0) return put_off;
  return fmt::format("{} open{}{}", open, put_off.empty() ? "" : ", ", put_off);
}

bool IsDecided(const RunFinding& finding) {
  const FindingState state = finding.finding.state;
  return finding.settled.ms > 0 && (state == FindingState::kRejected || state == FindingState::kFollowUp);
}

bool IsPutOff(const RunFinding& finding) {
  const bool left = finding.finding.state == FindingState::kDeferred || (IsUndecided(finding) && finding.unasked);
  return finding.settled.ms > 0 && left;
}

bool IsNoObjection(const RunFinding& finding) {
  return finding.by != "policy" || finding.finding.level == FindingLevel::kLow;
}

bool IsLeftByPerson(const RunFinding& finding) { return IsDecided(finding) || finding.worse_since; }

bool IsSerious(const RunFinding& finding) {
  return finding.finding.level == FindingLevel::kHigh || finding.finding.level == FindingLevel::kMedium;
}

bool IsAskedAbout(const RunFinding& finding) { return NeedsTriage(finding) && !finding.accepted_plan; }

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
  SetUnlessEmpty(json, "same_as", found.same_as);
  SetUnlessEmpty(json, "confirmed_by", found.confirmed_by);
  SetUnlessEmpty(json, "output", found.output);
  SetUnlessEmpty(json, "by", found.by);
  SetUnlessZero(json, "settled_at", found.settled.ms);
  return json;
}

}  // namespace forge
