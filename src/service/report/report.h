// The report of a run: what was asked, planned, done, proven and found, and what it cost. Gathered once, shown as text,
// as one page of HTML, as Markdown or as JUnit XML. Showing is pure.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "service/changed_steps.h"
#include "service/report/cost.h"
#include "service/report/findings.h"
#include "service/report/report_story.h"
#include "service/run_queries.h"

namespace forge {

class Forge;

// A command's result in a check unit, on the tree it names.
struct CommandRecord {
  std::string command;
  int exit_code = 0;
  bool passed = false;
  std::int64_t duration_ms = 0;
  std::string tail = {};  // of a failed one: the last lines of its output
};

struct CheckRecord {
  UnitId unit;
  StepId step;
  std::string stage;
  int iteration = 0;
  TimePoint at;
  std::string tree;     // empty: not in a workspace of its own
  bool latest = false;  // the last word of this stage and step
  bool passed = false;
  std::string summary;
  std::vector<CommandRecord> commands;
  bool nothing_run = false;  // it is to run commands, and none is known
  Json red_green = {};       // of a step whose plan asks for it (service/proof/red_green.h)
};

// An agent says that it ran a command, and no event of its program shows that; or that it changed a file, and did not.
struct UnsupportedClaim {
  StepId step;
  std::string stage;
  std::string said;  // a command, or in quotes a sentence; or a path
  bool is_file = false;
};

struct FileChange {
  std::string path;
  std::int64_t added = 0, removed = 0;
  bool binary = false;
};

struct RunReport {
  RunView view;
  std::vector<StepSpec> steps;  // of the plan, by place
  FilesByStep changed;          // done steps whose files changed since
  std::vector<CheckRecord> checks;
  std::vector<CheckRecord> baselines;         // what the verify commands said before the work
  std::set<UnitId> not_passed;                // checks and merges that did their work and failed the round
  std::vector<AcceptedFailure> accepted;      // what did not pass and was let through
  std::vector<UnsupportedClaim> unsupported;  // of the answers that were taken
  std::vector<RunFinding> findings;
  std::int64_t left_below = 0;  // findings that the runs of its steps left to decide
  std::vector<FileChange> changes;
  CostReport cost;
  std::string branch;          // where the result is; empty: nowhere of its own
  std::string onto;            // the branch that is checked out: what the result is compared with
  std::string landed;          // where the result is now, in words; empty: it waits on its branch
  std::int64_t events = 0;     // lines of the journal
  TimePoint now;               // until when units that still run are drawn
  std::int64_t active_ms = 0;  // as `forge status` tells it: without the time in which the run waited

  // By AddStory.
  std::vector<StoryPoint> story;
  std::vector<WaitSpan> waits;
  std::vector<RunCommit> commits;  // the first of them
  std::int64_t commits_in_all = 0;
  std::string next;  // what to type; empty: nothing is left to do
};

// Units of the run without its gates, which `forge status` and `forge list` count, by kind. Child runs count their own
// units; what they spent is in the amounts of the run.
struct WorkCounts {
  std::int64_t units = 0, agents = 0, checks = 0, children = 0, failed = 0;
  std::int64_t commits = 0, empty_merges = 0, merges = 0;  // merges: those that made no commit for another reason
};
WorkCounts CountWork(const RunReport& report);
std::string WorkText(const RunReport& report);      // "5 units: 2 of agents, 2 checks, 1 commit"
std::string SpentText(const RunReport& report);     // "2.0k tokens, $0.02"
std::string ChildrenText(const RunReport& report);  // how child runs are counted; empty: there are none
std::string ModelsText(const RunReport& report);    // "opus, haiku"; empty: unknown

// What cannot be read (no repository any more, no model table) is left out, not an error.
Result<RunReport> GatherReport(Forge& forge, RunId run, TimePoint now);

// How often each step was worked on: the first time, each time it was sent back, and each retry of the step. A unit
// that was tried again after an error counts once. A step that has not begun is not in it.
std::map<StepId, std::int64_t> CountRounds(const RunView& view);

// "2 of 3 done, 1 skipped".
std::string StepCounts(const RunView& view);

// What a reader of the evidence must know besides: what was red before, what passed before the work, what agents only
// say. One sentence each, in plain text.
std::vector<std::string> ProofNotes(const RunReport& report);

// What stands first in every form of the report: failures that were accepted, checkpoints that were passed over. One
// sentence each.
std::vector<std::string> Warnings(const RunReport& report);

// A verify command that fails by its last result.
struct FailedProof {
  const CheckRecord* check = nullptr;
  const CommandRecord* command = nullptr;
};
std::vector<FailedProof> FailedProofs(const RunReport& report);
// "forge output 17 --unit 23": all that its commands printed.
std::string OutputCommand(const RunReport& report, const CheckRecord& check);

// By the last result of each check: "2 commands passed, 1 failed"; "unverified: ..." if no command was run, and "not
// verified yet" while the run may still run one.
bool IsVerified(const RunReport& report);
bool MayStillVerify(const RunReport& report);  // it is not over
std::string ProofText(const RunReport& report);

std::string ReportText(const RunReport& report);
// One self-contained page: no script, nothing loaded from anywhere.
std::string ReportHtml(const RunReport& report);
std::string ReportMarkdown(const RunReport& report);
// Steps, and the latest result of every verify command, as test cases; for CI systems.
std::string ReportJunit(const RunReport& report);

// By file, from a unified diff.
std::vector<FileChange> CountChanges(std::string_view diff);

}  // namespace forge
