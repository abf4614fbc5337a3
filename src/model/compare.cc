#include "model/compare.h"

#include <fmt/core.h>

#include "base/strings.h"

namespace forge {
namespace {

std::string Word(const Json& json) { return Lower(Trim(json.AsString())); }

bool IsDirection(const std::string& tier) { return tier == "strategic" || tier == "direction"; }

}  // namespace

Comparison Compare(const Json& result) {
  Comparison made;
  made.said = Word(result["recommendation"]);
  for (const Json& claim : result["claims"].AsArray()) {
    ++made.claims;
    const std::string check = IsDirection(Word(claim["tier"])) ? "unknown" : Word(claim["check"]);
    if (check == "verified" || check == "confirmed") {
      ++made.verified;
    } else if (check == "rejected" || check == "refuted") {
      ++made.rejected;
    } else {
      ++made.unknown;
    }
  }
  const bool known = made.said == "visionary" || made.said == "merge";
  made.overruled = made.said == "visionary" && 2 * made.rejected > made.claims;
  made.recommendation = known && !made.overruled ? made.said : "standard";
  return made;
}

Json ToJson(const Comparison& comparison) {
  return Json::MakeObject()
      .Set("recommendation", comparison.recommendation)
      .Set("said", comparison.said)
      .Set("claims", comparison.claims)
      .Set("verified", comparison.verified)
      .Set("rejected", comparison.rejected)
      .Set("unknown", comparison.unknown)
      .Set("overruled", comparison.overruled);
}

std::string Describe(const Comparison& comparison) {
  std::string text =
      fmt::format("recommended: {}; of {} claims {} verified, {} rejected, {} open", comparison.recommendation,
                  comparison.claims, comparison.verified, comparison.rejected, comparison.unknown);
  if (comparison.overruled) text += "; the comparator said visionary, but more than half of the claims contradict it";
  return text;
}

}  // namespace forge
