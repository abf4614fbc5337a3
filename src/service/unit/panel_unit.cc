// What a panel's seats say together, as the document that their stage promises.
#include <algorithm>

#include "model/compare.h"
#include "service/unit/unit_executor.h"

namespace forge {

// A panel that compares keeps its comparator's page, under what its claims come to; any other all its seats' answers.
Status UnitExecutor::KeepTogether(const Job& job, const std::string& text, UnitOutcome& outcome) {
  const std::string& name = job.stage.produces.empty() ? job.stage.verdict : job.stage.produces;
  if (!job.member || name.empty() || name == "plan") return {};
  std::lock_guard lock(together_mutex_);
  if (job.stage.aggregate == Aggregate::kCompare) {
    if (job.member->name != job.stage.members.back().name) return {};
    const std::string head = outcome.result.is_null() ? "" : Describe(Compare(outcome.result)) + "\n\n";
    outcome.artifacts.push_back(TRY(context_.files.WriteArtifact(job.lane, name, head + text)));
    return {};
  }
  std::string page;
  for (const Member& member : job.stage.members) {
    const auto answer = context_.files.ReadArtifact(job.lane, job.stage.name + "." + member.name + ".md");
    if (answer) page += (page.empty() ? "" : "\n\n") + ("# " + member.name + "\n\n" + *answer);
  }
  outcome.artifacts.push_back(TRY(context_.files.WriteArtifact(job.lane, name, page)));
  return {};
}

}  // namespace forge
