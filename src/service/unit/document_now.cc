#include "service/unit/document_now.h"

#include <algorithm>

#include "service/unit/findings_told.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"

namespace forge {

Result<std::optional<std::string>> DocumentNow(const RunFiles& files, const Job& job, UnitFindings& findings,
                                               const std::string& name) {
  auto written = TRY(files.ReadArtifact(job.lane, name));
  const auto listed = std::ranges::find(job.collected, name, &CollectedPoints::artifact);
  if (!written || listed == job.collected.end()) return written;
  std::string page = TRY(findings.CollectedBy(listed->stage));
  return page.empty() ? written : std::optional(std::move(page));
}

}  // namespace forge
