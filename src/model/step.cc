#include "model/step.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "model/fields.h"

namespace forge {
namespace {

void SetLimitsAndHelp(Json& json, const StepSpec& step) {
  SetUnlessEmpty(json, "tier", step.tier);
  SetUnlessEmpty(json, "effort", step.effort);
  SetUnlessEmpty(json, "role", step.role);
  if (step.checkpoint) json.Set("checkpoint", true);
  SetUnlessEmpty(json, "failure_mode", step.failure_mode);
  SetUnlessEmpty(json, "fallback", step.fallback);
  SetUnlessZero(json, "max_tokens", step.max_tokens);
  SetUnlessZero(json, "max_retries", step.max_retries);
  SetUnlessEmpty(json, "disallowed", step.disallowed);
  SetUnlessEmpty(json, "expected_trajectory", step.expected_trajectory);
  SetUnlessEmpty(json, "success_evidence", step.success_evidence);
}

void ReadLimitsAndHelp(FieldReader& fields, StepSpec& step) {
  fields.Read("tier", step.tier);
  fields.Read("effort", step.effort);
  fields.Read("role", step.role);
  fields.Read("checkpoint", step.checkpoint);
  fields.Read("failure_mode", step.failure_mode);
  fields.Read("fallback", step.fallback);
  fields.Read("max_tokens", step.max_tokens);
  fields.Read("max_retries", step.max_retries);
  fields.Read("disallowed", step.disallowed);
  fields.Read("expected_trajectory", step.expected_trajectory);
  fields.Read("success_evidence", step.success_evidence);
}

}  // namespace

Json ToJson(const Criterion& criterion) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "kind", criterion.kind);
  SetUnlessEmpty(json, "check", criterion.check);
  SetUnlessEmpty(json, "expected", criterion.expected);
  if (!criterion.blocking) json.Set("blocking", false);
  return json;
}

Result<Criterion> CriterionFromJson(const Json& json) {
  Criterion criterion;
  FieldReader fields(json, "criterion");
  fields.Read("kind", criterion.kind);
  fields.Read("check", criterion.check);
  fields.Read("expected", criterion.expected);
  fields.Read("blocking", criterion.blocking);
  if (!fields.status()) return std::unexpected(fields.status().error());
  return criterion;
}

Json ToJson(const StepSpec& step) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "id", step.id.value);
  SetUnlessEmpty(json, "title", step.title);
  SetUnlessEmpty(json, "what", step.what);
  SetUnlessEmpty(json, "files", step.files);
  SetUnlessEmpty(json, "writes", step.writes);
  if (!step.depends.empty()) {
    Json depends = Json::MakeArray();
    for (const StepId& id : step.depends) depends.Append(id.value);
    json.Set("depends", std::move(depends));
  }
  SetUnlessEmpty(json, "verify", step.verify);
  SetUnlessEmpty(json, "done_when", step.done_when);
  SetUnlessEmpty(json, "complexity", step.complexity);
  SetUnlessZero(json, "estimate_ms", step.estimate_ms);
  SetUnlessEmpty(json, "kind", step.kind);
  SetItemsUnlessEmpty(json, "acceptance", step.acceptance, ToJson);
  if (!step.must_haves.empty()) json.Set("must_haves", ToJson(step.must_haves));
  SetItemsUnlessEmpty(json, "claims", step.claims, ToJson);
  SetLimitsAndHelp(json, step);
  if (!step.extra.is_null()) json.Set("extra", step.extra);
  return json;
}

Result<StepSpec> StepFromJson(const Json& json) {
  StepSpec step;
  std::vector<std::string> depends;
  FieldReader fields(json, "step");
  fields.Read("id", step.id.value);
  fields.Read("title", step.title);
  fields.Read("what", step.what);
  fields.Read("files", step.files);
  fields.Read("writes", step.writes);
  fields.Read("depends", depends);
  fields.Read("verify", step.verify);
  fields.Read("done_when", step.done_when);
  fields.Read("complexity", step.complexity);
  fields.Read("estimate_ms", step.estimate_ms);
  fields.Read("kind", step.kind);
  fields.ReadItems("acceptance", CriterionFromJson, step.acceptance);
  if (const Json* must_haves = fields.Object("must_haves")) {
    Result<MustHaves> read = MustHavesFromJson(*must_haves);
    if (!read) fields.Adopt("must_haves", read.error());
    if (read) step.must_haves = *std::move(read);
  }
  fields.ReadItems("claims", ClaimFromJson, step.claims);
  ReadLimitsAndHelp(fields, step);
  fields.Read("extra", step.extra);
  if (!fields.status()) return std::unexpected(fields.status().error());
  step.depends.reserve(depends.size());
  for (std::string& id : depends) step.depends.push_back(StepId{std::move(id)});
  return step;
}

std::string EffectiveComplexity(const StepSpec& step) {
  constexpr std::size_t kManyFiles = 3;
  std::set<std::string_view> touched(step.files.begin(), step.files.end());
  touched.insert(step.writes.begin(), step.writes.end());
  bool strategic =
      std::ranges::any_of(step.claims, [](const Claim& claim) { return claim.type == ClaimType::kStrategic; });
  return strategic || touched.size() >= kManyFiles ? "complex" : step.complexity;
}

}  // namespace forge
