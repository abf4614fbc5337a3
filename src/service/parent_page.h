// What the agents of a run that does one step of another run's plan are told of that run. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "service/unit/refused_runs.h"
#include "text/shared_length.h"

namespace forge {

struct Job;
struct PersonsWord;
struct Stage;
struct State;

struct NamedText {
  std::string name, text;
};

// What a finished step left.
struct StepReportText {
  StepId step;
  std::string text;
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
  bool on_branches = true;          // each run has a branch of its own
  std::string remarks;              // of the plan's reviewers about the step, or about no step
  std::string above;                // this page of the run above, if that does a step of another run's plan itself
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

// The other steps of the plan above: state, risk, what they depend on, what they do, write and hand over. Those that
// the step depends on or that depend on it come first, then those that stand nearest; each at its place in the plan.
std::vector<RankedText> RoadmapAround(const State& parent, const StepId& own);

// Reports of finished steps: first those of steps that `own` depends on, then the newest. `finished`: oldest first.
std::vector<RankedText> EarlierAround(const State& parent, const StepId& own,
                                      const std::vector<StepReportText>& finished);

}  // namespace forge
