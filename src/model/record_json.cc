// What the journal keeps of steps and outcomes, as JSON: a list of members for each.
#include <cmath>

#include "model/claim.h"
#include "model/field_table.h"
#include "model/must_haves.h"
#include "model/outcome.h"
#include "model/step.h"

namespace forge {

template <>
struct FieldsOf<MustHaves::Artifact> {
  static constexpr std::string_view kName = "artifact";
  static void List(auto&& field) {
    field("path", &MustHaves::Artifact::path);
    field("provides", &MustHaves::Artifact::provides);
    field("min_lines", &MustHaves::Artifact::min_lines);
    field("stub_patterns", &MustHaves::Artifact::stub_patterns);
  }
};

template <>
struct FieldsOf<MustHaves::KeyLink> {
  static constexpr std::string_view kName = "key_link";
  static void List(auto&& field) {
    field("from", &MustHaves::KeyLink::from);
    field("to", &MustHaves::KeyLink::to);
    field("via", &MustHaves::KeyLink::via);
  }
};

template <>
struct FieldsOf<MustHaves> {
  static constexpr std::string_view kName = "must_haves";
  static void List(auto&& field) {
    field("truths", &MustHaves::truths);
    field("artifacts", &MustHaves::artifacts);
    field("key_links", &MustHaves::key_links);
    field("expected_output", &MustHaves::expected_output);
  }
};

template <>
struct FieldsOf<Claim> {
  static constexpr std::string_view kName = "claim";
  static void List(auto&& field) {
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
};

template <>
struct FieldsOf<Criterion> {
  static constexpr std::string_view kName = "criterion";
  static void List(auto&& field) {
    field("kind", &Criterion::kind);
    field("check", &Criterion::check);
    field("expected", &Criterion::expected);
    field("blocking", &Criterion::blocking);
  }
};

template <>
struct FieldsOf<StepSpec> {
  static constexpr std::string_view kName = "step";
  static void List(auto&& field) {
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
};

template <>
struct FieldsOf<PlanRef> {
  static constexpr std::string_view kName = "plan";
  static void List(auto&& field) {
    field("hash", &PlanRef::hash);
    field("path", &PlanRef::path);
    field("steps", &PlanRef::steps);
  }
};

template <>
struct FieldsOf<ArtifactRef> {
  static constexpr std::string_view kName = "artifact";
  static void List(auto&& field) {
    field("name", &ArtifactRef::name, WhenWritten::kAlways);
    field("sha256", &ArtifactRef::sha256);
    field("bytes", &ArtifactRef::bytes);
  }
};

template <>
struct FieldsOf<Usage> {
  static constexpr std::string_view kName = "usage";
  static void List(auto&& field) {
    field("input_tokens", &Usage::input_tokens);
    field("output_tokens", &Usage::output_tokens);
    field("cache_read_tokens", &Usage::cache_read_tokens);
    field("cache_write_tokens", &Usage::cache_write_tokens);
    field("usd", &Usage::usd);
  }
};

template <>
struct FieldsOf<UnitOutcome> {
  static constexpr std::string_view kName = "outcome";
  static void List(auto&& field) {
    field("status", &UnitOutcome::status);
    field("error_class", &UnitOutcome::error_class);
    field("error", &UnitOutcome::error);
    field("retry_at", &UnitOutcome::retry_at);
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
    field("usage", &UnitOutcome::usage);
  }
};

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
