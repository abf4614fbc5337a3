#include "service/unit/findings_told.h"

#include "service/report/findings.h"
#include "service/report/known_findings.h"
#include "service/unit/fixed_prompt.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"

namespace forge {

std::string FindingsToldTo(Store& store, const RunFiles& files, const Job& job, bool repeats) {
  // Before its first round nothing of a step was reported.
  if (!IsReview(job.stage, job.member) || (job.step && job.unit.iteration <= 1)) return "";
  const auto findings = ListFindings(store, job.run, &files);
  if (!findings) return "";
  return TellKnownFindings(*findings, {job.unit.step, job.stage.name, job.unit.member, repeats});
}

}  // namespace forge
