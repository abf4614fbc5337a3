// What the agents of a run that does one step of another run's plan are told of that run. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "service/unit/refused_runs.h"

namespace forge {

struct Job;
struct PersonsWord;
struct Stage;
struct State;

struct NamedText {
  std::string name, text;
  bool whole = false;  // is not cut
};

// A document that a person was asked about in the run above: it belongs to the objective there, and so here.
struct ParentBrief {
  std::string name, text;
  bool by_person = false;
};

// What was decided in the run above and holds for every step of it.
struct ParentDecisions {
  std::string plan;  // its document
  std::vector<ParentBrief> briefs;
  std::vector<PersonsWord> words;
  std::vector<RefusedRun> refused;  // runs that did the step before, and whose work was not taken
};

// Which step of which plan the run does, what the other steps are, what was decided for all of them (the objective, the
// sections of the plan above its steps, what people approved and said), and by what the run above proves the result:
// the step without its claims and its `Do`, which is the objective of the run. For a step that audits: what the steps
// that it depends on were to do, too. `job` is the unit of the run above. What is too long is cut, and it is said how
// much of it.
std::string ParentPage(const State& parent, const Job& job, const ParentDecisions& decided);

// The last review of a run that did a step, for the run above. Of a debate the objections as they were said last, each
// once, with the answers to them. `said`: of its members, or the review itself without a name.
std::string ReviewOfChild(const Stage& review, const std::vector<NamedText>& said);

// Under what name a document of the run above is shown: it is older than what the steps have done since. `begun`: one
// of them is done.
std::string ParentDocumentName(const State& parent, const Stage& stage, RunId run, bool begun);

// Other documents and reports of the run above, each cut to 1400 bytes unless it is to be whole.
std::string ParentDocuments(const std::vector<NamedText>& documents);

}  // namespace forge
