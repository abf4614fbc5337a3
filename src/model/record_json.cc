// What the journal keeps of steps and outcomes, as JSON: a list of members for each.
#include <cmath>

#include "model/claim.h"
#include "model/field_table.h"
#include "model/must_haves.h"
#include "model/outcome.h"
#include "model/step.h"

namespace forge {

constexpr std::string_view FieldsName(const MustHaves::Artifact*) { return "artifact"; }
void ListFields(const MustHaves::Artifact*, auto&& field) {
  field("path", &MustHaves::Artifact::path);
  field("provides", &MustHaves::Artifact::provides);
  field("min_lines", &MustHaves::Artifact::min_lines);
  field("stub_patterns", &MustHaves::Artifact::stub_patterns);
}

constexpr std::string_view FieldsName(const MustHaves::KeyLink*) { return "key_link"; }
void ListFields(const MustHaves::KeyLink*, auto&& field) {
  field("from", &MustHaves::KeyLink::from);
  field("to", &MustHaves::KeyLink::to);
  field("via", &MustHaves::KeyLink::via);
}

constexpr std::string_view FieldsName(const MustHaves*) { return "must_haves"; }
void ListFields(const MustHaves*, auto&& field) {
  field("truths", &MustHaves::truths);
  field("artifacts", &MustHaves::artifacts);
  field("key_links", &MustHaves::key_links);
  field("expected_output", &MustHaves::expected_output);
}

constexpr std::string_view FieldsName(const Claim*) { return "claim"; }
void ListFields(const Claim*, auto&& field) {
  field("type", &Claim::type, WhenWritten::kAlways);
  field("text", &Claim::text);
  field("citation", &Claim::citation);
  field("assumption", &Claim::assumption);
  field("validation_plan", &Claim::validation_plan);
  field("blast_radius", &Claim::blast_radius);
  field("rationale", &Claim::rationale);
  field("alternatives_considered", &Claim::alternatives_considered);
  field("line", &Claim::line);
}

constexpr std::string_view FieldsName(const Criterion*) { return "criterion"; }
void ListFields(const Criterion*, auto&& field) {
  field("kind", &Criterion::kind);
  field("check", &Criterion::check);
  field("expected", &Criterion::expected);
  field("blocking", &Criterion::blocking);
}

constexpr std::string_view FieldsName(const StepSpec*) { return "step"; }
void ListFields(const StepSpec*, auto&& field) {
  field("id", &StepSpec::id);
  field("title", &StepSpec::title);
  field("what", &StepSpec::what);
  field("files", &StepSpec::files);
  field("writes", &StepSpec::writes);
  field("depends", &StepSpec::depends);
  field("verify", &StepSpec::verify);
  field("done_when", &StepSpec::done_when);
  field("complexity", &StepSpec::complexity);
  field("estimate_ms", &StepSpec::estimate_ms);
  field("kind", &StepSpec::kind);
  field("acceptance", &StepSpec::acceptance);
  field("must_haves", &StepSpec::must_haves);
  field("claims", &StepSpec::claims);
  field("tier", &StepSpec::tier);
  field("effort", &StepSpec::effort);
  field("role", &StepSpec::role);
  field("checkpoint", &StepSpec::checkpoint);
  field("failure_mode", &StepSpec::failure_mode);
  field("fallback", &StepSpec::fallback);
  field("max_tokens", &StepSpec::max_tokens);
  field("max_retries", &StepSpec::max_retries);
  field("disallowed", &StepSpec::disallowed);
  field("expected_trajectory", &StepSpec::expected_trajectory);
  field("success_evidence", &StepSpec::success_evidence);
  field("extra", &StepSpec::extra);
}

constexpr std::string_view FieldsName(const PlanRef*) { return "plan"; }
void ListFields(const PlanRef*, auto&& field) {
  field("hash", &PlanRef::hash);
  field("path", &PlanRef::path);
  field("steps", &PlanRef::steps);
}

constexpr std::string_view FieldsName(const ArtifactRef*) { return "artifact"; }
void ListFields(const ArtifactRef*, auto&& field) {
  field("name", &ArtifactRef::name, WhenWritten::kAlways);
  field("sha256", &ArtifactRef::sha256);
  field("bytes", &ArtifactRef::bytes);
}

constexpr std::string_view FieldsName(const Usage*) { return "usage"; }
void ListFields(const Usage*, auto&& field) {
  field("input_tokens", &Usage::input_tokens);
  field("output_tokens", &Usage::output_tokens);
  field("cache_read_tokens", &Usage::cache_read_tokens);
  field("cache_write_tokens", &Usage::cache_write_tokens);
  field("usd", &Usage::usd);
}

constexpr std::string_view FieldsName(const UnitOutcome*) { return "outcome"; }
void ListFields(const UnitOutcome*, auto&& field) {
  field("status", &UnitOutcome::status);
  field("error_class", &UnitOutcome::error_class);
  field("error", &UnitOutcome::error);
  field("retry_at", &UnitOutcome::retry_at);
  field("wall_ahead_ms", &UnitOutcome::wall_ahead_ms);
  field("used_up", &UnitOutcome::used_up);
  field("verdict", &UnitOutcome::verdict);
  field("failures", &UnitOutcome::failures);
  field("applies", &UnitOutcome::applies);
  field("holds", &UnitOutcome::holds);
  field("reasons", &UnitOutcome::reasons);
  field("passed", &UnitOutcome::passed);
  field("score", &UnitOutcome::score);
  field("summary", &UnitOutcome::summary);
  field("result", &UnitOutcome::result);
  field("artifacts", &UnitOutcome::artifacts);
  field("plan", &UnitOutcome::plan);
  field("snapshot", &UnitOutcome::snapshot);
  field("unmerged", &UnitOutcome::unmerged);
  field("touched", &UnitOutcome::touched);
  field("usage", &UnitOutcome::usage);
}

Json ToJson(const MustHaves& must_haves) { return FieldsToJson(must_haves); }
Result<MustHaves> MustHavesFromJson(const Json& json) { return FieldsFromJson<MustHaves>(json); }

Json ToJson(const Claim& claim) { return FieldsToJson(claim); }
Result<Claim> ClaimFromJson(const Json& json) { return FieldsFromJson<Claim>(json); }

Json ToJson(const Criterion& criterion) { return FieldsToJson(criterion); }
Result<Criterion> CriterionFromJson(const Json& json) { return FieldsFromJson<Criterion>(json); }

Json ToJson(const StepSpec& step) { return FieldsToJson(step); }
Result<StepSpec> StepFromJson(const Json& json) { return FieldsFromJson<StepSpec>(json); }

Json ToJson(const PlanRef& plan) { return FieldsToJson(plan); }
Result<PlanRef> PlanRefFromJson(const Json& json) { return FieldsFromJson<PlanRef>(json); }

Json ToJson(const Usage& usage) {
  Usage written = usage;
  if (!std::isfinite(written.usd)) written.usd = 0;
  return FieldsToJson(written);
}

Json ToJson(const UnitOutcome& outcome) { return FieldsToJson(outcome); }
Result<UnitOutcome> OutcomeFromJson(const Json& json) { return FieldsFromJson<UnitOutcome>(json); }

}  // namespace forge
