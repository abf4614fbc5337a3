#include "service/report/check_findings.h"

#include <algorithm>
#include <utility>

#include "model/failed_command.h"
#include "service/proof/sarif_reports.h"
#include "service/report/findings_said.h"

namespace forge {

std::vector<Finding> FindingsOfCheck(const Json& result, const std::string& source, int rules) {
  if (result["baseline"].AsBool()) return {};  // what was red before the work is nobody's fault
  std::vector<Finding> findings = FindingsFromJson(result["findings"], source);
  for (Finding& finding : findings) finding = AsNamed(std::move(finding), rules);
  std::vector<std::string> told;
  for (const Finding& finding : findings) told.push_back(DescribeFinding(finding));
  const std::vector<FailedCommand> failed = FailedCommands(result);
  for (Finding& issue : FindingsFromJson(result["issues"], source)) {
    // Which command, in words: a hash of its output says nothing to people.
    const auto command =
        std::ranges::find_if(failed, [&](const FailedCommand& one) { return IsSignature(issue.description, one); });
    if (command != failed.end() && rules >= 1) issue.description = DescribeFailure(*command);
    if (std::find(told.begin(), told.end(), issue.description) == told.end()) findings.push_back(std::move(issue));
  }
  return findings;
}

std::string OutputOf(const Json& result, const Finding& finding) {
  for (const FailedCommand& one : FailedCommands(result)) {
    const bool about =
        finding.description == DescribeFailure(one) || finding.description.starts_with(one.command + ": ");
    if (about) return one.tail;
  }
  return "";
}

}  // namespace forge
