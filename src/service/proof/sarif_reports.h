// The SARIF logs that a check's commands leave in its workspace, as findings. Knows no stages.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/finding.h"
#include "model/json.h"

namespace forge {

struct SarifResults {
  std::vector<Finding> findings;
  std::vector<std::string> problems;  // a log that is not there, is an old one or cannot be read: never a silent pass
  std::size_t logs = 0;
};

// `before`: what was there when the commands began; a log that is still the same was not written by them. Paths in logs
// that lie in the workspace are made relative to it.
SarifResults ReadSarifReports(const std::string& root, const std::vector<std::string>& patterns,
                              const std::map<std::string, std::int64_t>& before);

Json FindingsJson(const std::vector<Finding>& findings);
// "src/a.cc:7: error: what [category]", one line.
std::string DescribeFinding(const Finding& finding);

}  // namespace forge
