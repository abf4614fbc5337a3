// Alternatives weighed against a plan: what their checked claims support. A recommendation that most of its own claims
// contradict is overruled. Pure; reads result blocks.
#pragma once

#include <string>

#include "model/json.h"

namespace forge {

struct Comparison {
  std::string recommendation;  // standard, visionary or merge: the result
  std::string said;            // by the comparator
  int claims = 0;              // of the alternatives
  int verified = 0, rejected = 0, unknown = 0;
  bool overruled = false;  // it said visionary, and more than half of the claims were rejected
  bool operator==(const Comparison&) const = default;
};

// From a comparator's result block {"recommendation", "claims": [{"claim", "tier", "check"}]}. A claim is settled by
// the tiers code and documents; one of direction, or with an unknown check, is unknown. A recommendation
// that cannot be read is `standard`: noise must not select an alternative.
Comparison Compare(const Json& result);

Json ToJson(const Comparison& comparison);
std::string Describe(const Comparison& comparison);  // one line

}  // namespace forge
