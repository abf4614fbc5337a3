// The findings of a run: read from its journal, with what people decided about each since. Prints nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/finding.h"
#include "model/json.h"
#include "model/outcome.h"
#include "service/unit/run_files.h"
#include "store/store.h"

namespace forge {

// A finding of a run. Named F1, F2, ... in the order they were first said, which never changes.
struct RunFinding {
  std::string id;
  std::string key;  // FindingKey, of the stage or member that said it
  Finding finding;  // as last reported, with its state
  StepId step;
  std::string stage, member;  // who answers for it: who reported it, or confirmed it since
  std::string from;           // who reported it first: "review.skeptic", "parser review" of a step
  std::string confirmed_by;   // another reviewer that has reported it under its number; empty: none
  UnitId first, last;         // the units that said it
  std::string output;         // of a failed command: its last lines
  TimePoint first_at;
  TimePoint at;                // when it was last reported
  std::string by;              // who settled it; empty: as below, or the name was not known
  TimePoint settled;           // by a person or the pipeline's rule; 0: open, or settled by the reviewer's later answer
  bool accepted_plan = false;  // about the plan, before it was approved as it is: the run does not ask about it again
  bool before_whole = false;   // of a step, or of the plan before any step was built
  bool spawn = false;          // a follow-up that is to become a run, by the answer to a triage question
  bool advisory = false;       // a false claim of an agent: to be known, and never asked about
  bool concern = false;        // its author raised it, and no reviewer has confirmed it
  std::string worry;           // in the words of its author, whoever said it since; empty: no author raised it
  bool unasked = false;        // open: the run's triage asked nobody, since the run was unattended
  bool worse_since = false;    // it is open only because it was reported as worse after a person had decided
  std::string collected_by;    // the stage of the run that listed it for others to judge; empty: it was not so
  std::string same_as;         // the earlier finding whose decision it has: its reviewer said that one in other words
  std::string argued;          // of an objection that was withdrawn: the answers to it, in their words
  std::vector<std::string> repeats;  // of one that was listed for others: findings of runs below, "18:F2"
  RunId above;                       // the run above this one that lists it too, and decides about it; 0: none
  std::string id_above;              // and its number there
};

// What a person said about a finding. Lives in the store beside the journal, by run and key: the journal is what the
// engine did, and this is what people make of it.
struct Settlement {
  FindingState state = FindingState::kOpen;
  std::string reason;
  std::string by;
  TimePoint at;
};

// All findings of the run, in order. A finding that its member no longer reports in a later round is fixed, unless all
// who worked in between changed nothing; a low one whose file they did not change was dropped and is rejected. What was
// sent to be fixed stays open until a review looked at the change. The same line of the same file is the same finding
// of the same reviewer. A concern of an author stays open until a reviewer confirms it (then it is the reviewer's
// finding) or dismisses it with a reason. What another reviewer confirms under its number keeps its first words and
// place. An objection takes its state from its debate. What a step was excused from, or still owes, is a deferred
// finding. A person's decision (a triage answer or SettleFinding) wins over all that, whatever is reported or no longer
// reported afterwards, except that a fixed finding that is reported again is open again. A finding that only says a
// settled one in other words has that decision. `files`: where answers without a result block are read; none: those are
// left at one finding each. What the run above lists as a point of its own, of a run that has completed, takes its
// state from there, unless it is settled here (finding_above.h).
Result<std::vector<RunFinding>> ListFindings(Store& store, RunId run, const RunFiles* files);

// The answer of a reviewer that the journal does not hold yet.
struct JustSaid {
  UnitRow unit;
  UnitOutcome outcome;
  TimePoint at;
};

// The findings of the run that the answer reports, in its order: one for each report.
Result<std::vector<RunFinding>> FindingsReported(Store& store, RunId run, const RunFiles* files, const JustSaid& just);

// Rejecting needs a reason.
Status SettleFinding(Store& store, RunId run, const RunFinding& finding, const Settlement& settlement);

// Rejected or left for later by a person: no reviewer is to raise it again.
bool IsDecided(const RunFinding& finding);

// Put off by the answer to a triage, also by that of an unattended run: it stays as it is until a person decides about
// it after the run, and is not told as open to those who work.
bool IsPutOff(const RunFinding& finding);

// Of what was put off. Only a person overrules a reviewer: what the pipeline's rule put off is an objection still,
// unless it is low. No reviewer is to raise the rest again, and nobody fixes it.
bool IsNoObjection(const RunFinding& finding);

// Decided, or decided and reported as worse since: only the person's next answer makes it work.
bool IsLeftByPerson(const RunFinding& finding);

// Its reviewer calls it medium or worse.
bool IsSerious(const RunFinding& finding);

// Of those, what a run itself asks about at its end.
bool IsAskedAbout(const RunFinding& finding);

// The group it is looked at in: "step parser, review", "lenses".
std::string TriageTitle(const RunFinding& finding);

// By "F3", "3" or key.
const RunFinding* FindFinding(const std::vector<RunFinding>& findings, const std::string& name);

// Open or deferred, and not advisory: a person must decide about it before the run is closed.
bool NeedsTriage(const RunFinding& finding);

// Of those, open: nobody has decided about it or put it off.
bool IsUndecided(const RunFinding& finding);

// "4 open", "3 open, 1 deferred": those that need a decision. Empty: none does.
std::string OpenFindingsText(const std::vector<RunFinding>& findings);

Json ToJson(const RunFinding& finding);

}  // namespace forge
