#include "service/unit/claims_memo.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "model/json.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"

namespace forge {
namespace {

constexpr const char* kClaimsKept = "claims-of-rounds";  // a line of JSON for each unit that checked claims

// The plan whose claims were checked in the round before. A unit that runs again after a crash gets the same one.
Result<std::string> PlanOfRoundBefore(const RunFiles& files, const Job& job, const std::string& plan) {
  constexpr const char* kLatest = "claims-latest";
  constexpr const char* kBefore = "claims-before";
  const std::string mine = fmt::format("{}\n", job.unit.id.value);
  const std::string latest = TRY(files.ReadArtifact(job.lane, kLatest)).value_or("");
  std::string before = latest;
  if (latest.starts_with(mine)) {
    before = TRY(files.ReadArtifact(job.lane, kBefore)).value_or("");
  } else {
    TRY(files.WriteArtifact(job.lane, kBefore, latest));
    TRY(files.WriteArtifact(job.lane, kLatest, mine + plan));
  }
  const std::size_t line = before.find('\n');
  return line == std::string::npos ? std::string() : before.substr(line + 1);
}

// The lines of other units.
Result<std::vector<std::pair<std::string, Json>>> LinesBefore(const RunFiles& files, const Job& job) {
  std::vector<std::pair<std::string, Json>> lines;
  const std::string kept = TRY(files.ReadArtifact(job.lane, kClaimsKept)).value_or("");
  for (std::string_view line : Lines(kept)) {
    auto json = ParseJson(line);
    if (json && (*json)["unit"].AsInt() != job.unit.id.value) lines.emplace_back(line, *std::move(json));
  }
  return lines;
}

}  // namespace

Result<ClaimsBefore> ReadClaimsBefore(const RunFiles& files, const Job& job, const std::string& plan) {
  ClaimsBefore before;
  before.plan = TRY(PlanOfRoundBefore(files, job, plan));
  for (const auto& [line, json] : TRY(LinesBefore(files, job))) {
    for (const Json& claim : json["claims"].AsArray()) {
      const auto type = ParseClaimType(claim["type"].AsString());
      if (type) before.claims.push_back({*type, claim["text"].AsString(), static_cast<int>(json["round"].AsInt())});
    }
  }
  return before;
}

Status KeepClaims(const RunFiles& files, const Job& job, const ClaimReport& report) {
  Json claims = Json::MakeArray();
  for (const CheckedClaim& item : report.items) {
    if (item.weakened) continue;
    claims.Append(Json::MakeObject().Set("type", Name(item.claim.type)).Set("text", item.claim.text));
  }
  std::string kept;
  for (const auto& [line, json] : TRY(LinesBefore(files, job))) kept += line + "\n";
  Json mine = Json::MakeObject().Set("unit", job.unit.id.value).Set("round", job.unit.iteration);
  kept += mine.Set("claims", std::move(claims)).Dump() + "\n";
  TRY(files.WriteArtifact(job.lane, kClaimsKept, kept));
  return {};
}

}  // namespace forge
