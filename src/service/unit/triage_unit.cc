// The check `findings`: settles what was answered about the run's findings, and writes the page of what is left, which
// a question can show.
#include <fmt/core.h>

#include "model/triage.h"
#include "service/unit/unit_executor.h"

namespace forge {

Status UnitExecutor::SettleFindings(const Job& job, UnitOutcome& outcome) {
  if (!context_.settle_findings) return Fail(Code::kInternal, "nobody keeps the findings of this run");
  const FindingsSheet sheet = TRY(context_.settle_findings(job));
  outcome.artifacts.push_back(TRY(context_.files.WriteArtifact(job.lane, std::string(kTriagePage), sheet.page)));
  outcome.summary = fmt::format("{} findings need an answer, {} are settled", sheet.open, sheet.settled);
  outcome.result.Set("open", sheet.open).Set("settled", sheet.settled);
  return {};
}

}  // namespace forge
