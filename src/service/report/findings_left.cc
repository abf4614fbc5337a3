#include "service/report/findings_left.h"

#include <algorithm>

namespace forge {

Result<std::vector<RunFinding>> FindingsLeftBy(Forge& forge, const RunRow& run) {
  if (run.status != RunStatus::kCompleted) return std::vector<RunFinding>();
  const RunFiles files(forge.project(), run.id, run.slug);
  std::vector<RunFinding> findings = TRY(ListFindings(forge.store(), run.id, &files));
  std::erase_if(findings, [](const RunFinding& found) { return !NeedsTriage(found); });
  return findings;
}

}  // namespace forge
