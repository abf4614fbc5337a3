#include "service/unit/document_now.h"

#include <algorithm>

#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "service/unit/run_resources.h"

namespace forge {

Result<std::optional<std::string>> DocumentNow(const RunResources& resources, const Job& job, const std::string& name) {
  auto written = TRY(resources.context.files.ReadArtifact(job.lane, name));
  const auto listed = std::ranges::find(job.collected, name, &CollectedPoints::artifact);
  if (!written || listed == job.collected.end() || !resources.collected_points) return written;
  std::string page = TRY(resources.collected_points(job, listed->stage));
  return page.empty() ? written : std::optional(std::move(page));
}

}  // namespace forge
