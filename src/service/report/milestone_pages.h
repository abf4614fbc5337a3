// The pages that people read of a run whose steps are runs, and of these runs: text from what the store and the runs'
// files hold. Pure; does not know where they are written. docs/milestones.md shows them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/ports.h"
#include "engine/state.h"
#include "memory/fact.h"
#include "service/report/findings.h"
#include "service/report/tree_lines.h"
#include "store/store.h"

namespace forge {

// The first line of every page.
std::string PageMark(RunId run);
// "M017-slug": the folder of a milestone, and its name in pages.
std::string MilestoneName(const RunRow& run);

// A line for each step with its box, risk and dependencies. `workers`: the last run of each step.
std::string RoadmapPage(const RunRow& run, const State& state, const std::map<StepId, RunRow>& workers);

// What works now, what waits, what to type next.
std::string StatePage(const RunRow& run, const std::vector<TreeLine>& lines, const TreePath& path,
                      const std::vector<StoredQuestion>& open, const std::string& next);

// One thing that was decided: by a person, a pipeline's rule, or an agent that reported it.
struct PageDecision {
  TimePoint at;
  std::string scope;  // "M017", or a step of it
  std::string what, choice, reason, by;
};
// Answers to questions, what was accepted although it failed, and `decisions` of results (`ended`: rows of the
// journal, of other kinds too).
std::vector<PageDecision> DecisionsOf(const std::string& scope, const State& state,
                                      const std::vector<JournalRow>& ended);
// Numbered in the order they were made. One that was made again with the same words and choice is listed once.
std::string DecisionsPage(const RunRow& run, std::vector<PageDecision> decisions);

std::string KnowledgePage(const RunRow& run, const std::vector<Fact>& facts);

// Each run of the tree with what it took; the first is the milestone.
std::string LedgerPage(const std::vector<RunRow>& runs);

// What a check found last, in one stage of one step.
struct LastCheckRow {
  StepId step;  // empty: of the run as a whole
  std::string stage, summary;
  bool passed = false;
  std::string tree;
  std::vector<std::pair<std::string, int>> commands;  // and their exit codes
};
std::string VerificationPage(const RunRow& run, const std::vector<LastCheckRow>& checks,
                             const std::vector<AcceptedFailure>& accepted);

// What a reviewing stage said last.
struct LastReview {
  std::string stage, verdict, text;
};
std::string ReviewPage(const RunRow& run, const std::vector<LastReview>& reviews,
                       const std::vector<RunFinding>& findings);

// The promises of a run's plan as a script that a person can follow. `branch`: where the work is; empty: in the
// checkout.
std::string UatPage(const RunRow& run, const std::vector<StepSpec>& steps, const std::string& branch);

// One page of the fragments of all milestones. `fragments`: by folder.
std::string MergedPage(std::string_view title, const std::map<std::string, std::string>& fragments);

}  // namespace forge
