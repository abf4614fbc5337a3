#include "model/outcome.h"

#include <cmath>
#include <utility>

#include "model/fields.h"

namespace forge {
namespace {

Json ToJson(const ArtifactRef& artifact) {
  Json json = Json::MakeObject();
  json.Set("name", artifact.name);
  if (!artifact.sha256.empty()) json.Set("sha256", artifact.sha256);
  SetUnlessZero(json, "bytes", artifact.bytes);
  return json;
}

Result<ArtifactRef> ArtifactRefFromJson(const Json& json) {
  ArtifactRef artifact;
  FieldReader fields(json, "artifact");
  fields.Read("name", artifact.name);
  fields.Read("sha256", artifact.sha256);
  fields.Read("bytes", artifact.bytes);
  if (!fields.status()) return std::unexpected(fields.status().error());
  return artifact;
}

Result<Usage> StrictUsageFromJson(const Json& json) {
  Usage usage;
  FieldReader fields(json, "usage");
  fields.Read("input_tokens", usage.input_tokens);
  fields.Read("output_tokens", usage.output_tokens);
  fields.Read("cache_read_tokens", usage.cache_read_tokens);
  fields.Read("cache_write_tokens", usage.cache_write_tokens);
  fields.Read("usd", usage.usd);
  if (!fields.status()) return std::unexpected(fields.status().error());
  return usage;
}

template <typename Value, typename Out>
void ReadValue(FieldReader& fields, std::string_view key, Result<Value> (*read)(const Json&), Out& out) {
  const Json* json = fields.Object(key);
  if (!json) return;
  Result<Value> value = read(*json);
  if (value) {
    out = *std::move(value);
  } else {
    fields.Adopt(key, value.error());
  }
}

void SetFailure(Json& json, const UnitOutcome& outcome) {
  if (outcome.error_class != ErrorClass::kUnknown) json.Set("error_class", Name(outcome.error_class));
  SetUnlessEmpty(json, "error", outcome.error);
  if (outcome.retry_at != TimePoint{}) json.Set("retry_at", outcome.retry_at.ms);
}

void SetJudgement(Json& json, const UnitOutcome& outcome) {
  if (outcome.verdict) json.Set("verdict", Name(*outcome.verdict));
  SetUnlessZero(json, "failures", outcome.failures);
  if (!outcome.applies) json.Set("applies", false);
  if (!outcome.holds) json.Set("holds", false);
  SetUnlessEmpty(json, "reasons", outcome.reasons);
  if (!outcome.passed) json.Set("passed", false);
  // JSON has no nan. A score that is nan must not come back as the default, which is full marks.
  if (outcome.score != 1) json.Set("score", std::isfinite(outcome.score) ? outcome.score : 0.0);
}

}  // namespace

Json ToJson(const UnitOutcome& outcome) {
  Json json = Json::MakeObject();
  if (outcome.status != UnitStatus::kDone) json.Set("status", Name(outcome.status));
  SetFailure(json, outcome);
  SetJudgement(json, outcome);
  SetUnlessEmpty(json, "summary", outcome.summary);
  if (!outcome.result.is_null()) json.Set("result", outcome.result);
  SetItemsUnlessEmpty(json, "artifacts", outcome.artifacts, ToJson);
  if (outcome.plan) json.Set("plan", ToJson(*outcome.plan));
  SetUnlessEmpty(json, "snapshot", outcome.snapshot);
  if (outcome.unmerged) json.Set("unmerged", true);
  if (!outcome.usage.empty()) json.Set("usage", ToJson(outcome.usage));
  return json;
}

Result<UnitOutcome> OutcomeFromJson(const Json& json) {
  UnitOutcome outcome;
  FieldReader fields(json, "outcome");
  fields.ReadWord("status", ParseUnitStatus, outcome.status);
  fields.ReadWord("error_class", ParseErrorClass, outcome.error_class);
  fields.Read("error", outcome.error);
  fields.Read("retry_at", outcome.retry_at.ms);
  fields.ReadWord("verdict", ParseVerdictName, outcome.verdict);
  fields.Read("failures", outcome.failures);
  fields.Read("applies", outcome.applies);
  fields.Read("holds", outcome.holds);
  fields.Read("reasons", outcome.reasons);
  fields.Read("passed", outcome.passed);
  fields.Read("score", outcome.score);
  fields.Read("summary", outcome.summary);
  fields.Read("result", outcome.result);
  fields.ReadItems("artifacts", ArtifactRefFromJson, outcome.artifacts);
  ReadValue(fields, "plan", PlanRefFromJson, outcome.plan);
  fields.Read("snapshot", outcome.snapshot);
  fields.Read("unmerged", outcome.unmerged);
  ReadValue(fields, "usage", StrictUsageFromJson, outcome.usage);
  if (!fields.status()) return std::unexpected(fields.status().error());
  return outcome;
}

Json ToJson(const PlanRef& plan) {
  Json json = Json::MakeObject();
  SetUnlessEmpty(json, "hash", plan.hash);
  SetUnlessEmpty(json, "path", plan.path);
  SetItemsUnlessEmpty(json, "steps", plan.steps, ToJson);
  return json;
}

Result<PlanRef> PlanRefFromJson(const Json& json) {
  PlanRef plan;
  FieldReader fields(json, "plan");
  fields.Read("hash", plan.hash);
  fields.Read("path", plan.path);
  fields.ReadItems("steps", StepFromJson, plan.steps);
  if (!fields.status()) return std::unexpected(fields.status().error());
  return plan;
}

}  // namespace forge
