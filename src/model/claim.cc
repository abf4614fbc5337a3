#include "model/claim.h"

#include <cstdint>
#include <utility>

#include "model/fields.h"

namespace forge {

Json ToJson(const Claim& claim) {
  Json json = Json::MakeObject();
  json.Set("type", Name(claim.type));
  SetUnlessEmpty(json, "text", claim.text);
  SetUnlessEmpty(json, "citation", claim.citation);
  SetUnlessEmpty(json, "assumption", claim.assumption);
  SetUnlessEmpty(json, "validation_plan", claim.validation_plan);
  SetUnlessEmpty(json, "blast_radius", claim.blast_radius);
  SetUnlessEmpty(json, "rationale", claim.rationale);
  SetUnlessEmpty(json, "alternatives_considered", claim.alternatives_considered);
  SetUnlessZero(json, "line", claim.line);
  return json;
}

Result<Claim> ClaimFromJson(const Json& json) {
  Claim claim;
  std::int64_t line = 0;
  FieldReader fields(json, "claim");
  fields.ReadWord("type", ParseClaimType, claim.type);
  fields.Read("text", claim.text);
  fields.Read("citation", claim.citation);
  fields.Read("assumption", claim.assumption);
  fields.Read("validation_plan", claim.validation_plan);
  fields.Read("blast_radius", claim.blast_radius);
  fields.Read("rationale", claim.rationale);
  fields.Read("alternatives_considered", claim.alternatives_considered);
  fields.Read("line", line);
  if (!fields.status()) return std::unexpected(fields.status().error());
  if (!std::in_range<int>(line)) return Fail(Code::kInvalid, "claim.line: out of range");
  claim.line = static_cast<int>(line);
  return claim;
}

}  // namespace forge
