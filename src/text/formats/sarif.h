// SARIF 2.1.0, the form in which tools exchange findings: out and in. Knows neither runs nor files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/finding.h"
#include "model/json.h"

namespace forge {

// What a log needs to know of a finding besides itself.
struct SarifItem {
  Finding finding;
  std::string id;   // "F3"
  std::string key;  // stays the same when lines move: a fingerprint
};

// One log with one run. A finding that is rejected or fixed is there with a suppression that says why.
Json MakeSarif(const std::vector<SarifItem>& items, const std::string& tool_version);

// Every result of every run. Suppressed ones are rejected findings, with the justification as reason. A result that is
// odd is kept with a note; only a text that is not a SARIF log fails.
Result<std::vector<Finding>> FindingsFromSarif(std::string_view text);

}  // namespace forge
