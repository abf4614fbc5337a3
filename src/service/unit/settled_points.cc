#include "service/unit/settled_points.h"

#include <algorithm>
#include <utility>

#include "model/finding.h"
#include "service/report/findings_said.h"

namespace forge {
namespace {

bool HasObjection(const Json& findings) {
  return std::ranges::any_of(findings.AsArray(),
                             [](const Json& one) { return FindingFromJson(one).level != FindingLevel::kLow; });
}

}  // namespace

void SetSettledAside(const std::vector<bool>& settled, UnitOutcome& outcome) {
  const Json::Array said = outcome.result["findings"].AsArray();
  if (settled.size() != said.size() || std::ranges::find(settled, true) == settled.end()) return;
  Json left = Json::MakeArray();
  Json aside = Json::MakeArray();
  for (std::size_t i = 0; i < said.size(); ++i) (settled[i] ? aside : left).Append(said[i]);
  outcome.result.Set("findings", std::move(left));
  outcome.result.Set(kSettledPoints, std::move(aside));
}

void ApproveIfSettled(UnitOutcome& outcome) {
  const Json& aside = outcome.result[kSettledPoints];
  const Json& left = outcome.result["findings"];
  if (outcome.verdict != Verdict::kRevision || aside.AsArray().empty()) return;
  if (!left.AsArray().empty() && (HasObjection(left) || !HasObjection(aside))) return;
  outcome.verdict = Verdict::kApproved;
  outcome.failures = static_cast<std::int64_t>(left.AsArray().size());
  outcome.summary = "asks only for what is decided or put off";
}

}  // namespace forge
