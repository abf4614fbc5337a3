// What a person does with the findings of a run: look at them in groups, settle them, turn them into runs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "memory/fact.h"
#include "service/memory/memory.h"
#include "service/report/findings.h"

namespace forge {

// Findings that are best looked at together: of one step and stage, the worst first.
struct TriageGroup {
  std::string title;  // "step parser, review", "lenses"
  std::vector<const RunFinding*> findings;
};

// Of those that need it; groups in the order of their first finding. Borrows.
std::vector<TriageGroup> GroupForTriage(const std::vector<RunFinding>& findings);

// The page that a triage question shows, in Markdown; empty when nothing needs triage.
std::string TriagePage(const std::vector<RunFinding>& findings);

// The same page after the decisions, for the agent that fixes: what it is to fix, and by number what was decided
// otherwise and stays.
std::string FixPage(const std::vector<RunFinding>& findings);

// After a decision: a run that has its page shows it with what is left. Does nothing for a run without one.
Status RewriteTriagePage(Store& store, RunId run, const RunFiles& files);

// Carries out the answers about a run's findings: follow-ups become facts, and also runs if the answer asks for that.
// Each is made once, however often this is called. Returns all findings with their new states.
using FollowUpSpawner = std::function<Result<RunId>(const RunFinding& finding)>;
Result<std::vector<RunFinding>> CarryOutTriage(Store& store, Memory& memory, RunId run, const RunFiles& files,
                                               const FollowUpSpawner& spawn, TimePoint now);

// The objective of a run that does nothing but this.
std::string FollowUpObjective(RunId run, const RunFinding& finding);

// The fact by which later runs learn of it: one per finding, however often it is settled.
NewFact FollowUpFact(RunId run, const RunFinding& finding, const std::string& who);

}  // namespace forge
